// Slots on top, the deck below. Typing stays here; Python hears of every finished change at once
// and gets all cards each time, so that quick typing cannot lose one.
const ART = /*ART*/ {};
const RANKS = "23456789TJQKA";
const DECK_RANKS = "AKQJT98765432";
const DECK_SUITS = "shdc";
const SIGNS = { "♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s" };
const pads = new WeakMap();

function pip(suit, extra) {
  return `<svg viewBox="0 0 100 100" class="pip ${suit}" fill="currentColor" aria-hidden="true"><path d="${ART.pips["cdhs".indexOf(suit)]}"/></svg>`;
}

function face(code) {
  const rank = RANKS.indexOf(code[0]);
  const suit = code[1];
  const d = ART.pips["cdhs".indexOf(suit)];
  const court = rank >= 9 && rank <= 11;
  const right = court
    ? `<path transform="translate(51 67) scale(.6)" d="${ART.emblems[rank - 9]}"/><path transform="translate(47 89) scale(.44)" d="${d}"/>`
    : `<path transform="translate(38 72) scale(.56)" d="${d}"/>`;
  return `<svg viewBox="0 0 100 140" class="face ${suit}" fill="currentColor" aria-hidden="true"><rect x=".5" y=".5" width="99" height="139" rx="10" fill="#fffefb" stroke="#000" stroke-opacity=".18"/><path transform="translate(9 12)" d="${ART.ranks[rank]}" fill="none" stroke="currentColor" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/><path transform="translate(9 76) scale(.25)" d="${d}"/>${right}</svg>`;
}

const written = (rank) => (rank === "T" ? "10" : rank);
const joined = (cards) => cards.filter(Boolean).join(" ");
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function build(pad, root) {
  root.replaceChildren();
  pad.slots = [];
  pad.deck = new Map();
  pad.ranks = new Map();
  pad.suits = new Map();
  const groups = element("div", "groups");
  pad.data.groups.forEach((group, g) => {
    const box = element("div", "group");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", group.label);
    const name = element("div", "name", group.label);
    name.setAttribute("aria-hidden", "true");
    const row = element("div", "slots");
    row.dir = "ltr";
    for (let i = 0; i < group.n; i++) {
      const slot = element("button", "slot");
      slot.type = "button";
      const at = pad.slots.length;
      slot.addEventListener("click", () => clicked(pad, at));
      slot.addEventListener("focus", () => { if (!pad.rank) { pad.current = at; paint(pad); } });
      pad.slots.push({ slot, g, i });
      row.append(slot);
    }
    box.append(name, row);
    groups.append(box);
  });

  const deck = element("div", "deck");
  deck.dir = "ltr";
  for (const suit of DECK_SUITS) {
    for (const rank of DECK_RANKS) {
      const key = element("button", `key ${suit}`);
      key.type = "button";
      key.tabIndex = -1;
      key.innerHTML = `<span>${written(rank)}</span>${pip(suit)}`;
      key.setAttribute("aria-label", pad.data.names[rank + suit]);
      key.addEventListener("click", () => put(pad, rank + suit, true));
      pad.deck.set(rank + suit, key);
      deck.append(key);
    }
  }
  // Too narrow for 13 columns: the same deck in two taps, rank then suit, as one types it.
  const twice = element("div", "twice");
  twice.dir = "ltr";
  const ranks = element("div", "ranks");
  for (const rank of DECK_RANKS) {
    const key = element("button", "key", written(rank));
    key.type = "button";
    key.tabIndex = -1;
    key.addEventListener("click", () => { pad.rank = pad.rank === rank ? "" : rank; say(pad, ""); paint(pad); });
    pad.ranks.set(rank, key);
    ranks.append(key);
  }
  const back = element("button", "key back");
  back.type = "button";
  back.tabIndex = -1;
  back.setAttribute("aria-label", pad.data.words.remove);
  back.innerHTML = '<svg viewBox="0 0 24 24" width="22" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M9 5h11v14H9l-6-7ZM12 9.5l5 5M17 9.5l-5 5"/></svg>';
  back.addEventListener("click", () => erase(pad));
  ranks.append(back);
  const suits = element("div", "suits");
  for (const suit of DECK_SUITS) {
    const key = element("button", `key ${suit}`);
    key.type = "button";
    key.tabIndex = -1;
    key.innerHTML = pip(suit);
    key.setAttribute("aria-label", pad.data.words.suits[suit]);
    key.addEventListener("click", () => { if (pad.rank) put(pad, pad.rank + suit, true); });
    pad.suits.set(suit, key);
    suits.append(key);
  }
  twice.append(ranks, suits);

  pad.status = element("p", "status");
  pad.status.setAttribute("role", "status");
  pad.hint = element("p", "hint", pad.data.words.hint);
  root.append(groups, deck, twice, pad.status, pad.hint);
}

