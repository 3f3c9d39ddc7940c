"""The House edge page: a paytable that can be edited, and the exact edge of the game under it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pandas as pd
import streamlit as st

from trainer import wording
from trainer.errors import TrainerError
from trainer.games import GAME_IDS, build, game_name, specs, tables
from trainer.locale import Translator
from trainer.paytables import FileReport, parse_tables
from trainer.rules import Game, Paytable
from trainer.ui import edge_table, engine, five_card_figures, state, waiting
from trainer.ui.components import values_sheet
from trainer.ui.entry import error_sentence

PAGE = "edge"
GAME = "edge.game"
BET = "edge.bet"
ODDS = "edge.odds"  # what was changed, by game, house and bet
ROUND = "edge.round"  # counts what was put into the editor from outside
UPLOAD = "edge.upload"
FILE = "edge.file"  # the last file that was read, and what was found in it
START = "edge.start"

Texts = dict[str, str]


def page() -> None:
    """One run of the page."""
    t = state.language()
    _follow_link()
    with st.container(key="edge-head"):
        st.title(t("House edge"), anchor=False)
    state.show_notice(t)
    game = _choose_game(t)
    waiting.prepare(t, engine.part_of(game))
    bets = edge_table.bets_with_tables(game)
    paytable, figures = st.columns([4, 5], gap="large")
    with paytable:
        bet = _choose_bet(t, game, bets)
        _show_start(t, game, bet, bets[bet])
        _show_editor(t, game, bet)
        _show_upload(t, game, bet)
    with figures:
        is_told = _show_figures(t, game, bets)
    if game.five_card:
        is_told = five_card_figures.show_houses(t, game, is_told=is_told)
        five_card_figures.show_features(t, game, is_told=is_told)
    _link(game, bets)


def _choose_game(t: Translator) -> Game:
    ids = GAME_IDS
    game_column, house_column = st.columns([4, 5], gap="large", vertical_alignment="bottom")
    with game_column:
        state.keep(GAME, ids[0])
        if st.session_state[GAME] not in ids:
            st.session_state[GAME] = ids[0]
        st.selectbox(t("Game"), ids, key=GAME, format_func=game_name)
        state.hold(GAME)
    game_id = state.kept(GAME)
    with house_column:
        house_id = state.choose_house(t, game_id, t("House"))
    return build(game_id, house_id)


def _choose_bet(t: Translator, game: Game, bets: dict[str, str]) -> str:
    key = f"{BET}.{game.id}"
    names = {bet: wording.bet_name(t, bet) for bet in bets}
    state.keep(key, next(iter(bets)))
    if st.session_state[key] not in bets:
        st.session_state[key] = next(iter(bets))
    st.segmented_control(
        t("Paytable of"), list(bets), key=key, format_func=lambda id: names[id], required=True
    )
    state.hold(key)
    return state.kept(key)


# --- the odds that are edited --------------------------------------------------------------------


def _odds_key(game: Game, bet: str) -> str:
    return f"{ODDS}.{game.id}.{game.variant.id}.{bet}"


def _house_table(game: Game, bet: str) -> Paytable:
    return tables(game.id)[bet][edge_table.bets_with_tables(game)[bet]]


def _house_texts(game: Game, bet: str) -> Texts:
    return edge_table.texts_of(specs(game.id)[bet], _house_table(game, bet))


def _texts(game: Game, bet: str) -> Texts:
    """The odds as they stand now: the house's, with what was changed."""
    changed: Texts = st.session_state.get(_odds_key(game, bet), {})
    return _house_texts(game, bet) | changed


def _put_texts(game: Game, bet: str, texts: Texts) -> None:
    """Keep the odds that differ from the house's."""
    changed = edge_table.changed_rows(_house_texts(game, bet), texts)
    st.session_state[_odds_key(game, bet)] = changed


def _replace(game: Game, bet: str, texts: Texts) -> None:
    """Put odds into the editor from outside of it."""
    _put_texts(game, bet, texts)
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1


def _report(game: Game, bet: str) -> FileReport:
    return edge_table.read_texts(bet, specs(game.id)[bet], _texts(game, bet))


