export default function ({ data }) {
  document.documentElement.lang = data.lang;
  document.documentElement.dir = data.dir;
}