const cardAt = (pad, at) => pad.cards[pad.slots[at].g][pad.slots[at].i];
const setAt = (pad, at, code) => { pad.cards[pad.slots[at].g][pad.slots[at].i] = code; };

function used(pad) {
  return new Set([...pad.data.taken, ...pad.cards.flat().filter(Boolean)]);
}

function paint(pad) {
  const gone = used(pad);
  pad.slots.forEach(({ slot, g, i }, at) => {
    const code = pad.cards[g][i];
    const isCurrent = at === pad.current;
    const wants = isCurrent && pad.rank ? `<span class="half">${written(pad.rank)}</span>` : "";
    const art = wants || (code ? face(code) : "");
    if (slot.dataset.art !== art) {
      slot.dataset.art = art;
      slot.innerHTML = art;
    }
    slot.classList.toggle("current", isCurrent);
    slot.classList.toggle("filled", Boolean(code) && !wants);
    slot.tabIndex = isCurrent ? 0 : -1;
    const words = pad.data.words;
    slot.setAttribute("aria-label", fill(code ? words.filled : words.empty, {
      group: pad.data.groups[g].label, n: i + 1, card: code ? pad.data.names[code] : "",
    }));
  });
  pad.deck.forEach((key, code) => { key.disabled = gone.has(code); });
  pad.ranks.forEach((key, rank) => {
    key.disabled = [..."cdhs"].every((suit) => gone.has(rank + suit));
    key.setAttribute("aria-pressed", String(pad.rank === rank));
  });
  pad.suits.forEach((key, suit) => { key.disabled = !pad.rank || gone.has(pad.rank + suit); });
}

function say(pad, text) {
  pad.status.textContent = text;
}

function send(pad) {
  pad.seq += 1;
  const groups = {};
  pad.data.groups.forEach((group, g) => { groups[group.id] = joined(pad.cards[g]); });
  pad.set("cards", { seq: pad.seq, groups });
}

function move(pad, at, focus) {
  pad.current = Math.max(0, Math.min(pad.slots.length - 1, at));
  pad.rank = "";
  paint(pad);
  if (focus) pad.slots[pad.current].slot.focus({ preventScroll: true });
}

// The next empty slot after one, going round; the slot itself when all are filled.
function nextEmpty(pad, at) {
  const n = pad.slots.length;
  for (let step = 1; step <= n; step++) {
    if (!cardAt(pad, (at + step) % n)) return (at + step) % n;
  }
  return at;
}

function put(pad, code, focus) {
  const old = cardAt(pad, pad.current);
  if (code !== old && used(pad).has(code)) {
    pad.rank = "";
    say(pad, fill(pad.data.words.twice, { card: pad.data.names[code] }));
    paint(pad);
    return false;
  }
  say(pad, "");
  setAt(pad, pad.current, code);
  move(pad, nextEmpty(pad, pad.current), focus);
  send(pad);
  return true;
}

function erase(pad) {
  say(pad, "");
  if (pad.rank) {
    pad.rank = "";
    paint(pad);
    return;
  }
  const at = cardAt(pad, pad.current) ? pad.current : Math.max(0, pad.current - 1);
  const had = cardAt(pad, at);
  setAt(pad, at, "");
  move(pad, at, true);
  if (had) send(pad);
}

function clicked(pad, at) {
  say(pad, "");
  const had = cardAt(pad, at);
  setAt(pad, at, "");
  move(pad, at, true);
  if (had) send(pad);
}

