// Shows markup made in Python and swaps it in one step, only when it changed.
const shown = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".trainer");
  root.onclick = (event) => {
    const opener = event.target.closest("[data-open]");
    if (opener) setTriggerValue("open", Number(opener.dataset.open));
  };
  root.classList.toggle("two", Boolean(data.two));
  if (shown.get(root) !== data.html) {
    shown.set(root, data.html);
    root.querySelector(".sheet").innerHTML = data.html;
  }
  const status = root.querySelector("[role=status].unseen");
  if (status.textContent !== data.status) status.textContent = data.status;
}
