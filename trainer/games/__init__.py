"""The registry of games.

Every game module declares its rules, tables and assembly; nothing else changes when one is added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from trainer.errors import RuleError
from trainer.games import caribbean, casino, oasis, russian, ultimate
from trainer.paytables import (
    VariantReport,
    folders,
    load_tables,
    load_variants,
    package_folder,
    read_tables,
    read_variants,
    rule_value,
)
from trainer.rules import Game, Paytable, Rule, TableSpec, Variant

_MODULES: dict[str, ModuleType] = {
    module.ID: module for module in (ultimate, casino, russian, caribbean, oasis)
}
GAME_IDS: tuple[str, ...] = tuple(_MODULES)

Tables = Mapping[str, Mapping[str, Paytable]]


def game_name(game_id: str) -> str:
    """A game's proper name."""
    name: str = _module(game_id).NAME
    return name


def rules_of(game_id: str) -> tuple[Rule, ...]:
    """The rule columns of a game, in the order of its variants.csv."""
    rules: tuple[Rule, ...] = _module(game_id).RULES
    return rules


def specs(game_id: str) -> Mapping[str, TableSpec]:
    """The bets of a game that have tables, and the rows that these may have."""
    found: Mapping[str, TableSpec] = _module(game_id).SPECS
    return found


def bets_of(game_id: str) -> tuple[str, ...]:
    """Every bet and fee that some house of a game has, in the order of its lines."""
    bets: tuple[str, ...] = _module(game_id).BETS
    return bets


def variants_report(path: Path, game_id: str) -> VariantReport:
    """Every fault of a variants file, rules that do not go together among them."""
    near, conflict = _tables_near(path, game_id), _module(game_id).conflict
    return read_variants(path, game_id, rules_of(game_id), near, bets_of(game_id), conflict)


def _tables_near(path: Path, game_id: str) -> Tables:
    """The package's tables and those beside a variants file, whatever else is wrong there."""
    found: dict[str, dict[str, Paytable]] = {}
    for bet, spec in specs(game_id).items():
        own = path.parent / f"{bet}.csv"
        files = [package_folder() / game_id / f"{bet}.csv", *([own] if own.is_file() else [])]
        found[bet] = {
            id: table for file in files for id, table in read_tables(file, bet, spec).tables.items()
        }
    return found


def tables(game_id: str) -> Tables:
    """Every table of a game by bet and id, the user's own included."""
    return _load(game_id, _stamp(game_id))[0]


def variants(game_id: str) -> tuple[Variant, ...]:
    """The houses of a game, `default` first, the user's own included."""
    return _load(game_id, _stamp(game_id))[1]


def build(
    game_id: str,
    variant_id: str = "default",
    overrides: Mapping[str, str] | None = None,
    paytables: Mapping[str, Paytable] | None = None,
) -> Game:
    """A game as one house plays it.

    `overrides` are rules by name for this call (`--set`); `paytables` are tables by bet that take
    the place of the house's. Raises RuleError for an unknown game, variant, rule or value.
    """
    key = tuple(sorted((overrides or {}).items()))
    if not paytables:
        return _build(game_id, variant_id, key, _stamp(game_id))
    found = {bet: dict(by_id) for bet, by_id in tables(game_id).items()}
    chosen = dict(overrides or {})
    for bet, table in paytables.items():
        if bet not in found:
            raise RuleError(f"{bet!r} has no table; expected one of {', '.join(found)}", "paytable")
        found[bet][table.id] = table
        chosen[_rule_for(game_id, bet)] = table.id
    return _assemble(game_id, variant_id, chosen, found)


def _module(game_id: str) -> ModuleType:
    if game_id not in _MODULES:
        raise RuleError(f"{game_id!r} is no game; expected one of {', '.join(GAME_IDS)}", "game")
    return _MODULES[game_id]


def _rule_for(game_id: str, bet: str) -> str:
    return next(rule.id for rule in rules_of(game_id) if rule.table == bet)


def _stamp(game_id: str) -> tuple[tuple[str, int], ...]:
    """The data files of a game and when they last changed: the key of everything cached here."""
    _module(game_id)
    files = [file for folder in folders() for file in sorted((folder / game_id).glob("*.csv"))]
    return tuple((str(file), Path(file).stat().st_mtime_ns) for file in files)


@lru_cache(maxsize=16)
def _load(game_id: str, stamp: object) -> tuple[Tables, tuple[Variant, ...]]:
    found = load_tables(game_id, specs(game_id))
    rules, conflict = rules_of(game_id), _module(game_id).conflict
    return found, load_variants(game_id, rules, found, bets_of(game_id), conflict)


@lru_cache(maxsize=256)
def _build(
    game_id: str, variant_id: str, overrides: tuple[tuple[str, str], ...], stamp: object
) -> Game:
    return _assemble(game_id, variant_id, dict(overrides), _load(game_id, stamp)[0])


def _assemble(game_id: str, variant_id: str, overrides: Mapping[str, str], found: Tables) -> Game:
    module = _module(game_id)
    houses = {variant.id: variant for variant in variants(game_id)}
    if variant_id not in houses:
        raise RuleError(
            f"{variant_id!r} is no variant of {game_id}; expected one of {', '.join(houses)}",
            "variant",
        )
    rules = {rule.id: rule for rule in module.RULES}
    chosen: dict[str, str] = {}
    for id, text in overrides.items():
        if id not in rules:
            raise RuleError(f"{id!r} is no rule; expected one of {', '.join(rules)}", "set")
        chosen[id] = rule_value(rules[id], text, found)
    variant = houses[variant_id]
    wanted = {**variant.rules, **module.implied(chosen), **chosen}
    trouble = module.conflict(wanted)
    if trouble:
        raise RuleError(trouble, "set")
    game: Game = module.assemble(replace(variant, rules=wanted), found)
    return game