function typed(pad, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key;
  const rtl = getComputedStyle(event.target).direction === "rtl";
  let taken = true;
  if (key === "Backspace") erase(pad);
  else if (key === "Delete") { const had = cardAt(pad, pad.current); setAt(pad, pad.current, ""); move(pad, pad.current, true); if (had) send(pad); }
  else if (key === "ArrowRight") move(pad, pad.current + (rtl ? -1 : 1), true);
  else if (key === "ArrowLeft") move(pad, pad.current - (rtl ? -1 : 1), true);
  else if (key === "Home") move(pad, 0, true);
  else if (key === "End") move(pad, pad.slots.length - 1, true);
  else if (key === "Escape" && pad.rank) { pad.rank = ""; paint(pad); }
  else if (key.length === 1) {
    const letter = key.toUpperCase();
    const rank = key === "1" || key === "0" ? "T" : RANKS.includes(letter) ? letter : "";
    const suit = SIGNS[key] || ("CDHS".includes(letter) ? letter.toLowerCase() : "");
    if (rank && !(key === "0" && pad.rank === "T")) { pad.rank = rank; say(pad, ""); paint(pad); }
    else if (suit && pad.rank) put(pad, pad.rank + suit, true);
    else if (suit) say(pad, pad.data.words.rankFirst);
    else if (key === " ") { if (!pad.rank) taken = false; }
    else if (key !== "0" && key !== ",") say(pad, fill(pad.data.words.noCard, { key }));
  } else taken = false;
  // Streamlit has single-letter keys of its own; a card being typed must not reach them.
  event.stopPropagation();
  if (taken) event.preventDefault();
}

function pasted(pad, event) {
  const text = event.clipboardData.getData("text");
  const found = [...text.matchAll(/(10|[2-9tjqka])\s*([cdhs♣♧♦♢♥♡♠♤])/gi)];
  if (!found.length) return;
  event.preventDefault();
  for (const [, rank, suit] of found) {
    const code = (rank === "10" ? "T" : rank.toUpperCase()) + (SIGNS[suit] || suit.toLowerCase());
    if (!put(pad, code, true)) break;
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".trainer");
  let pad = pads.get(root);
  if (!pad) {
    pad = { shape: "", seq: 0, current: 0, rank: "", cards: [] };
    pads.set(root, pad);
    root.addEventListener("keydown", (event) => {
      if (event.target.classList.contains("slot") || event.target.classList.contains("key")) typed(pad, event);
    });
    root.addEventListener("paste", (event) => pasted(pad, event));
  }
  pad.set = setStateValue;
  const before = pad.data;
  pad.data = data;
  root.classList.toggle("two", Boolean(data.two));
  const shape = JSON.stringify([data.groups.map((g) => [g.id, g.label, g.n]), data.words]);
  if (shape !== pad.shape) {
    const open = before && pad.slots[pad.current];
    const held = open && before.groups[open.g].id;
    const hadFocus = parentElement.activeElement || (parentElement.getRootNode().activeElement);
    pad.shape = shape;
    pad.cards = data.groups.map((g) => Array.from({ length: g.n }, (_, i) => g.cards[i] || ""));
    build(pad, root);
    // A group that has come before the open slot is what is to be filled next.
    const place = data.groups.findIndex((g) => g.id === held);
    const isNew = (g) => !before.groups.some((old) => old.id === g.id);
    const come = open && data.groups.slice(0, Math.max(0, place)).some(isNew);
    const kept = come ? -1 : pad.slots.findIndex((s) => data.groups[s.g].id === held && s.i === open.i);
    pad.current = kept >= 0 && cardAt(pad, kept) === "" ? kept : pad.slots.length ? nextEmpty(pad, pad.slots.length - 1) : 0;
    pad.seq = Math.max(pad.seq, data.seq);
    pad.rank = "";
    if (hadFocus && hadFocus.classList && hadFocus.classList.contains("slot")) pad.slots[pad.current].slot.focus({ preventScroll: true });
  } else if (data.seq >= pad.seq) {
    // Not older than what was typed here: take over what the text fields or a link changed.
    pad.seq = data.seq;
    data.groups.forEach((group, g) => {
      if (joined(group.cards) !== joined(pad.cards[g])) {
        pad.cards[g] = Array.from({ length: group.n }, (_, i) => group.cards[i] || "");
        pad.current = nextEmpty(pad, pad.slots.length - 1);
      }
    });
  }
  paint(pad);
}
