"""What one visitor's session remembers, and what of it stands in the page's address.

Widgets lose their values when their page is left, and a reload starts a new session: so values are
kept under names of our own, and what must survive a reload is in the address.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import cache
from urllib.parse import urlencode

import streamlit as st

from trainer.games import GAME_IDS, build, game_name, variants
from trainer.locale import LANGUAGES, Translator, translator

LANGUAGE = "language"
TWO_COLOURS = "two-colours"
_KEPT = "kept"
_PAGE = "page"
_ADDRESS = "address"
_UNKNOWN = "unknown"
SEEDS = 1_000_000


def language() -> Translator:
    """The translator of this visitor: from the address, else the browser's first language."""
    if LANGUAGE not in st.session_state:
        wanted = st.query_params.get("lang") or (st.context.locale or "en")[:2]
        st.session_state[LANGUAGE] = wanted if wanted in LANGUAGES else "en"
    return translator(str(st.session_state[LANGUAGE]))


def show_settings(t: Translator) -> None:
    """The sidebar: settings that hold on every page."""
    with st.sidebar:
        st.subheader(t("Settings"), anchor=False)
        keep(TWO_COLOURS, False)
        st.toggle(
            t("Suits in two colours"),
            key=TWO_COLOURS,
            help=t("Red and black only. Otherwise diamonds are blue and clubs are green."),
        )
        hold(TWO_COLOURS)


def two_colours() -> bool:
    """Whether this visitor wants red and black suits only."""
    return bool(st.session_state.get(TWO_COLOURS, False))


def _kept() -> dict[str, object]:
    found: dict[str, object] = st.session_state.setdefault(_KEPT, {})
    return found


def keep(key: str, default: object, *, hidden: bool = False) -> None:
    """Give a widget that is about to be shown the value it had when it was last shown.

    One that is `hidden` in a closed popover is told its value in every run: the browser makes it
    only when it is opened, and has not heard of what was put there before.
    """
    if key not in st.session_state:
        st.session_state[key] = _kept().get(key, default)
    elif hidden:
        put(key, st.session_state[key])


def hold(key: str) -> None:
    """Remember the value of a widget that was just shown."""
    _kept()[key] = st.session_state[key]


def put(key: str, value: object) -> None:
    """Change a value from outside its widget (before the widget is shown, or in a callback)."""
    st.session_state[key] = value
    _kept()[key] = value


def kept(key: str, default: str = "") -> str:
    """The text of a widget, shown in this run or not."""
    value = st.session_state.get(key, _kept().get(key, default))
    return default if value is None else str(value)


def kept_list(key: str) -> list[str]:
    """The texts of a widget with several choices, shown in this run or not."""
    value = st.session_state.get(key, _kept().get(key))
    return [str(one) for one in value] if isinstance(value, list) else []


def arrived(page: str) -> Mapping[str, str]:
    """What the address says when a page is entered; nothing on its later runs.

    The browser may still send the address of the run before, so it is not read twice. What the
    page cannot do of it, it says by `name_unknown`.
    """
    if st.session_state.get(_PAGE) == page:
        return {}
    st.session_state[_PAGE] = page
    found = {key: value for key, value in st.query_params.items() if key != "lang"}
    st.session_state.pop(_UNKNOWN, None)
    return found


def name_unknown(key: str, value: str) -> None:
    """Remember what a link named and cannot be shown: `show_notice` says the first of it."""
    st.session_state.setdefault(_UNKNOWN, (key, value))