def _show_start(t: Translator, game: Game, bet: str, own: str) -> None:
    known = tables(game.id)[bet]
    key = f"{START}.{game.id}.{game.variant.id}.{bet}"
    state.keep(key, own)
    if st.session_state[key] not in known:
        st.session_state[key] = own
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            t("Start from"),
            list(known),
            key=key,
            format_func=lambda id: t("{table} (this house)", table=id) if id == own else id,
            on_change=_start_from,
            args=(game, bet, key),
        )
        state.hold(key)
        st.button(
            t("Back to the house's table"),
            icon=":material/undo:",
            on_click=_back,
            args=(game, bet, key, own),
            disabled=not st.session_state.get(_odds_key(game, bet)),
            help=t("Takes all changes back."),
        )


def _start_from(game: Game, bet: str, key: str) -> None:
    table = tables(game.id)[bet][st.session_state[key]]
    _replace(game, bet, edge_table.texts_of(specs(game.id)[bet], table))


def _back(game: Game, bet: str, key: str, own: str) -> None:
    state.put(key, own)
    _replace(game, bet, _house_texts(game, bet))


def _show_editor(t: Translator, game: Game, bet: str) -> None:
    """The grid. It starts from the odds as they were when it was first shown, and keeps edits."""
    key = f"edge.editor.{game.id}.{game.variant.id}.{bet}.{st.session_state.get(ROUND, 0)}"
    base = f"{key}.base"
    if key not in st.session_state or base not in st.session_state:
        st.session_state[base] = _texts(game, bet)
    shown: Texts = st.session_state[base]
    rows = list(shown)
    frame = pd.DataFrame(
        {"hand": [edge_table.row_name(t, row) for row in rows], "odds": list(shown.values())}
    )
    text = st.column_config.TextColumn
    edited = st.data_editor(
        frame,
        key=key,
        hide_index=True,
        height="content",
        column_config={
            "hand": text(t("Hand"), disabled=True),
            "odds": text(
                t("Pays"),
                required=True,
                validate=edge_table.TYPED,
                help=t("To 1, without the stake: 3:2, or push, or lose."),
            ),
        },
        alt=t("Paytable of {bet}", bet=wording.bet_name(t, bet)),
    )
    typed = dict(zip(rows, (str(odds).strip() for odds in edited["odds"]), strict=True))
    _put_texts(game, bet, typed)
    report = _report(game, bet)
    findings = [(st.error, report.faults), (st.warning, report.warnings)]
    for show, found in findings:
        if found:
            show("\n\n".join(edge_table.typed_finding(t, typed, one) for one in found))
    st.download_button(
        t("Save as CSV"),
        _csv(game, bet, report),
        file_name=f"{game.id}-{bet}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        disabled=not report.ok,
    )


def _csv(game: Game, bet: str, report: FileReport) -> str:
    origin = _house_table(game, bet)
    changed = bool(st.session_state.get(_odds_key(game, bet)))
    texts = _texts(game, bet)
    if report.ok:  # as the reader understood them: 1.5 is 3:2
        texts = edge_table.texts_of(specs(game.id)[bet], next(iter(report.tables.values())))
    name = f"{origin.id}-edited" if changed else origin.id
    return edge_table.csv_text(name, texts, origin, date.today().isoformat())


def _show_upload(t: Translator, game: Game, bet: str) -> None:
    """A file takes the place of the odds once; after that only the report on it stays."""
    sent = st.file_uploader(
        t("Upload a paytable (CSV)"),
        type=["csv", "tsv", "txt"],
        key=UPLOAD,
        max_upload_size=1,
        help=t("Columns: table, row, odds. A column hand, 3 to 1 and the like are read as well."),
    )
    if sent is None:
        st.session_state.pop(FILE, None)
        return
    kept = st.session_state.get(FILE)
    if kept is None or kept["id"] != sent.file_id:
        report = parse_tables(sent.getvalue(), sent.name, bet, specs(game.id)[bet])
        kept = {"id": sent.file_id, "game": game.id, "bet": bet, "report": report}
        st.session_state[FILE] = kept
        if report.tables:
            _take_table(game, bet, next(iter(report.tables)))
            st.rerun()  # the editor stands above
    if (kept["game"], kept["bet"]) == (game.id, bet):
        _show_report(t, game, bet, sent.name, kept["report"])


