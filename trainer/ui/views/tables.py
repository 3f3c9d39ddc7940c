"""The Tables page: every starting hand as a heat map, and every hand on every flop as rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from trainer.errors import CardError
from trainer.games import GAME_IDS, build, game_name
from trainer.locale import Translator
from trainer.rules import Game
from trainer.ui import deal_page, engine, heat_map, long_table, state, verdict, waiting
from trainer.ui.components import values_sheet

PAGE = "tables"
GAME = "tables.game"
STAGE = "tables.stage"
DEAL = "deal"  # the stage of five-card games that has a table
HAND = "tables.hand"
MAP = "tables.map"
FRAMED = "tables.framed"  # the hand that the chart itself is told to frame
FIND_HAND, FIND_FLOP, BEST, MOST, ORDER = (
    f"tables.{name}" for name in ("find-hand", "find-flop", "best", "most", "order")
)
_FIRST_HAND = "K9s"
_GAPS = ("", "0.001", "0.01", "0.1")


def page() -> None:
    """One run of the page."""
    t = state.language()
    _follow_link()
    with st.container(key="tables-head"):
        st.title(t("Tables"), anchor=False)
    state.show_notice(t)
    game, stage_id = _choose(t)
    if game.five_card:
        waiting.prepare(t, engine.DRAWN)
        address = {"game": game.id, "house": game.variant.id, "stage": stage_id}
        state.link(address | deal_page.show(t, game))
        return
    waiting.prepare(t)
    table = waiting.watch(
        t,
        t("Computing the table."),
        lambda p: engine.table_of(game.id, game.variant.id, stage_id, p),
    )
    address = {"game": game.id, "house": game.variant.id, "stage": stage_id}
    if "class" in table.column_names:
        address |= _show_map(t, game, table)
    else:
        address |= _show_rows(t, game, stage_id, table)
    state.link(address)


def _choose(t: Translator) -> tuple[Game, str]:
    ids = GAME_IDS
    game_column, house_column, stage_column = st.columns([3, 4, 4], vertical_alignment="bottom")
    with game_column:
        state.keep(GAME, ids[0])
        if st.session_state[GAME] not in ids:
            st.session_state[GAME] = ids[0]
        st.selectbox(t("Game"), ids, key=GAME, format_func=game_name)
        state.hold(GAME)
    game_id = state.kept(GAME)
    with house_column:
        house_id = state.choose_house(t, game_id, t("House"))
    game = build(game_id, house_id)
    stages = {stage.id: verdict.stage_name(t, stage) for stage in game.stages}
    with_tables = (DEAL,) if game.five_card else engine.stages_with_tables(game_id)
    legal = [id for id in with_tables if id in stages]
    with stage_column:
        state.keep(STAGE, legal[0])
        if st.session_state[STAGE] not in legal:
            st.session_state[STAGE] = legal[0]
        st.segmented_control(
            t("Decision"), legal, key=STAGE, format_func=lambda id: stages[id], required=True
        )
        state.hold(STAGE)
    return game, state.kept(STAGE)


# --- the heat map --------------------------------------------------------------------------------


def _show_map(t: Translator, game: Game, table: Any) -> dict[str, str]:
    dark = st.context.theme.type == "dark"
    rows = table.to_pylist()
    found = heat_map.squares(rows, dark=dark)
    state.keep(HAND, _FIRST_HAND)
    st.session_state.setdefault(FRAMED, state.kept(HAND))
    grid, beside = st.columns([16, 9], gap="medium")
    with beside:
        st.selectbox(
            t("Hand"), heat_map.hands(), key=HAND, on_change=_frame, help=t("Or pick a square.")
        )
        state.hold(HAND)
        picked = state.kept(HAND)
        row = next(row for row in rows if row["class"] == picked)
        _show_hand(t, row)
    with grid:
        alt = t(
            "Heat map of 169 starting hands: colour and mark show the best action. "
            "The same figures are in the table below."
        )
        st.altair_chart(
            heat_map.chart(t, found, str(st.session_state[FRAMED]), dark=dark),
            key=f"{MAP}.{game.variant.id}.{dark}",
            on_select=_pick,
            theme=None,
            width="stretch",
            alt=alt,
        )
        values_sheet(heat_map.scale_html(t, dark=dark), key="tables.scale")
    with st.expander(t("The same as a table")):
        values_sheet(heat_map.table_html(t, found), key="tables.grid")
    _show_downloads(t, f"{game.id}-preflop", lambda: table)
    return {"hand": picked}


def _show_hand(t: Translator, row: dict[str, Any]) -> None:
    actions = heat_map.actions_in(row)
    said = verdict.verdict(t, actions)
    best = verdict.action_name(t, row["best"])
    title = t("{hand}: {action}", hand=row["class"], action=best)
    share = t(
        "{n} of 1,326 deals. Colour shows how much betting gains; the mark 4× says the same "
        "without colour.",
        n=row["weight"],
    )
    html = (
        heat_map.hand_html(t, row["class"])
        + verdict.head_html(t, actions, title)
        + f'<p class="say">{said}</p>'
        + verdict.actions_html(t, actions, exact=False)
        + f'<p class="say">{share}</p>'
    )
    values_sheet(html, key="tables.picked", two_colours=state.two_colours(), status=said)


def _pick() -> None:
    """Take over the square that was clicked. The chart frames it by itself."""
    for key, value in st.session_state.items():
        if str(key).startswith(MAP) and value:
            points = value["selection"].get(heat_map.PICK) or []
            if points and points[0].get("hand") in heat_map.hands():
                state.put(HAND, points[0]["hand"])


def _frame() -> None:
    """Make the chart frame the hand that was chosen beside it."""
    st.session_state[FRAMED] = st.session_state[HAND]


# --- the long tables -----------------------------------------------------------------------------


def _show_rows(t: Translator, game: Game, stage_id: str, table: Any) -> dict[str, str]:
    ids = [a.id for stage in game.stages if stage.id == stage_id for a in stage.actions]
    wanted = _show_filter(t, game, ids)
    table = long_table.with_gap(table)
    try:
        found = long_table.filtered(
            table,
            wanted,
            lambda hole, flop: engine.row_of(game.id, game.variant.id, table, hole, flop),
        )
    except CardError as error:
        words = {"hand": t("Hand"), "flop": t("Flop")}
        place = words.get(error.where.partition(".")[0], "")
        st.error(f"{place}: {error.message}.", icon=":material/error:")
        return {}
    order = state.kept(ORDER)
    found = long_table.ordered(found, order)
    st.markdown(_count_words(t, found, table.num_rows))
    evs = {name: name for name in found.column_names if name.startswith("ev_")}
    number = st.column_config.NumberColumn
    st.dataframe(
        long_table.shown(t, found, verdict.action_name),
        lazy=found.num_rows > 1000,
        hide_index=True,
        height=530,
        column_order=["hand", "flop", "best", long_table.GAP, *evs, "weight"],
        key=f"tables.rows.{game.id}.{game.variant.id}",
        column_config={
            "hand": t("Hand"),
            "flop": t("Flop"),
            "weight": number(t("Deals"), help=t("Deals that differ by a change of suits only.")),
            "best": t("Best"),
            long_table.GAP: number(
                t("Cost of the other"), format="%.4f", help=t("What the second action gives up.")
            ),
            **{
                name: number(
                    t("EV of {action}", action=verdict.action_name(t, _action_of(name))),
                    format="%+.4f",
                )
                for name in evs
            },
        },
        alt=_count_words(t, found, table.num_rows),
    )
    _show_downloads(t, f"{game.id}-{stage_id}", lambda: found.drop_columns([long_table.GAP]))
    told = {"find": wanted.hand, "flop": wanted.flop, "best": wanted.best}
    told |= {"most": state.kept(MOST), "order": "" if order == "stored" else order}
    return told


def _action_of(column: str) -> str:
    return column.removeprefix("ev_").replace("_", "-")


def _show_filter(t: Translator, game: Game, ids: list[str]) -> long_table.Wanted:
    names = {"": t("Any"), **{id: verdict.action_name(t, id) for id in ids}}
    with st.container(horizontal=True, vertical_alignment="bottom", key="tables-filter"):
        _text(FIND_HAND, t("Hand"), t("as in {example}", example="AKs, AhKd"))
        _text(FIND_FLOP, t("Flop"), t("as in {example}", example="K72, Kh7c2d"))
        gaps = {"": t("Any"), **{gap: t("at most {gap}", gap=gap) for gap in _GAPS[1:]}}
        _select(MOST, t("Cost of the other action"), gaps)
        orders = {
            "stored": t("By flop"),
            long_table.GAP: t("Closest decisions first"),
            f"-{long_table.GAP}": t("Costliest mistakes first"),
            "-weight": t("Most frequent first"),
        }
        _select(ORDER, t("Order"), orders)
    state.keep(BEST, "")
    if st.session_state[BEST] not in names:
        st.session_state[BEST] = ""
    st.segmented_control(
        t("Best action"), list(names), key=BEST, format_func=lambda id: names[id], required=True
    )
    state.hold(BEST)
    most_text = state.kept(MOST)
    return long_table.Wanted(
        state.kept(FIND_HAND),
        state.kept(FIND_FLOP),
        state.kept(BEST),
        float(most_text) if most_text else None,
    )


def _text(key: str, label: str, hint: str) -> None:
    state.keep(key, "")
    st.text_input(label, key=key, placeholder=hint, autocomplete="off", live=True)
    state.hold(key)


def _select(key: str, label: str, names: dict[str, str]) -> None:
    first = next(iter(names))
    state.keep(key, first)
    if st.session_state[key] not in names:
        st.session_state[key] = first
    st.selectbox(label, list(names), key=key, format_func=lambda id: names[id])
    state.hold(key)


def _count_words(t: Translator, found: Any, n_all: int) -> str:
    n, deals = found.num_rows, long_table.n_deals(found)
    if n == n_all:
        return t(
            "All {n} rows. They stand for {deals} deals that differ by more than suits.",
            n=f"{n:,}",
            deals=f"{deals:,}",
        )
    return t.n(
        "{shown} row of {all}, standing for {deals} deals.",
        "{shown} rows of {all}, standing for {deals} deals.",
        n,
        shown=f"{n:,}",
        all=f"{n_all:,}",
        deals=f"{deals:,}",
    )


def _show_downloads(t: Translator, name: str, rows: Callable[[], Any]) -> None:
    with st.container(horizontal=True):
        st.download_button(
            t("Download as CSV"),
            lambda: long_table.csv_bytes(rows()),
            file_name=f"{name}.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            t("Download as Parquet"),
            lambda: long_table.parquet_bytes(rows()),
            file_name=f"{name}.parquet",
            mime="application/vnd.apache.parquet",
            icon=":material/download:",
            on_click="ignore",
        )


def _follow_link() -> None:
    address = state.arrived(PAGE)
    if not address:
        return
    game_id, _ = state.follow_game(address, GAME)
    if "stage" in address:
        state.put(STAGE, address["stage"])
    if build(game_id).five_card:
        deal_page.follow_link(dict(address))
        return
    if address.get("hand") in heat_map.hands():
        state.put(HAND, address["hand"])
        st.session_state[FRAMED] = address["hand"]
    if "stage" in address:
        for key, name in ((FIND_HAND, "find"), (FIND_FLOP, "flop"), (BEST, "best")):
            state.put(key, address.get(name, ""))
        state.put(MOST, address.get("most", ""))
        state.put(ORDER, address.get("order", "stored"))


page()
