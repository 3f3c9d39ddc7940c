"""The web app: page settings, navigation, and what every page shares."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from trainer.ui.components import document_language
from trainer.ui.state import language, show_settings

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
        ],
        position="top",
    )
    with st.container(key="shell"):
        st.markdown(f"<style>{_shell()}</style>", unsafe_allow_html=True)
    document_language(t.language, t.direction)
    show_settings(t)
    page.run()


def _shell() -> str:
    return (FOLDER / "shell.css").read_text("utf-8").replace("\n\n", "\n")


main()
