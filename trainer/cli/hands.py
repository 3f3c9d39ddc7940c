"""`settle`, `evaluate` and `compare`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from trainer.cli.output import (
    DONE,
    answer_lines,
    print_json,
    print_table,
    read_document,
    require_no_file,
)
from trainer.documents import compare_document, evaluate_document, settle_document
from trainer.documents.reading import require_object
from trainer.errors import MoneyError, UsageError
from trainer.games import build
from trainer.houses import chips_for
from trainer.locale import Translator, translator
from trainer.money import format_money, parse_money
from trainer.poker.comparing import RULES
from trainer.wording import bet_name, qualifier_phrase, reason_sentence, showdown_phrase

SETTLE_EXAMPLE = """\
Example:
  casino-poker settle - <<'END'
  {"game": "ultimate-texas-holdem", "player": "Ah 9h", "board": "Kh Qs 7h 4h 2c",
   "dealer": "Kd 8c", "stakes": {"ante": "5", "blind": "5", "play": "20"}}
  END
  pays 20 on play, 5 on ante and 7.5 on blind (a flush pays 3:2)."""


def add_commands(commands: Any) -> None:
    """Add this module's commands to the parser."""
    settle = _command(
        commands, "settle", "what the dealer pays, returns and takes, bet by bet", SETTLE_EXAMPLE
    )
    settle.add_argument(
        "file", metavar="ROUND.json", nargs="?", help="the round; - for standard input"
    )
    settle.add_argument("--variant", metavar="V", help="the house; default: the document's")
    _add_rules_option(settle)
    settle.set_defaults(run=_settle)

    evaluate = _command(
        commands,
        "evaluate",
        "the best hand and the cards that play",
        "Example:\n  casino-poker evaluate --rules holdem --board 'Kh Kc Qd Js 8h' As 2d\n"
        "  says Pair of Kings, A Q J.",
    )
    evaluate.add_argument("cards", metavar="CARDS", nargs="*", help="cards, or a document's file")
    evaluate.set_defaults(run=_evaluate)

    compare = _command(
        commands,
        "compare",
        "which hand wins, and by which cards",
        "Example:\n  casino-poker compare --rules holdem --board 'Ad 9c 7h 4s 2c' AsKh AcQs\n"
        "  says that the first wins by the king.",
    )
    compare.add_argument("hands", metavar="HAND", nargs="*", help="two or more hands, or a file")
    compare.set_defaults(run=_compare)
    for parser in (evaluate, compare):
        parser.add_argument(
            "--rules", metavar="RULES", help=f"one of {', '.join(RULES)}; default high"
        )
        parser.add_argument("--board", metavar="CARDS", help="cards that all hands share")


def _command(commands: Any, name: str, does: str, example: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=does,
        description=does[0].upper() + does[1:] + ".",
        epilog=example,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--jsonl",
        action="store_true",
        help="one document a line of standard input, one answer a line",
    )
    return parser


def _add_rules_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        metavar="RULE=VALUE",
        action="append",
        default=[],
        help="another rule for this call; may be repeated",
    )


def rule_overrides(texts: list[str]) -> dict[str, str]:
    """`RULE=VALUE` texts by rule. Raises UsageError for a text of another form."""
    result: dict[str, str] = {}
    for text in texts:
        rule, equals, value = text.partition("=")
        if not equals or not rule.strip():
            raise UsageError(f"{text!r}; expected RULE=VALUE", "--set")
        if rule.strip() in result:
            raise UsageError(f"{rule.strip()} is set twice; expected once", "--set")
        result[rule.strip()] = value.strip()
    return result


def _settle(options: argparse.Namespace) -> int:
    overrides = rule_overrides(options.set)

    def answer(document: object) -> dict[str, Any]:
        found = dict(require_object(document, "a round"))
        if options.variant is not None:
            found["variant"] = options.variant
        if overrides:
            found["set"] = {**require_object(found.get("set", {}), "rules", "set"), **overrides}
        return settle_document(found)

    if options.jsonl:
        require_no_file([options.file or "-"])
        return answer_lines(answer)
    if options.file is None:
        raise UsageError("no round was given; expected a file, or - for standard input")
    settlement = answer(read_document(options.file))
    if options.json:
        print_json(settlement)
    else:
        t = translator("en")
        boxes = settlement.get("boxes", [settlement])
        for n, box in enumerate(boxes):
            if len(boxes) > 1:
                print(("\n" if n else "") + t("Box {n}", n=n + 1))
            _print_settlement(t, box)
        if len(boxes) > 1:
            print("\n" + t("All boxes: net {net}", net=_signed(settlement["net"])))
    return DONE


