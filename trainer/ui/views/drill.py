"""The Drill page: a dealt round and what each bet pays, or a spot and what is best there."""

from __future__ import annotations

import streamlit as st

from trainer.drills import (
    DRILL_IDS,
    MAX_SEED,
    TOTAL,
    Decision,
    Question,
    drill_name,
    drills_of,
    games_of,
    grade,
    make_question,
)
from trainer.games import GAME_IDS, build, game_name
from trainer.locale import Translator
from trainer.ui import decision_drill, entry, quiz, state
from trainer.ui.components import answer_pad, sheet
from trainer.ui.felt import Felt, felt_html

PAGE = "drill"
DRILL = "drill.drill"
GAMES = "drill.games"
SEED = "drill.seed"
PLAIN = "drill.plain"
PAD = "drill.pad"
QUESTION = "drill.question"
ANSWERED = "drill.answered"
REFUSED = "drill.refused"
SCORE = "drill.score"


def page() -> None:
    """One run of the page."""
    t = state.language()
    _follow_link()
    question = _question(t)
    st.title(drill_name(t, question.drill), anchor=False)
    state.show_notice(t)
    with st.container(horizontal=True, vertical_alignment="center", key="drill-table"):
        name = state.table_name(question.game, question.variant)
        with st.popover(name, type="tertiary", icon=":material/table_restaurant:"):
            _choose(t)
        st.button(t("Deal"), icon=":material/playing_cards:", on_click=_next, type="tertiary")
    state.link(_address(question))
    if isinstance(question, Decision):
        decision_drill.show(t, question, _next)
        return
    with st.container(key="drill-columns"):
        table, answers = st.columns([11, 9], gap="medium")
    with table:
        _show_felt(t, question)
    with answers:
        if state.kept(PLAIN) == "True":
            _show_form(t, question)
        else:
            _show_pad(t, question)
    _show_notes(t, question)


def _drill() -> str:
    kept = state.kept(DRILL)
    return kept if kept in DRILL_IDS else DRILL_IDS[0]


def _games() -> list[str]:
    able = games_of(_drill())
    chosen = [game for game in able if game in state.kept_list(GAMES)]
    return chosen or [able[0]]


def _house(game: str) -> str:
    """The house chosen for a game, or the standard one where that has no such decision."""
    house = state.known_house(game, state.kept(state.house_key(game)))
    return house if _drill() in drills_of(game, house) else "default"


def _seed() -> int:
    if SEED not in st.session_state:
        st.session_state[SEED] = state.new_seed()
    return int(st.session_state[SEED])


def _question(t: Translator) -> Question | Decision:
    """The open question; kept as long as game, house and seed stay the same."""
    games, seed = _games(), _seed()
    game = games[seed % len(games)]
    house = _house(game)
    key = (_drill(), game, house, seed, t.language)
    kept = st.session_state.get(QUESTION)
    if kept is None or kept[0] != key:
        kept = (key, make_question(game, house, _drill(), seed, t))
        st.session_state[QUESTION] = kept
        st.session_state.pop(ANSWERED, None)
        st.session_state.pop(REFUSED, None)
    question: Question | Decision = kept[1]
    return question


def _qid(question: Question) -> str:
    return f"{question.game}/{question.variant}/{question.seed}"


def _choose(t: Translator) -> None:
    """Drill, games, houses, seed and form of the fields."""
    state.keep(DRILL, DRILL_IDS[0], hidden=True)
    st.selectbox(t("Drill"), DRILL_IDS, key=DRILL, format_func=lambda id: drill_name(t, id))
    state.hold(DRILL)
    able = games_of(_drill())
    state.put(GAMES, _games())
    st.pills(
        t("Games"),
        able,
        selection_mode="multi",
        key=GAMES,
        format_func=game_name,
        on_change=_keep_one_game,
        args=(_games(),),
    )
    state.hold(GAMES)
    games = _games()
    for game in games:
        label = t("House") if len(games) == 1 else t("House for {game}", game=game_name(game))
        if state.choose_house(t, game, label, hidden=True) != _house(game):
            st.caption(t("This drill is never dealt there: the standard table is used."))
    st.text_input(
        t("Round number"),
        value=str(_seed()),
        key=f"drill.seed.{_seed()}",
        help=t("The same number always deals the same round; it is in the address as well."),
        on_change=_take_seed,
        args=(_seed(),),
    )
    if _drill() != DRILL_IDS[0]:
        return
    state.keep(PLAIN, False, hidden=True)
    st.toggle(
        t("Plain form"),
        key=PLAIN,
        help=t("Ordinary fields and a button, for browsers or readers that need them."),
    )
    state.hold(PLAIN)


def _keep_one_game(before: list[str]) -> None:
    if not st.session_state[GAMES]:
        state.put(GAMES, before)


def _take_seed(old: int) -> None:
    text = str(st.session_state.get(f"drill.seed.{old}", "")).strip()
    if text.isdecimal() and int(text) < MAX_SEED:
        st.session_state[SEED] = int(text)


def _show_felt(t: Translator, question: Question) -> None:
    game = build(question.game, question.variant)
    n_dealer, n_board, n_player = entry.n_places(game)
    felt = Felt(
        n_dealer=n_dealer,
        n_board=n_board,
        n_player=n_player,
        chips=game.variant.house.chips,
        told=ANSWERED in st.session_state,
        spots=False,
        small=True,
    )
    html = felt_html(t, felt, question.round, question.settlement)
    sheet(html, key="drill.sheet", two_colours=state.two_colours())


