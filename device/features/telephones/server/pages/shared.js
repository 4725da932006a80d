/* What the pages share. The secret follows the # of the address and is sent as a header only. */
'use strict';
const query = new URLSearchParams(location.search), el = (id) => document.getElementById(id);
let told = {}, edition = 'first', secret = location.hash.slice(1);
const phone = load('phone') || keep('phone', crypto.getRandomValues(new Uint32Array(4)).join('.'));

function load(name) { try { return JSON.parse(localStorage.getItem('wondertable.' + name)); } catch { return null; } }
function keep(name, value) {
  try { localStorage.setItem('wondertable.' + name, JSON.stringify(value)); } catch { /* a private window keeps nothing */ }
  return value;
}

/* Words: a key of the pages ("phones.coins"), or a whole one of the catalogue ("card.palace"). */
function t(key, values) {
  const text = told.words['phones.' + key] || told.words[key] || key;
  return text.replace(/\{(\w+)\}/g, (all, name) => values?.[name] ?? all);
}
const cardName = (id) => (edition === 'second' && told.second['card.' + id]) || told.words['card.' + id] || t('leader.' + id);

/* Drawing. The second argument may be left out; "on" is what a press, a choice or a sent form does. */
function h(tag, given, ...children) {
  const node = document.createElement(tag), plain = given?.constructor === Object;
  for (const [name, value] of Object.entries(plain ? given : {})) {
    if (name === 'on') node.addEventListener({ select: 'change', input: 'input', form: 'submit' }[tag] || 'click', (e) => { e.preventDefault(); value(e); });
    else if (value) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...(plain ? children : [given, ...children]).flat(9).filter((one) => one || one === 0));
  return node;
}
function icon(name, label) {
  const make = (tag) => document.createElementNS('http://www.w3.org/2000/svg', tag), svg = make('svg'), use = make('use');
  svg.setAttribute('class', 'i ' + name);
  svg.setAttribute('role', 'img');
  svg.setAttribute(...(label ? ['aria-label', label] : ['aria-hidden', 'true']));
  use.setAttribute('href', '#i-' + name);
  svg.append(use);
  return svg;
}
const coins = (n) => h('span', icon('coin', t('coins')), ' ' + n);
const facts = (rows) => h('dl', rows.filter(Boolean).map(([name, value]) => [h('dt', t(name)), h('dd', value)]));
const signed = (n) => (n > 0 ? '+' : '−') + Math.abs(n);
const button = (text, on, main, more) => h('button', { type: 'button', class: main && 'main', on, ...more }, text);
const box = (seat, ...inside) => h('section', { class: 'box s' + seat }, inside);
const say = (text) => { el('status').textContent = text || ''; };

/* All categories are seen on a narrow telephone: their signs stand above the numbers. */
const SIGNS = { military: 'shield', treasury: 'coin', wonder: 'stage', civilian: 'mark.blue', scientific: 'gear', commercial: 'mark.yellow', guilds: 'mark.purple', leaders: 'mark.white', cities: 'mark.black' };
const categoryName = (name) => (name === 'total' ? t('total') : t('category.' + name));
const headOf = (name) => h('th', { scope: 'col', class: 'cat-' + name }, SIGNS[name] ? icon(SIGNS[name], categoryName(name)) : '∑', !SIGNS[name] && h('span', { class: 'away' }, t('total')));
function sheet(names, rows, keeps) {
  return [h('table', { class: 'sheet' }, h('tr', h('td'), names.map(headOf)),
    rows.map(({ won, cells: [name, ...points] }) => h('tr', { class: won && 'won' }, h('th', { scope: 'row' }, won && icon('crown', t('winner')), name), points.map((one) => h('td', one))))),
  keeps && button(t('keep_picture'), () => picture(names.map(categoryName), rows))];
}
function picture(head, rows) {
  const canvas = h('canvas', { width: 1000, height: 110 + 56 * rows.length }), pen = canvas.getContext('2d');
  const line = (cells, y) => cells.forEach((text, i) => { pen.textAlign = i ? 'right' : 'left'; pen.fillText(text, i ? 280 + i * 700 / head.length : 30, y, i ? 660 / head.length : 250); });
  pen.fillStyle = '#0d1117';
  pen.fillRect(0, 0, 1000, canvas.height);
  pen.font = '24px sans-serif';
  [{ cells: [new Date().toLocaleDateString(), ...head] }, ...rows].forEach(({ won, cells }, i) => { pen.fillStyle = won ? '#f5c451' : '#f6f3ea'; line(cells, 60 + i * 56); });
  canvas.toBlob((blob) => send(new File([blob], 'wondertable.png', { type: blob.type })));
}
/* Sends a file by what the telephone has for that, or saves it. */
function send(file) {
  if (navigator.canShare?.({ files: [file] })) navigator.share({ files: [file] }).catch(() => 0);
  else h('a', { href: URL.createObjectURL(file), download: file.name }).click();
}
function codePage() {
  const input = h('input', { id: 'code', autocapitalize: 'none', autocomplete: 'off' });
  return h('form', { class: 'row', on: () => { location.hash = input.value.trim().toLowerCase(); } },
    h('h2', t('code_help')), h('label', { for: 'code' }, t('code')), input, h('button', { class: 'main' }, t('go')));
}
const nameOf = (node) => node.id || (node.querySelector('.name') ?? node).textContent;
/* Replaces the page; the focus stays. */
function put(nodes, tabs = []) {
  const focused = document.activeElement, name = nameOf(focused), typed = focused.value;
  el('tabs').replaceChildren(...tabs);
  el('page').replaceChildren(h('div', nodes));
  const back = focused.matches('button,input,select') && [...document.querySelectorAll(focused.tagName)].find((node) => nameOf(node) === name);
  if (back) {
    if (back.tagName === 'INPUT') back.value = typed;
    back.focus({ preventScroll: true });
  }
}
const picker = () => h('p', h('label', { for: 'language' }, t('language')), ' ', h('select', { id: 'language', on: (e) => speak(keep('language', e.target.value)) },
  Object.entries(told.languages).map(([one, text]) => h('option', { value: one, selected: one === told.language }, text))));
/* `begin` is the page's own: words or secret are there, or others. */
async function speak(language) {
  told = await (await fetch('/words/' + encodeURIComponent(language))).json();
  document.documentElement.lang = told.language.replace('_', '-');
  begin();
}
addEventListener('hashchange', () => { secret = location.hash.slice(1); say(); begin(); });
fetch('/icons.svg').then((answer) => answer.text()).then((text) => {
  el('icons').append(document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true));
  speak(query.get('language') || load('language') || navigator.language);
});
