"""The part of the House edge page that five-card games have: figures once solved, and all houses.

An edited table needs a solve of minutes, so a page says so and waits to be asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from trainer import wording
from trainer.games import build, variants
from trainer.locale import Translator
from trainer.rules import Game, Paytable
from trainer.ui import background, edge_table, houses_table, waiting, whole_games
from trainer.ui.components import values_sheet

Changes = Sequence[tuple[str, str, Mapping[str, str]]]


def show_figures(
    t: Translator, house: Game, edited: Mapping[str, Paytable], changes: Changes
) -> bool:
    """The figures of a house, or of the same with other tables; or how long they take.

    Whether something is missing, and the page says how far the work on it is.
    """
    game = build(house.id, house.variant.id, None, edited) if edited else house
    found, standard = waiting.watch(
        t,
        t("Reading what was solved."),
        lambda _: (whole_games.found_edge(game), whole_games.found_edge(house)),
        eta=False,
    )
    is_missing = found is None
    if found is None:
        _show_missing(t, house, game, edited)
        if standard is None:
            return True
        st.caption(t("Until then, these are the figures of the house's own tables."))
        found, changes = standard, ()
    actions = houses_table.first_actions_html(t, found)
    html = edge_table.figures_html(t, found, standard or found)
    html += edge_table.facts_html(t, house, found, standard or found, changes, actions)
    said = t("House edge {edge}", edge=edge_table.percent(found["house_edge"]))
    values_sheet(html, key="edge.figures", status=said)
    return is_missing


def _show_missing(t: Translator, house: Game, game: Game, edited: Mapping[str, Paytable]) -> None:
    length = background.length_words(t, whole_games.seconds_of(game))
    name = house.variant.name
    words = t("{house} was not solved yet: {length} on this machine.", house=name, length=length)
    if edited:
        name = t("{house}, edited", house=name)
        words = t(
            "Other odds for the bet change what is best to do, so the whole game is solved anew: "
            "{length} on this machine.",
            length=length,
        )
    task = whole_games.edge_task(t, {name: game})
    background.show(t, task, words, t("Solve"))


def show_features(t: Translator, game: Game, *, is_told: bool) -> None:
    """What each feature of a house is worth, or how long it takes to find out.

    `is_told` when the page says already how far the work is.
    """
    steps = whole_games.steps_of(game)
    if len(steps) == 1:
        return
    with st.expander(t("What each feature is worth")):
        found = whole_games.found_features(game)
        if found is not None:
            values_sheet(houses_table.features_html(t, found), key="edge.features")
            return
        missing = {
            wording.feature_name(t, feature): step
            for feature, step in steps.items()
            if whole_games.found_edge(step) is None
        }
        length = background.length_words(t, sum(map(whole_games.seconds_of, missing.values())))
        words = t.n(
            "The house is built up feature by feature. {n} game is not solved yet: {length}.",
            "The house is built up feature by feature. {n} games are not solved yet: {length}.",
            len(missing),
            length=length,
        )
        if is_told:
            st.caption(words)
            return
        background.show(t, whole_games.edge_task(t, missing), words, t("Solve them"))


def show_houses(t: Translator, game: Game, *, is_told: bool) -> bool:
    """All houses of a game side by side, and a button for those that are missing.

    `is_told` when the page says already how far the work is; whether it does afterwards.
    """
    if len(variants(game.id)) == 1:
        return is_told
    games = whole_games.houses_of(game.id)
    found = waiting.watch(
        t,
        t("Reading what was solved."),
        lambda _: {id: whole_games.found_edge(one) for id, one in games.items()},
        eta=False,
    )
    missing = {id: one for id, one in games.items() if found[id] is None}
    lengths = {id: whole_games.seconds_of(one) for id, one in missing.items()}
    rows = [
        houses_table.House(
            one.variant.name,
            found[id],
            t("not solved yet, {length}", length=background.length_words(t, lengths[id]))
            if id in missing
            else "",
            is_chosen=id == game.variant.id,
        )
        for id, one in games.items()
    ]
    values_sheet(houses_table.houses_html(t, rows), key="edge.houses")
    if not missing or (is_told and (background.is_busy() or list(missing) == [game.variant.id])):
        return is_told
    words = t.n(
        "{n} house is not solved yet: {length} on this machine.",
        "{n} houses are not solved yet: {length} on this machine.",
        len(missing),
        length=background.length_words(t, sum(lengths.values())),
    )
    task = whole_games.edge_task(t, {one.variant.name: one for one in missing.values()})
    background.show(t, task, words, t("Solve all of them"))
    return is_told or background.is_busy()