def _show_pad(t: Translator, question: Question) -> None:
    values = st.session_state.get(ANSWERED)
    chips = build(question.game, question.variant).variant.house.chips
    data = {
        "qid": _qid(question),
        "phase": "graded" if values else "ask",
        "question": quiz.ask_html(t, question.ask),
        "signed": question.ask == "net",
        "rows": quiz.pad_rows(t, question, chips),
        "result": quiz.result(t, question, grade(question, values)) if values else None,
        "refused": st.session_state.get(REFUSED),
        "words": {
            "check": t("Check"),
            "next": t("Next round"),
            "missing": t("A field is empty. Type 0 for nothing."),
        },
    }
    answer_pad(data, key=PAD, on_answer=_answer, on_next=_pressed_next)


def _answer() -> None:
    """Grade what the pad sent, once; late or doubled answers are dropped."""
    sent = st.session_state[PAD].answer
    kept = st.session_state.get(QUESTION)
    if not sent or kept is None or sent["qid"] != _qid(kept[1]) or ANSWERED in st.session_state:
        return
    _grade(kept[1], quiz.answers_of(sent["values"]))


def _pressed_next() -> None:
    sent = st.session_state[PAD].next
    kept = st.session_state.get(QUESTION)
    if sent and kept is not None and sent["qid"] == _qid(kept[1]):
        _next()


def _next() -> None:
    st.session_state[SEED] = (_seed() + 1) % MAX_SEED


def _grade(question: Question, values: dict[str, str]) -> None:
    t = state.language()
    graded = grade(question, values)
    problems = quiz.unreadable(t, graded)
    if problems:
        times = (st.session_state.get(REFUSED) or {"n": 0})["n"] + 1
        st.session_state[REFUSED] = {"n": times, "problems": problems}
        return
    st.session_state.pop(REFUSED, None)
    st.session_state[ANSWERED] = values
    right, asked, clean, rounds = st.session_state.get(SCORE, (0, 0, 0, 0))
    st.session_state[SCORE] = (
        right + graded.n_right,
        asked + len(graded.rows),
        clean + graded.passed,
        rounds + 1,
    )


def _show_form(t: Translator, question: Question) -> None:
    """The same question in ordinary widgets."""
    values = st.session_state.get(ANSWERED)
    head = f'<h2 class="ask">{quiz.ask_html(t, question.ask)}</h2>'
    sheet(f'<div class="quiz">{head}</div>', key="drill.ask")
    names = (*question.bets, TOTAL)
    if values is None:
        refused = (st.session_state.get(REFUSED) or {}).get("problems", {})
        with st.form("drill.form", border=False):
            for bet in names:
                st.text_input(
                    quiz.ask_words(t, question.ask, bet),
                    key=f"drill.field.{question.seed}.{bet}",
                    autocomplete="off",
                )
            if refused:
                st.error(t("That is no amount. Type digits, such as 25 or 7.5."))
            st.form_submit_button(
                t("Check"), type="primary", on_click=_check_form, args=(question,)
            )
        return
    graded = quiz.result(t, question, grade(question, values))
    sheet(quiz.result_html(t, question, graded), key="drill.result")
    st.button(t("Next round"), type="primary", on_click=_next)


def _check_form(question: Question) -> None:
    names = (*question.bets, TOTAL)
    typed = {bet: st.session_state.get(f"drill.field.{question.seed}.{bet}", "") for bet in names}
    if ANSWERED not in st.session_state:
        _grade(question, quiz.answers_of(typed))


def _show_notes(t: Translator, question: Question) -> None:
    score = quiz.score_words(t, *st.session_state.get(SCORE, (0, 0, 0, 0)))
    note = t("Deals are weighted: rare and tricky hands come more often here than at a table.")
    st.caption(f"{score} {note}" if score else note)
    if ANSWERED in st.session_state:
        game = build(question.game, question.variant)
        address = {"game": question.game, "house": question.variant}
        st.page_link(
            "views/settle.py",
            label=t("The whole settlement of this round"),
            icon=":material/receipt_long:",
            query_params=address | entry.fields_of(game, question.round),
        )


def _address(question: Question | Decision) -> dict[str, str]:
    games = _games()
    drill = "" if question.drill == DRILL_IDS[0] else question.drill
    houses = ",".join(_house(game) for game in games)
    return {
        "drill": drill,
        "game": ",".join(games),
        "house": houses,
        "seed": str(question.seed),
    }


def _follow_games(games: list[str], houses: list[str]) -> None:
    """Take the games and houses of a link, and name those that this drill is not dealt in."""
    able = games_of(_drill())
    for game in games:
        if game not in GAME_IDS:
            state.name_unknown("game", game)
        elif game not in able:
            state.name_unknown("able", game_name(game))
    state.put(GAMES, [game for game in games if game in able])
    for game, house in zip(games, houses, strict=False):
        if game in able and state.follow_house(game, house or "default") != _house(game):
            state.name_unknown("able", state.house_name(game, house))
    for house in filter(None, houses[len(games) :]):
        state.name_unknown("house", house)


def _follow_link() -> None:
    address = state.arrived(PAGE)
    if not address:
        return
    drill = address.get("drill", DRILL_IDS[0])
    state.put(DRILL, drill if drill in DRILL_IDS else DRILL_IDS[0])
    if drill not in DRILL_IDS:
        state.name_unknown("drill", drill)
    games = address.get("game") or games_of(_drill())[0]
    _follow_games(games.split(","), address.get("house", "").split(","))
    seed = address.get("seed", "")
    if seed.isdecimal() and int(seed) < MAX_SEED:
        st.session_state[SEED] = int(seed)
    elif seed:
        state.name_unknown("seed", seed)


page()
