"""The Decide page: a spot entered or dealt, what every action is worth, and what mistakes cost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import streamlit as st

from trainer.errors import TrainerError
from trainer.games import GAME_IDS, build, game_name
from trainer.locale import Translator
from trainer.rules import Game, Stage
from trainer.ui import (
    choosing,
    engine,
    picker,
    spot_form,
    spots,
    state,
    stud_spots,
    verdict,
    waiting,
)
from trainer.ui.components import sheet, values_sheet
from trainer.ui.entry import error_sentence, without_unknown_draws
from trainer.ui.felt import Felt, felt_html

PAGE = "decide"
GAME = "decide.game"
OPEN = "decide.open"
CHOOSE = "decide.choose"  # choose first, then see the values
STAGES = "decide.stages"
CLOSE = "decide.close"
SEED = "decide.seed"  # of the next deal; it is dealt once the engine can be asked
CHOSEN = "decide.chosen"
PICKED = "decide.picked"  # cards to give up, before an exchange is chosen
FELT = "decide.felt"
SCORE = "decide.score"
_CLOSE = Fraction(1, 10)  # antes; what "close" means for dealt decisions
_TRIES = 400
_TRIES_OF_FIVE_CARDS = 100  # each takes a tenth of a second


def page() -> None:
    """One run of the page."""
    t = state.language()
    _follow_link()
    picker.repair(spot_form.PICKER)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(t("What is the best action?"), anchor=False)
    state.show_notice(t)
    game = _game()
    waiting.prepare(t, engine.part_of(game))
    _deal_what_was_asked_for(t, game)
    fields = spot_form.fields(game)
    entry = spot_form.read(t, game)
    st.session_state.setdefault(OPEN, entry.stage is None)
    _show_bar(t, game)
    with st.expander(t("Cards and side bets"), key=OPEN, on_change="rerun"):
        spot_form.show(t, game)
    with st.container(key="decide-columns"):
        table, actions = st.columns([11, 9], gap="medium")
    answer = None
    if game.five_card and entry.stage is not None:
        with actions:
            answer = _values(t, entry)
    with table:
        _show_felt(t, game, entry, answer)
    with actions:
        if entry.stage is None:
            _show_what_is_missing(entry)
        elif game.five_card and answer is None:
            pass  # what is wrong with the spot is shown already
        elif _chooses():
            _show_question(t, game, entry, entry.stage)
        else:
            _show_values(t, entry, entry.stage)
    choose = {"choose": "yes"} if _chooses() else {}
    state.link({"game": game.id, "house": game.variant.id} | fields | choose)


def _game() -> Game:
    game_id = state.known_game(state.kept(GAME))
    return build(game_id, state.known_house(game_id, state.kept(state.house_key(game_id))))


def _chooses() -> bool:
    return state.kept(CHOOSE) == "True"


def _show_bar(t: Translator, game: Game) -> None:
    """Game and house, how to deal, and whether to choose first."""
    with st.container(horizontal=True, vertical_alignment="center", key="decide-table"):
        name = state.table_name(game.id, game.variant.id)
        with st.popover(name, type="tertiary", icon=":material/table_restaurant:"):
            _choose_table(t, game)
        st.button(
            t("Deal"),
            icon=":material/playing_cards:",
            on_click=_ask_for_a_deal,
            type="tertiary",
            help=t("A spot of this game by chance."),
        )
        st.button(
            t("Clear"),
            icon=":material/restart_alt:",
            on_click=_clear,
            args=(game,),
            type="tertiary",
        )
        state.keep(CHOOSE, False)
        st.toggle(
            t("Choose first"),
            key=CHOOSE,
            help=t("As a drill: you choose an action, then you see what it costs."),
        )
        state.hold(CHOOSE)


def _choose_table(t: Translator, game: Game) -> None:
    state.keep(GAME, GAME_IDS[0], hidden=True)
    st.selectbox(t("Game"), GAME_IDS, key=GAME, format_func=game_name)
    state.hold(GAME)
    state.choose_house(t, state.kept(GAME), t("House"), hidden=True)
    stages = {stage.id: verdict.stage_name(t, stage) for stage in spot_form.stages_of(game)}
    if len(stages) > 1:
        key = f"{STAGES}.{game.id}"
        state.keep(key, list(stages), hidden=True)
        st.pills(
            t("Decisions to deal"),
            list(stages),
            selection_mode="multi",
            key=key,
            format_func=lambda id: stages[id],
        )
        state.hold(key)
    state.keep(CLOSE, False, hidden=True)
    st.toggle(
        t("Close decisions"),
        key=CLOSE,
        help=t(
            "Deals spots in which the second best action costs less than a tenth of an ante. "
            "They come more often here than at a table."
        ),
    )
    state.hold(CLOSE)


# --- dealing and clearing ------------------------------------------------------------------------


def _ask_for_a_deal() -> None:
    st.session_state[SEED] = state.new_seed()
    st.session_state[OPEN] = False


def _clear(game: Game) -> None:
    spot_form.put_cards(game, {})
    st.session_state[OPEN] = True


def _deal_what_was_asked_for(t: Translator, game: Game) -> None:
    seed = st.session_state.pop(SEED, None)
    if seed is None:
        return
    stages = state.kept_list(f"{STAGES}.{game.id}")
    dealt = spot_form.deal(game, stages, seed)
    if state.kept(CLOSE) == "True":
        dealt = waiting.watch(
            t, t("Looking for a close decision."), lambda p: _close_one(t, game, stages, seed, p)
        )
    spot_form.put_cards(game, dealt)


def _close_one(
    t: Translator, game: Game, stages: list[str], seed: int, progress: waiting.Progress
) -> dict[str, str]:
    """The first close decision of a few deals, or the closest of them."""
    tries = _TRIES_OF_FIVE_CARDS if game.five_card else _TRIES
    if not game.five_card:
        engine.solve(game)  # after it a decision before or on the flop is looked up
    closest: tuple[Fraction, dict[str, str]] | None = None
    for n in range(tries):
        progress(n / tries)
        fields = spot_form.deal(game, stages, seed + n)
        document = spot_form.document_of(t, game, fields)
        gap = spots.gap(engine.values_of(document, lambda _: None))
        if closest is None or gap < closest[0]:
            closest = gap, fields
        if gap < _CLOSE:
            break
    assert closest is not None
    return closest[1]


# --- what is shown -------------------------------------------------------------------------------


def _show_felt(
    t: Translator, game: Game, entry: spots.SpotEntry, answer: dict[str, Any] | None
) -> None:
    if game.five_card:
        key = _question_key(entry)
        asks = _chooses() and st.session_state.get(CHOSEN, {}).get("key") != key
        picks = asks and answer is not None and choosing.can_exchange(answer)
        choosing.show_felt(
            t,
            game,
            entry.document,
            key=FELT,
            given=choosing.picked(PICKED, key) if asks else choosing.given_by(answer),
            on_pick=(lambda card: choosing.pick(PICKED, key, card)) if picks else None,
        )
        return
    house = game.variant.house
    felt = Felt(2, 5, 2, house.chips, told=False, spots=False, small=True)
    html = felt_html(t, felt, entry.document, None)
    sheet(html, key=FELT, two_colours=state.two_colours())


def _show_what_is_missing(entry: spots.SpotEntry) -> None:
    if entry.problem:
        st.error(entry.problem, icon=":material/error:")
    else:
        st.info(entry.missing)


def _values(t: Translator, entry: spots.SpotEntry) -> dict[str, Any] | None:
    try:
        return waiting.watch(
            t, t("Computing this spot."), lambda p: engine.values_of(entry.document, p)
        )
    except TrainerError as error:
        st.error(error_sentence(t, error), icon=":material/error:")
        return None


def _above(t: Translator, entry: spots.SpotEntry, stage: Stage) -> str:
    when = verdict.stage_name(t, stage)
    return t("{stage}, side bets included", stage=when) if "stakes" in entry.document else when


def _show_values(t: Translator, entry: spots.SpotEntry, stage: Stage) -> None:
    answer = _values(t, entry)
    if answer is not None:
        said = verdict.verdict(t, answer["actions"])
        html = verdict.values_html(t, answer["actions"], said, above=_above(t, entry, stage))
        values_sheet(html, key="decide.values", status=said)


def _show_question(t: Translator, game: Game, entry: spots.SpotEntry, stage: Stage) -> None:
    chosen = st.session_state.get(CHOSEN, {})
    key = _question_key(entry)
    if chosen.get("key") != key:
        over, title = _above(t, entry, stage), t("What do you do?")
        head = verdict.head_html(t, (), title, above=over)
        values_sheet(head, key="decide.ask")
        if game.five_card:
            answer = _values(t, entry)
            assert answer is not None, "shown only when it is there"
            cards = choosing.picked(PICKED, key)
            choosing.show_buttons(
                t, game, answer, cards, key="decide", on_choose=lambda action: _choose(key, action)
            )
        else:
            _show_choices(t, stage, key)
    else:
        answer = _values(t, entry)
        if answer is None:
            return
        _count(chosen, answer)
        said = verdict.choice_words(t, answer["actions"], chosen["action"])
        html = verdict.values_html(
            t, answer["actions"], said, chosen=chosen["action"], above=_above(t, entry, stage)
        )
        values_sheet(html, key="decide.values", status=said)
        st.button(
            t("Next spot"),
            type="primary",
            icon=":material/arrow_forward:",
            on_click=_ask_for_a_deal,
            shortcut="Enter",
        )
    score = verdict.score_words(t, *st.session_state.get(SCORE, (0, 0, Fraction(0))))
    if score:
        st.caption(score)


def _show_choices(t: Translator, stage: Stage, key: str) -> None:
    with st.container(key="decide-choices"):
        for action in verdict.in_order(stage):
            st.button(
                verdict.action_name(t, action.id),
                key=f"decide.choice.{action.id}",
                on_click=_choose,
                args=(key, action.id),
                shortcut=verdict.key_of(action),
                width="stretch",
            )
    st.caption(t("The key of an action is the number of antes that it puts out."))


def _question_key(entry: spots.SpotEntry) -> str:
    return json.dumps(entry.document, sort_keys=True)


def _choose(key: str, action: str) -> None:
    if st.session_state.get(CHOSEN, {}).get("key") != key:
        st.session_state[CHOSEN] = {"key": key, "action": action, "counted": False}


def _count(chosen: dict[str, Any], answer: Mapping[str, Any]) -> None:
    """Add a choice to the session's total, once."""
    if chosen["counted"]:
        return
    chosen["counted"] = True
    actions, id = answer["actions"], chosen["action"]
    cost = verdict.cost_of(verdict.find(actions, id), actions)
    n, n_right, total = st.session_state.get(SCORE, (0, 0, Fraction(0)))
    right = verdict.is_right(actions, id)
    st.session_state[SCORE] = (n + 1, n_right + right, total + cost)


def _follow_link() -> None:
    address = state.arrived(PAGE)
    if not address:
        return
    game = build(*state.follow_game(address, GAME))
    names = spot_form.field_names(game)
    known = stud_spots.from_address(address) if game.five_card else address
    known, draw = without_unknown_draws(game, known)
    if draw:
        state.name_unknown("draw", draw)
    stage = stud_spots.unknown_stage(game, known) if game.five_card else ""
    if stage:
        state.name_unknown("stage", stage)
    state.name_left_out(known, lambda name: name in names)
    told = {name: text for name, text in known.items() if name in names}
    if told:
        spot_form.replace(game, told)
    if "choose" in address:
        state.put(CHOOSE, address["choose"] == "yes")


page()
