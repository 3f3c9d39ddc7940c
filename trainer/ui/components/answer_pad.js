// The drill's fields. Typing and focus stay here; Python is asked twice a question: `answer` with
// all values, `next` for another round. A run in which neither question nor phase changed is ignored.
const pads = new WeakMap();

function fieldId(bet) {
  return `field-${bet}`;
}

function build(pad, root, data) {
  const rows = data.rows.map((row) => `
    <div class="row ${row.kind}" data-bet="${row.id}">
      <label for="${fieldId(row.id)}">${row.label}</label>
      <span class="stake" aria-hidden="true">${row.stake}</span>
      <input id="${fieldId(row.id)}" type="text" inputmode="${data.signed ? "text" : "decimal"}" autocomplete="off" autocorrect="off"
        spellcheck="false" dir="ltr" enterkeyhint="${row === data.rows.at(-1) ? "done" : "next"}"
        aria-label="${row.question}" aria-describedby="said-${row.id}">
      <div class="said" id="said-${row.id}"></div>
    </div>`);
  root.innerHTML = `<div class="pad">
    <h2 class="ask">${data.question}</h2>
    <div class="rows">${rows.join("")}</div>
    <div class="foot"><button type="button" class="go"></button><p class="summary" role="status"></p></div>
  </div>`;
  pad.fields = [...root.querySelectorAll("input")];
  pad.button = root.querySelector(".go");
  pad.summary = root.querySelector(".summary");
  pad.fields.forEach((field, at) => {
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") { event.preventDefault(); enter(pad, at); }
      else if (event.key === "ArrowDown" && at + 1 < pad.fields.length) { event.preventDefault(); pad.fields[at + 1].focus(); }
      else if (event.key === "ArrowUp" && at > 0) { event.preventDefault(); pad.fields[at - 1].focus(); }
    });
    field.addEventListener("focus", () => field.select());
  });
  pad.button.addEventListener("click", () => press(pad));
  pad.button.addEventListener("keydown", (event) => event.stopPropagation());
  label(pad, data.words.check);
  pad.locked = false;
  pad.began = performance.now();
}

function label(pad, text) {
  pad.button.innerHTML = `${text} <kbd aria-hidden="true">Enter</kbd>`;
}

function firstEmpty(pad) {
  return pad.fields.findIndex((field) => !field.value.trim());
}

// Enter goes to the next field while any is empty, and submits from the last.
function enter(pad, at) {
  if (pad.phase === "graded") return press(pad);
  const last = at === pad.fields.length - 1;
  const empty = firstEmpty(pad);
  if (!last) {
    const later = pad.fields.findIndex((field, n) => n > at && !field.value.trim());
    return pad.fields[later >= 0 ? later : empty >= 0 && empty !== at ? empty : at + 1].focus();
  }
  return press(pad);
}

function press(pad) {
  if (pad.locked) return;
  if (pad.phase === "graded") {
    pad.locked = true;
    pad.trigger("next", { qid: pad.qid });
    return;
  }
  const empty = firstEmpty(pad);
  if (empty >= 0) {
    pad.fields[empty].focus();
    pad.summary.textContent = pad.words.missing;
    return;
  }
  pad.locked = true;
  const values = {};
  pad.fields.forEach((field) => { values[field.id.slice(6)] = field.value.trim(); });
  pad.trigger("answer", { qid: pad.qid, ms: Math.round(performance.now() - pad.began), values });
}

// A text that is no amount: say so beside the field and let it be mended; nothing was graded.
function refuse(pad, root, problems) {
  pad.locked = false;
  let first = null;
  pad.fields.forEach((field) => {
    const bet = field.id.slice(6);
    const problem = problems[bet];
    root.querySelector(`#said-${CSS.escape(bet)}`).innerHTML = problem || "";
    if (problem) { field.setAttribute("aria-invalid", "true"); first = first || field; }
    else field.removeAttribute("aria-invalid");
  });
  if (first) first.focus();
}

function mark(pad, root, data) {
  pad.locked = false;
  data.rows.forEach((row) => {
    const result = data.result.rows[row.id];
    const place = root.querySelector(`[data-bet="${CSS.escape(row.id)}"]`);
    const field = place.querySelector("input");
    field.value = result.given;
    field.readOnly = true;
    field.setAttribute("aria-invalid", String(!result.right));
    place.classList.add(result.right ? "right" : "wrong");
    place.querySelector(".said").innerHTML = result.html;
  });
  root.querySelector(".pad").classList.add("graded");
  label(pad, data.words.next);
  pad.summary.textContent = data.result.summary;
  pad.button.focus({ preventScroll: true });
  pad.button.scrollIntoView({ block: "nearest" });
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".trainer");
  let pad = pads.get(root);
  if (!pad) {
    pad = { qid: null, phase: "" };
    pads.set(root, pad);
  }
  pad.trigger = setTriggerValue;
  pad.words = data.words;
  if (pad.qid !== data.qid) {
    const mine = parentElement.activeElement || parentElement.getRootNode().activeElement;
    const elsewhere = document.activeElement && document.activeElement !== document.body;
    build(pad, root, data);
    pad.qid = data.qid;
    pad.phase = "ask";
    pad.refused = 0;
    // Start typing at once, but never pull somebody out of another control.
    if (mine || !elsewhere) pad.fields[0].focus({ preventScroll: true });
  }
  if (data.phase === "graded" && pad.phase !== "graded") {
    pad.phase = "graded";
    mark(pad, root, data);
  } else if (data.phase === "ask" && data.refused && data.refused.n !== pad.refused) {
    pad.refused = data.refused.n;
    refuse(pad, root, data.refused.problems);
  }
}
