"""The web app: page settings, navigation, and what every page shares."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from trainer.errors import TrainerError
from trainer.ui.components import document
from trainer.ui.state import address, language, show_settings

FOLDER = Path(__file__).parent


def main() -> None:
    """One run of the app for one visitor."""
    t = language()
    st.set_page_config(
        page_title=t("Casino poker: what does it pay?"),
        page_icon=str(FOLDER / "static" / "icon.png"),
        layout="wide",
        initial_sidebar_state="collapsed",
    )
    page = st.navigation(
        [
            st.Page(
                FOLDER / "views" / "settle.py",
                title=t("Settle"),
                icon=":material/playing_cards:",
                default=True,
            ),
            st.Page(
                FOLDER / "views" / "drill.py",
                title=t("Drill"),
                icon=":material/timer:",
                url_path="drill",
            ),
            st.Page(
                FOLDER / "views" / "decide.py",
                title=t("Decide"),
                icon=":material/balance:",
                url_path="decide",
            ),
            st.Page(
                FOLDER / "views" / "tables.py",
                title=t("Tables"),
                icon=":material/grid_on:",
                url_path="tables",
            ),
            st.Page(
                FOLDER / "views" / "edge.py",
                title=t("House edge"),
                icon=":material/percent:",
                url_path="edge",
            ),
        ],
        position="top",
    )
    with st.container(key="shell"):
        st.markdown(f"<style>{_shell()}</style>", unsafe_allow_html=True)
    show_settings(t)
    try:
        page.run()
    except TrainerError as error:  # such as a house's own paytable with a fault in it
        st.error(str(error), icon=":material/error:")
    document(t.language, t.direction, page.url_path, address())


def _shell() -> str:
    return (FOLDER / "shell.css").read_text("utf-8").replace("\n\n", "\n")


main()