def show_notice(t: Translator) -> None:
    """Say so when the link that was followed names something that cannot be shown."""
    unknown = st.session_state.get(_UNKNOWN)
    if unknown is None:
        return
    key, value = unknown
    name = repr(value)
    sentence = {
        "game": t(
            "The link names the game {name}, which is not here. Another one is shown instead.",
            name=name,
        ),
        "house": t(
            "The link names the house {name}, which is not here. The standard table is shown "
            "instead, and its amounts may differ.",
            name=name,
        ),
        "seed": t("The link names {name}, which is no question. This is another one.", name=name),
        "drill": t("The link names the drill {name}, which is not here.", name=name),
        "able": t(
            "The link names {name}, where this drill is never dealt. Another table is shown "
            "instead.",
            name=name,
        ),
        "field": t("The link names {name}, which has no place here. It is left out.", name=name),
        "stage": t(
            "The link names the decision {name}, which this house never has. The first one is "
            "shown.",
            name=name,
        ),
        "draw": t(
            "The link names the action {name}, which this house does not offer. The five cards "
            "dealt are shown.",
            name=name,
        ),
    }[key]
    st.warning(sentence, icon=":material/link_off:")


def link(address: Mapping[str, str]) -> None:
    """Say how to come back to what the page shows; `main` puts it into the address."""
    st.session_state[_ADDRESS] = {key: value for key, value in address.items() if value}


def address() -> str:
    """The query string of what is shown, with its question mark."""
    found: dict[str, str] = dict(st.session_state.get(_ADDRESS, {}))
    if "lang" in st.query_params:
        found["lang"] = st.query_params["lang"]
    return "?" + urlencode(found) if found else ""


def known_game(given: str | None) -> str:
    """A game id from outside, or the first game."""
    return given if given in GAME_IDS else GAME_IDS[0]


def name_left_out(address: Mapping[str, str], is_field: Callable[[str], bool]) -> None:
    """Name the first bet or card of a link that the table shown has no place for."""
    for name, text in address.items():
        if text and name.partition(".")[0] in _fields_of_all_games() and not is_field(name):
            name_unknown("field", f"{name}={text}")


@cache
def _fields_of_all_games() -> frozenset[str]:
    bets = {bet.id for game_id in GAME_IDS for bet in build(game_id).bets}
    return frozenset(bets | {"folded", "player", "dealt", "board", "dealer", "upcard", "new"})


def follow_game(address: Mapping[str, str], key: str) -> tuple[str, str]:
    """Take the game and the house of a link; `key` is where the page keeps its game.

    What is not here is named, and the first game or the standard table taken instead.
    """
    given, house = address.get("game") or GAME_IDS[0], address.get("house") or "default"
    game_id = known_game(given)
    if given != game_id:
        name_unknown("game", given)
    put(key, game_id)
    return game_id, follow_house(game_id, house)


def follow_house(game_id: str, given: str) -> str:
    """Take the house that a link names for a game, as `follow_game` does."""
    house_id = known_house(game_id, given)
    if given != house_id:
        name_unknown("house", given)
    put(house_key(game_id), house_id)
    return house_id


def house_key(game_id: str) -> str:
    """Where the house of a game is kept; both pages share it."""
    return f"house.{game_id}"


def known_house(game_id: str, given: str) -> str:
    """A house id from outside, or the default house."""
    return given if given in {house.id for house in variants(game_id)} else "default"


def house_name(game_id: str, house_id: str) -> str:
    """The name of a house as its file has it."""
    return next(house.name for house in variants(game_id) if house.id == house_id)


def choose_house(t: Translator, game_id: str, label: str, *, hidden: bool = False) -> str:
    """A select box for the house of a game, maybe `hidden` in a popover; the id that is chosen."""
    key = house_key(game_id)
    keep(key, "default", hidden=hidden)
    ids = [house.id for house in variants(game_id)]
    chosen = st.selectbox(label, ids, key=key, format_func=lambda id: house_name(game_id, id))
    hold(key)
    return str(chosen)


def table_name(game_id: str, house_id: str) -> str:
    """Game and house as a short line."""
    return f"{game_name(game_id)} · {house_name(game_id, house_id)}"


def new_seed() -> int:
    """A seed nobody chose, for a first question without an address."""
    return secrets.randbelow(SEEDS) + 1
