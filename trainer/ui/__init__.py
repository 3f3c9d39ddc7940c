"""The web app: pages, the felt, and the components they are made of. No rule is decided here."""
