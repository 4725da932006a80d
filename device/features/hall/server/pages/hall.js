// The hall for a projector: asks every second what is shown, and draws it. What does not fit is shown page by page.
"use strict";

const PAGE = 24;        // tables on the screen at once
const TURN_AFTER = 12;  // s for which a page is shown
const LONG = 180;       // s a table waits for the same players until it is said for how long
const ROWS = 18;        // of the standings at once

let shown = null, tag = "", silent = 0, lead = 0;

const put = (id, text) => { document.getElementById(id).textContent = text; };
const made = (name, text, kind) => {
  const one = document.createElement(name);
  if (text !== undefined) one.textContent = text;
  if (kind) one.className = kind;
  return one;
};
const now = () => Date.now() / 1000 + lead;  // the hall's clock: the projector's own may be off
const page = (items, size) => {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const at = Math.floor(now() / TURN_AFTER) % pages;
  return [items.slice(at * size, (at + 1) * size), pages > 1 ? `${at + 1}/${pages}` : ""];
};
const minutes = seconds => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

function table(one) {
  const box = made("section", undefined, one.kind), top = made("div", undefined, "top");
  top.append(made("b", one.name), made("span", one.kind === "play" && one.moment || one.badge, "badge"));
  box.append(top);
  const waits = one.since === null ? 0 : now() - one.since;
  if (one.said) {
    const said = made("p", one.said, "said");
    if (waits > LONG) said.append(" ", made("span", `⧗ ${minutes(waits)}`, "long"));
    box.append(said);
  }
  if (one.rows.length) {
    const list = made("ol", undefined, one.rows.length > 4 ? "crowd" : "");
    box.classList.add("points");
    for (const [name, wonder, points, kind] of one.rows) {
      const row = made("li", undefined, kind), who = made("span");
      who.append(made("b", (kind === "won" ? "★ " : kind === "leads" ? "▲ " : "") + name), made("i", wonder));
      row.append(who, made("span", points));
      list.append(row);
    }
    box.append(list);
  }
  return box;
}

function standings() {
  const found = document.getElementById("standings"), ranked = shown.heads.length > 0;
  const [rows, at] = page(shown.rows, ranked ? ROWS : 6);
  put("heading", shown.heading + (at ? `  ${at}` : ""));
  found.className = ranked ? "ranked" : "latest";
  found.replaceChildren();
  if (ranked) {
    const head = made("tr");
    head.append(made("th"), made("th"), ...shown.heads.map(text => made("th", text)));
    found.append(head);
  }
  for (const cells of rows) {
    const row = made("tr");
    if (ranked) row.append(...cells.map(text => made("td", text)));
    else {
      const cell = made("td"), [name, first, ...others] = cells;
      cell.append(made("b", name), made("em", `★ ${first}`), others.length ? `, ${others.join(", ")}` : "");
      row.append(cell);
    }
    found.append(row);
  }
}

function draw() {
  if (!shown) return;
  document.documentElement.lang = shown.language.replace("_", "-");
  document.title = shown.title;
  put("title", shown.title);
  const [tables, at] = page(shown.tables, PAGE), grid = document.getElementById("tables");
  put("counts", shown.counts + (at ? `  ${at}` : ""));
  put("trouble", silent > 3 ? "⚠ …" : shown.trouble && `⚠ ${shown.trouble}`);
  grid.style.setProperty("--columns", tables.length > 15 ? 4 : tables.length > 4 ? 3 : 2);
  grid.className = tables.length > 15 ? "many" : "";
  grid.replaceChildren(...tables.map(table));
  standings();
  put("note", shown.note);
  document.getElementById("named").replaceChildren(...shown.named.map(text => made("p", `⚠ ${text}`)));
  tick();
}

function tick() {
  const clock = document.getElementById("clock"), round = shown && shown.round;
  put("round", round ? round.text : "");
  const left = round && round.ends !== null ? round.ends - now() : null;
  clock.className = left !== null && left <= 0 ? "over" : "";
  clock.textContent = left === null ? "" : left > 0 ? minutes(left) : round.over;
}

async function ask() {
  try {
    const answer = await fetch("/shown", {headers: tag ? {"If-None-Match": tag} : {}, cache: "no-store"});
    const at = Number(answer.headers.get("X-Now"));
    if (at) lead = at - Date.now() / 1000;
    if (answer.status === 200) {
      shown = await answer.json();
      tag = answer.headers.get("ETag") || "";
    }
    silent = 0;
  } catch { silent += 1; }
  draw();
}

setInterval(ask, 1000);
setInterval(tick, 250);
ask();
