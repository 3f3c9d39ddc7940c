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
    // A button that was pressed keeps the focus although it is made anew.
    const focused = root.getRootNode().activeElement;
    const pressed = focused && root.contains(focused) && focused.dataset.open;
    root.querySelector(".sheet").innerHTML = data.html;
    if (pressed) {
      const again = root.querySelector(`[data-open="${CSS.escape(pressed)}"]`);
      if (again) again.focus({ preventScroll: true });
    }
  }
  const status = root.querySelector("[role=status].unseen");
  if (status.textContent !== data.status) status.textContent = data.status;
}
