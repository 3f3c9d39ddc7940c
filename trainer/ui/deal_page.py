"""The part of the Tables page for five-card games: the chart, its cells, and the long table."""

from __future__ import annotations

from typing import Any

import streamlit as st

from trainer.errors import CardError
from trainer.locale import Translator
from trainer.rules import Game
from trainer.ui import background, deal_chart, deal_rows, long_table, state, waiting, whole_games
from trainer.ui.components import values_sheet
from trainer.ui.houses_table import first_action_name

CLASS, UPCARD = "tables.class", "tables.upcard"
MAP = "tables.map.deal"
FRAMED = "tables.framed.deal"  # the cell that the chart itself is told to frame
VIEW = "tables.view"
FIND, KIND, BEST, MOST, ORDER = (
    f"tables.deal.{name}" for name in ("find", "kind", "best", "most", "order")
)
_FIRST = ("ace-king", "7")
_GAPS = ("", "0.001", "0.01", "0.1")


def show(t: Translator, game: Game) -> dict[str, str]:
    """The page below its selectors; what of it belongs into the address."""
    n, of = whole_games.n_parts_of_table(game)
    if n < of:
        length = background.length_words(t, whole_games.table_seconds(game))
        words = t(
            "This table was not computed yet: {length} on this machine, for 5,649,150 hands "
            "against all upcards.",
            length=length,
        )
        title = t("Table of {house}", house=game.variant.name)
        background.show(t, whole_games.table_task(game, title), words, t("Compute it"))
        return {}
    shares = waiting.watch(
        t, t("Reading the table."), lambda report: whole_games.shares_of(game, report)
    )
    state.keep(CLASS, _FIRST[0])
    state.keep(UPCARD, _FIRST[1])
    _repair()
    views = {"chart": t("Chart"), "hands": t("All hands")}
    state.keep(VIEW, "chart")
    if st.session_state[VIEW] not in views:
        st.session_state[VIEW] = "chart"
    st.segmented_control(
        t("Show"), list(views), key=VIEW, format_func=lambda id: views[id], required=True
    )
    state.hold(VIEW)
    if state.kept(VIEW) == "chart":
        _show_chart(t, game, shares)
        return {"hand": state.kept(CLASS), "up": state.kept(UPCARD)}
    return {"view": "hands"} | _show_rows(t, game)


def follow_link(address: dict[str, str]) -> None:
    """Take over what a link says of this part."""
    state.put(VIEW, address.get("view", "chart"))
    for key, name, first in (
        (CLASS, "hand", _FIRST[0]), (UPCARD, "up", _FIRST[1]), (FIND, "find", ""),
        (KIND, "kind", ""), (BEST, "best", ""), (MOST, "most", ""), (ORDER, "order", "stored"),
    ):  # fmt: skip
        state.put(key, address.get(name, first))
    _repair()
    st.session_state[FRAMED] = (state.kept(CLASS), state.kept(UPCARD))


def _repair() -> None:
    """Put what a link may have garbled back to what there is."""
    if st.session_state[CLASS] not in deal_chart.CLASSES:
        state.put(CLASS, _FIRST[0])
    if st.session_state[UPCARD] not in tuple(deal_chart.UPCARDS):
        state.put(UPCARD, _FIRST[1])


def _show_chart(t: Translator, game: Game, shares: deal_chart.Shares) -> None:
    dark = st.context.theme.type == "dark"
    found = deal_chart.cells(shares)
    st.session_state.setdefault(FRAMED, (state.kept(CLASS), state.kept(UPCARD)))
    grid, beside = st.columns([16, 9], gap="medium")
    with beside:
        _choose_class(t)
        _choose_upcard(t)
        picked = state.kept(CLASS), state.kept(UPCARD)
        html = deal_chart.cell_html(t, shares, *picked, dark=dark)
        values_sheet(html, key="tables.cell")
    with grid:
        alt = t(
            "Chart of classes of hands against every upcard: colour and mark show the best action. "
            "The same figures are in the table below."
        )
        st.altair_chart(
            deal_chart.chart(t, found, st.session_state[FRAMED], dark=dark),
            key=f"{MAP}.{game.id}.{game.variant.id}.{dark}",
            on_select=_pick,
            theme=None,
            width="stretch",
            alt=alt,
        )
        values_sheet(deal_chart.legend_html(t, found, dark=dark), key="tables.legend")
    with st.expander(t("The same as a table")):
        values_sheet(deal_chart.table_html(t, found), key="tables.grid")


def _choose_class(t: Translator) -> None:
    st.selectbox(
        t("Hands"),
        list(deal_chart.CLASSES),
        key=CLASS,
        format_func=lambda id: deal_chart.class_name(t, id),
        on_change=_frame,
        help=t("Or pick a square."),
    )
    state.hold(CLASS)


def _choose_upcard(t: Translator) -> None:
    st.selectbox(
        t("Upcard"),
        list(deal_chart.UPCARDS),
        key=UPCARD,
        format_func=lambda rank: deal_chart.upcard_name(t, rank),
        on_change=_frame,
    )
    state.hold(UPCARD)