def _take_table(game: Game, bet: str, table_id: str) -> None:
    report: FileReport = st.session_state[FILE]["report"]
    _replace(game, bet, edge_table.texts_of(specs(game.id)[bet], report.tables[table_id]))


def _show_report(t: Translator, game: Game, bet: str, name: str, report: FileReport) -> None:
    for show, findings, title in (
        (st.error, report.faults, t("{file} was not used:", file=name)),
        (st.warning, report.warnings, t("{file} was read, but look at this:", file=name)),
        (st.info, report.notes, t("{file} was read like this:", file=name)),
    ):
        if findings:
            lines = "\n".join(f"- {edge_table.file_finding(t, one)}" for one in findings)
            show(f"{title}\n\n{lines}")
    if report.ok and not report.warnings and not report.notes:
        st.caption(t("{file} is in the table above.", file=name))
    if len(report.tables) > 1:
        key = f"edge.table.{st.session_state[FILE]['id']}"
        st.selectbox(
            t("Table in the file"),
            list(report.tables),
            key=key,
            on_change=lambda: _take_table(game, bet, st.session_state[key]),
        )


# --- the figures ---------------------------------------------------------------------------------


def _show_figures(t: Translator, game: Game, bets: dict[str, str]) -> bool:
    """The figures; whether they are missing, and the page says how far the work on them is."""
    edited: dict[str, Paytable] = {}
    changes: list[tuple[str, str, Texts]] = []
    for bet in bets:
        changed = st.session_state.get(_odds_key(game, bet), {})
        if not changed:
            continue
        report = _report(game, bet)
        if not report.ok:
            st.info(t("The figures follow once every row of {bet} can be read.",
                      bet=wording.bet_name(t, bet)))  # fmt: skip
            return False
        edited[bet] = next(iter(report.tables.values()))
        house, now = _house_texts(game, bet), edge_table.texts_of(specs(game.id)[bet], edited[bet])
        changes += [
            (bet, row, {"before": house[row], "after": text})
            for row, text in edge_table.changed_rows(house, now).items()
        ]
    if not changes:
        edited = {}
    if game.five_card:
        return five_card_figures.show_figures(t, game, edited, changes)
    try:
        standard = _edge(t, game, {})
        found = _edge(t, game, edited) if edited else standard
    except TrainerError as error:
        st.error(error_sentence(t, error), icon=":material/error:")
        return False
    html = edge_table.figures_html(t, found, standard)
    html += edge_table.facts_html(t, game, found, standard, changes)
    said = t("House edge {edge}", edge=edge_table.percent(found["house_edge"]))
    values_sheet(html, key="edge.figures", status=said)
    return False


def _edge(t: Translator, game: Game, edited: dict[str, Paytable]) -> dict[str, Any]:
    return waiting.watch(
        t,
        t("Computing the whole game."),
        lambda p: engine.edge_of(game.id, game.variant.id, edited, p),
    )


# --- the address ---------------------------------------------------------------------------------


def _link(game: Game, bets: dict[str, str]) -> None:
    """Game, house, and the rows that were changed: `blind=flush 2:1, straight push`."""
    told = {"game": game.id, "house": game.variant.id}
    for bet in bets:
        changed = st.session_state.get(_odds_key(game, bet), {})
        told[bet] = ", ".join(f"{row} {odds}" for row, odds in changed.items())
    state.link(told)


def _follow_link() -> None:
    address = state.arrived(PAGE)
    if not address:
        return
    game_id, house_id = state.follow_game(address, GAME)
    game = build(game_id, house_id)
    for bet in edge_table.bets_with_tables(game):
        house = _house_texts(game, bet)
        told = dict(part.partition(" ")[::2] for part in address.get(bet, "").split(", ") if part)
        texts = house | {row: odds for row, odds in told.items() if row in house}
        readable = edge_table.read_texts(bet, specs(game_id)[bet], texts).ok
        _replace(game, bet, texts if readable else house)


page()
