export default function ({ data }) {
  document.documentElement.lang = data.lang;
  document.documentElement.dir = data.dir;
  const here = window.location.pathname.split("/").pop();
  if (here === data.path && window.location.search !== data.query) {
    window.history.replaceState(window.history.state, "", window.location.pathname + data.query);
  }
}
