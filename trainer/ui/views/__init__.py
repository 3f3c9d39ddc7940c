"""One file a page; the file is the page."""
