"""The web app from a checkout: `python app.py`, or `streamlit run app.py`."""

import runpy
import sys
from pathlib import Path

import streamlit.runtime

if streamlit.runtime.exists():
    runpy.run_path(str(Path(__file__).parent / "trainer" / "ui" / "main.py"), run_name="__main__")
elif __name__ == "__main__":
    from trainer.cli.main import main

    sys.exit(main(["app", *sys.argv[1:]]))
