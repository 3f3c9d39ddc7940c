"""The data files: paytables and houses. This package is the only reader of them.

Tables are in `paytables/<game>/<bet>.csv`, houses in `paytables/<game>/variants.csv`; a folder of
the user's own, named by `CASINO_POKER_PAYTABLES`, adds to them.
"""

from trainer.paytables.places import USER_FOLDER, folders, package_folder
from trainer.paytables.tables import GENERIC, FileReport, load_tables, parse_tables, read_tables
from trainer.paytables.variants import (
    VariantReport,
    legal_values,
    load_variants,
    read_variants,
    rule_value,
)

__all__ = [
    "GENERIC",
    "USER_FOLDER",
    "FileReport",
    "VariantReport",
    "folders",
    "legal_values",
    "load_tables",
    "load_variants",
    "package_folder",
    "parse_tables",
    "read_tables",
    "read_variants",
    "rule_value",
]