def _print_settlement(t: Translator, settlement: dict[str, Any]) -> None:
    for title, key in (
        (t("Player"), "player_hand"),
        (t("Second"), "second_hand"),
        (t("Dealer opened"), "dealer_opening_hand"),
        (t("Dealer"), "dealer_hand"),
    ):
        hand = settlement.get(key)
        if hand:
            said = qualifier_phrase(t, settlement) if key == "dealer_hand" else ""
            print(f"{title}: {hand['name']} ({hand['cards']})" + (f", {said}" if said else ""))
    print(t("Player {phrase}", phrase=showdown_phrase(t, settlement)) + "\n")
    heads = (t("Bet"), t("Stake"), t("Odds"), t("Paid"), t("Returned"), t("Taken"), t("Why"))
    rows = [heads]
    for line in settlement["lines"]:
        odds = line["odds"] if line["outcome"] == "win" else "–"
        amounts = (line["paid"], line["returned"], line["taken"])
        why = reason_sentence(t, settlement, line)
        rows.append((bet_name(t, line["bet"]), line["stake"], odds, *amounts, why))
    together = (settlement["paid"], settlement["returned"], settlement["taken"])
    net = t("Player {net}", net=_signed(settlement["net"]))
    rows.append((t("Together"), "", "", *together, net))
    print_table(rows, right=(1, 2, 3, 4, 5))
    said = _chips(settlement)
    if said:
        print("\n" + t("Pay {paid} in chips: {chips}", paid=settlement["paid"], chips=said))


def _chips(settlement: dict[str, Any]) -> str:
    """What is paid in the fewest chips of the house; empty for nothing, or when they cannot."""
    house = build(settlement["game"], settlement["variant"]).variant.house
    try:
        stacks = chips_for(parse_money(settlement["paid"]), house.chips)
    except MoneyError:
        return ""
    return " + ".join(f"{n} × {format_money(chip)}" for chip, n in stacks)


def _signed(amount: str) -> str:
    return amount if amount.startswith("-") or amount == "0" else f"+{amount}"


def _is_file(texts: list[str]) -> bool:
    """Whether the arguments name one document instead of cards."""
    return len(texts) == 1 and (texts[0] == "-" or texts[0].endswith(".json") or _exists(texts[0]))


def _exists(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _evaluate(options: argparse.Namespace) -> int:
    def answer(document: object) -> dict[str, Any]:
        return evaluate_document(_with_options(document, options))

    if options.jsonl:
        require_no_file(options.cards)
        return answer_lines(answer)
    if not options.cards:
        raise UsageError("no cards were given; expected cards such as Ah Kh Qh Jh Th")
    document = (
        read_document(options.cards[0])
        if _is_file(options.cards)
        else {"cards": " ".join(options.cards)}
    )
    result = answer(document)
    if options.json:
        print_json(result)
        return DONE
    t = translator("en")
    print(result["name"])
    places = {"hole": t("hand"), "board": t("board")}
    print(t("Plays: {cards}", cards=_placed(result["used"], places)))
    if result["unused"]:
        print(t("Not used: {cards}", cards=_placed(result["unused"], places)))
    for n, found in enumerate(result.get("combinations", []), start=1):
        print(t("Combination {n}: {cards}", n=n, cards=found["cards"]))
    return DONE


def _placed(cards: list[dict[str, str]], places: dict[str, str]) -> str:
    origins = {a["from"] for a in cards}
    if origins == {"hole"}:
        return " ".join(a["card"] for a in cards)
    return ", ".join(f"{a['card']} ({places[a['from']]})" for a in cards)


def _with_options(document: object, options: argparse.Namespace) -> dict[str, Any]:
    found = dict(require_object(document, "a document"))
    if options.rules is not None:
        found["rules"] = options.rules
    if options.board is not None:
        found["board"] = options.board
    return found


def _compare(options: argparse.Namespace) -> int:
    def answer(document: object) -> dict[str, Any]:
        return compare_document(_with_options(document, options))

    if options.jsonl:
        require_no_file(options.hands)
        return answer_lines(answer)
    if not options.hands:
        raise UsageError("no hands were given; expected two or more, each as one argument")
    document = (
        read_document(options.hands[0]) if _is_file(options.hands) else {"hands": options.hands}
    )
    result = answer(document)
    if options.json:
        print_json(result)
        return DONE
    t = translator("en")
    for n, hand in enumerate(result["hands"]):
        mark = t("wins") if n in result["winners"] else ""
        if mark and result["tie"]:
            mark = t("splits")
        print(f"{n + 1}. {hand['name']} ({hand['cards']}){' – ' + mark if mark else ''}")
    if result["deciding_cards"]:
        print(t("Decided by {cards}", cards=" ".join(result["deciding_cards"])))
    return DONE
