"""The Settle page: type or click a round, and see what is paid, returned and taken, and why."""

from __future__ import annotations

import streamlit as st

from trainer.drills import Question, make_question
from trainer.games import GAME_IDS, build, game_name
from trainer.houses import settling_order
from trainer.locale import Translator
from trainer.rules import Game
from trainer.ui import entry, picker, round_form, state
from trainer.ui.components import sheet
from trainer.ui.felt import Felt, felt_html
from trainer.ui.ledger import ledger_html, result_words

PAGE = "settle"
GAME = "settle.game"
OPEN = "settle.open"
COMPLETE = "settle.complete"
SHEET = "settle.sheet"
DRILL = "what-does-this-pay"


def page() -> None:
    """One run of the page."""
    t = state.language()
    _follow_link()
    picker.repair(round_form.PICKER)
    game_id = state.known_game(state.kept(GAME))
    game = build(game_id, state.known_house(game_id, state.kept(state.house_key(game_id))))
    found = entry.read_entry(t, game, round_form.fields(game))
    _fold_panel(complete=found.settlement is not None)

    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(t("Settle a round"), anchor=False)
        st.button(t("New hand"), icon=":material/restart_alt:", on_click=_new_hand, args=(game,))
        st.caption(state.table_name(game.id, game.variant.id), width="content")
    state.show_notice(t)
    # With the table in the label the panel would be another one, and closed, for each table.
    with st.expander(t("Cards and stakes"), key=OPEN, on_change="rerun"):
        _choose_table(t, game)
        round_form.show(t, game)
    _show_round(t, game, found)
    state.link({"game": game.id, "house": game.variant.id} | round_form.fields(game))


def _choose_table(t: Translator, game: Game) -> None:
    game_column, house_column, buttons = st.columns([3, 4, 4], vertical_alignment="bottom")
    with game_column:
        state.keep(GAME, GAME_IDS[0])
        st.selectbox(t("Game"), GAME_IDS, key=GAME, format_func=game_name)
        state.hold(GAME)
    with house_column:
        state.choose_house(t, game.id, t("House"))
    with buttons, st.container(horizontal=True):
        st.button(
            t("An example"),
            icon=":material/casino:",
            on_click=_example,
            args=(game,),
            help=t("Deals a round of this game and puts it into the fields."),
        )
        if not round_form.has_boxes(game):
            round_form.show_box_buttons(t, game)


def _show_round(t: Translator, game: Game, found: entry.Entry) -> None:
    if found.problem:
        st.error(found.problem, icon=":material/error:")
    elif found.missing:
        st.info(found.missing)
    n_dealer, n_board, n_player = entry.n_places(game)
    house = game.variant.house
    count = len(found.document.get("boxes", [None]))
    felt = Felt(
        n_dealer=n_dealer,
        n_board=n_board,
        n_player=n_player,
        chips=house.chips,
        open_box=round_form.open_box(game),
        order=settling_order(count, house),
    )
    html, status = felt_html(t, felt, found.document, found.settlement), ""
    if found.settlement:
        html += ledger_html(t, found.settlement, house.chips)
        status = result_words(t, found.settlement)
    sheet(
        html,
        key=SHEET,
        two_colours=state.two_colours(),
        status=status,
        on_open=lambda: round_form.choose_box(game, st.session_state[SHEET].open),
    )


def _fold_panel(*, complete: bool) -> None:
    """Open while there is something to enter; folded at the moment when the round is complete."""
    if OPEN not in st.session_state:
        st.session_state[OPEN] = not complete
    elif complete and not st.session_state.get(COMPLETE, True):
        st.session_state[OPEN] = False
    st.session_state[COMPLETE] = complete


def _new_hand(game: Game) -> None:
    round_form.clear_cards(game)
    st.session_state[OPEN] = True


def _example(game: Game) -> None:
    question = make_question(game.id, game.variant.id, DRILL, state.new_seed())
    assert isinstance(question, Question), "this drill asks about rounds"
    round_form.replace(game, entry.fields_of(game, question.round))


def _follow_link() -> None:
    address = state.arrived(PAGE)
    if not address:
        return
    game = build(*state.follow_game(address, GAME))
    told = {key: text for key, text in address.items() if round_form.is_field(game, key)}
    state.name_left_out(address, lambda name: round_form.is_field(game, name))
    told, draw = entry.without_unknown_draws(game, entry.with_dealt(told))
    if draw:
        state.name_unknown("draw", draw)
    if told:
        round_form.replace(game, told)


page()