def _frame() -> None:
    """Make the chart frame the cell that was chosen beside it."""
    st.session_state[FRAMED] = (
        st.session_state.get(CLASS, state.kept(CLASS)),
        st.session_state.get(UPCARD, state.kept(UPCARD)),
    )


def _pick() -> None:
    """Take over the cell that was clicked. The chart frames it by itself."""
    for key, value in st.session_state.items():
        if str(key).startswith(MAP) and value:
            points = value["selection"].get(deal_chart.PICK) or []
            if points and points[0].get("hand") in deal_chart.CLASSES:
                state.put(CLASS, points[0]["hand"])
                state.put(UPCARD, points[0]["upcard"])


# --- the long table ------------------------------------------------------------------------------


def _show_rows(t: Translator, game: Game) -> dict[str, str]:
    with st.container(horizontal=True, vertical_alignment="bottom", key="tables-filter"):
        _choose_upcard(t)
        state.keep(FIND, "")
        hint = t("as in {example}", example="KK9, Kh Kd 9s 5c 2d")
        st.text_input(t("Hand"), key=FIND, placeholder=hint, autocomplete="off", live=True)
        state.hold(FIND)
        kinds = {"": t("Any"), **{id: deal_chart.class_name(t, id) for id in deal_chart.CLASSES}}
        _select(KIND, t("Class"), kinds)
        gaps = {"": t("Any"), **{gap: t("at most {gap}", gap=gap) for gap in _GAPS[1:]}}
        _select(MOST, t("Cost of the second best"), gaps)
        orders = {
            "stored": t("By cards"),
            long_table.GAP: t("Closest decisions first"),
            f"-{long_table.GAP}": t("Costliest mistakes first"),
        }
        _select(ORDER, t("Order"), orders)
    actions = [action.id for stage in game.stages if stage.id == "deal" for action in stage.actions]
    names = {"": t("Any"), **{id: first_action_name(t, id) for id in actions}}
    state.keep(BEST, "")
    if st.session_state[BEST] not in names:
        st.session_state[BEST] = ""
    st.segmented_control(
        t("Best action"), list(names), key=BEST, format_func=lambda id: names[id], required=True
    )
    state.hold(BEST)
    rows = whole_games.rows_of(game, deal_chart.RANKS.index(state.kept(UPCARD)))
    most = state.kept(MOST)
    wanted = deal_rows.Wanted(
        state.kept(FIND), state.kept(KIND), state.kept(BEST), float(most) if most else None
    )
    try:
        found = deal_rows.filtered(t, rows, wanted)
    except CardError as error:
        st.error(f"{t('Hand')}: {error.message}.", icon=":material/error:")
        return {"up": state.kept(UPCARD)}
    order = state.kept(ORDER)
    _show_found(t, long_table.ordered(found, order), rows)
    told = {"up": state.kept(UPCARD), "find": wanted.hand, "kind": wanted.kind}
    told |= {"best": wanted.best, "most": most, "order": "" if order == "stored" else order}
    return told


def _show_found(t: Translator, found: Any, rows: Any) -> None:
    words = t.n(
        "{shown} row of {all} against this upcard, standing for {deals} deals.",
        "{shown} rows of {all} against this upcard, standing for {deals} deals.",
        found.num_rows,
        shown=f"{found.num_rows:,}",
        all=f"{rows.num_rows:,}",
        deals=f"{long_table.n_deals(found):,}",
    )
    st.markdown(words)
    number = st.column_config.NumberColumn
    # What the house does not sell is empty in every row.
    evs = [
        name
        for name in rows.column_names
        if name.startswith("ev_") and rows[name].null_count < rows.num_rows
    ]
    has_swaps = "ev_exchange" in evs
    columns = ["hand", "best", long_table.GAP, *evs, *(["exchange"] if has_swaps else []), "weight"]
    st.dataframe(
        deal_rows.shown(t, found),
        lazy=found.num_rows > 1000,
        hide_index=True,
        height=530,
        column_order=columns,
        key="tables.deal.rows",
        column_config={
            "hand": t("Hand"),
            "best": t("Best"),
            "exchange": t("Best exchange gives up"),
            "weight": number(t("Deals"), help=t("Deals that differ by a change of suits only.")),
            long_table.GAP: number(
                t("Cost of the second"), format="%.4f", help=t("What the second action gives up.")
            ),
            **{
                name: number(
                    t("EV of {action}", action=first_action_name(t, name.removeprefix("ev_"))),
                    format="%+.4f",
                )
                for name in evs
            },
        },
        alt=words,
    )
    st.download_button(
        t("Download as CSV"),
        lambda: long_table.csv_bytes(found.drop_columns([long_table.GAP])),
        file_name="deals.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _select(key: str, label: str, names: dict[str, str]) -> None:
    state.keep(key, next(iter(names)))
    if st.session_state[key] not in names:
        st.session_state[key] = next(iter(names))
    st.selectbox(label, list(names), key=key, format_func=lambda id: names[id])
    state.hold(key)
