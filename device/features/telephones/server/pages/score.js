/* Scores a table from photographs: they are sent one after the other, then what they do not show is asked. */
'use strict';
const WAIT = 700, AGAIN = 3000, NOTHING = () => ({ coins: {}, tokens: {}, courted: {}, changed: {}, seats: [] });
let photos = [], seen, given = NOTHING(), opened, typed = query.has('turn') ? 'turn' : query.has('sheet'), queue = Promise.resolve();

const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });
const city = (wonder) => t('wonder.' + wonder);
const boardName = ({ wonder, side }) => city(wonder) + ' ' + (told.words['board_side.' + side] || side);

/* Talking to the server: the answer's content; null if it refuses, which `refused` hears. */
async function call(path, body, refused) {
  try {
    const type = body instanceof Blob ? {} : { 'Content-Type': 'application/json' };
    const answer = await fetch(path + (path.includes('?') ? '' : '?') + 'language=' + told.language, { method: body ? 'POST' : 'GET', headers: { 'X-Secret': secret, ...type }, body });
    const content = await answer.json();
    if (answer.status === 401) secret = '';
    if (answer.ok && !content.refused) return content;
    refused(content.text, answer.status, content.refused);
  } catch { refused(t('lost'), 0); }
  return null;
}
function mark(photo, state, text) { Object.assign(photo, { state, text }); draw(); }
async function sendPhoto(photo) {
  if (photo.file.size > told.longest) return mark(photo, 'refused', t('error.photo_too_large', { megabytes: told.longest >> 20 }));
  const refused = (text, status, why) => {
    photo.again = why === 'photo_not_read' || ![200, 413].includes(status);
    mark(photo, status === 503 ? 'busy' : 'refused', text);
  };
  mark(photo, 'sending', t('photo_sending'));
  do {
    const taken = await call('/photographs' + (photo.turn ? '?turn&' : '?'), photo.file, refused);
    if (taken) photo.id = taken.photograph;
    else if (photo.state === 'busy') await wait(AGAIN);
  } while (!photo.id && photo.state !== 'refused' && photos.includes(photo));
  while (photo.id && photo.state !== 'read' && photo.state !== 'refused') {
    const found = await call('/photographs/' + photo.id, null, refused);
    if (found?.shown) photo.shown = found.shown;
    if (found) mark(photo, found.state, found.state !== 'read' ? t('photo_' + found.state) : photo.turn ? '' : t('photo_read', found));
    if (photo.state !== 'read') await wait(photo.state === 'busy' ? AGAIN : WAIT);
  }
  if (photo.state === 'read' && !photo.turn) await look();
}
function add(files) {
  say();
  for (const file of files) {
    if (photos.length >= told.together) { say(t('photo_enough', { most: told.together })); break; }
    const turn = typed === 'turn', photo = { file, turn, state: 'queued', text: t('photo_queued') };
    if (turn) photos = photos.filter((one) => !one.turn);
    photos.push(photo);
    queue = queue.then(() => photos.includes(photo) && sendPhoto(photo));
  }
  draw();
}
function drop(photo) {
  photos = photos.filter((one) => one !== photo);
  look();
}

/* What the photographs show; with coins and tokens the score. */
async function look(more) {
  const photographs = photos.filter((one) => !one.turn && one.state === 'read').map((one) => one.id);
  if (!photographs.length) { seen = null; return draw(); }
  const own = (values) => Object.fromEntries(Object.entries(values).filter(([wonder]) => wonders().includes(wonder)));
  const body = { phone, language: told.language, photographs, seats: given.seats, changed: given.changed, ...(more && { coins: own(given.coins), tokens: own(given.tokens), courted: own(given.courted) }), ...more };
  if (more) say(t('photo_counting'));
  const found = await call('/sheet', JSON.stringify(body), (text, status) => {
    say(text);
    if (status === 410) photos.forEach((one) => { if (one.state === 'read') { one.again = true; mark(one, 'refused', text); } });
  });
  if (!found) return draw();
  if (more?.keep) seen.kept = true; else seen = found;
  if (more) say(found.text);
  draw();
}
const wonders = () => seen?.cities?.map((one) => one.wonder) || seen?.wonders || [];
const scored = (seat) => seat !== seen.free_city;
function score() {
  seen.cities.forEach(({ wonder, shields }, seat) => {
    if (!scored(seat)) return;
    given.coins[wonder] = Number(given.coins[wonder] || 0);
    given.tokens[wonder] ??= shields;
  });
  look({ keep: false }).then(() => { if (seen?.seats) el('sheet').scrollIntoView(); });
}

/* Drawing. */
const listed = (texts, style) => texts?.length > 0 && h('ul', texts.map((text) => h('li', { class: style }, text)));
const thing = (key) => { const [, family, id] = key.match(/^(card|leader)\.(.*)/) || []; return family === 'card' ? cardName(id) : t(key); };
async function record(photo) {
  say(t('photo_sending'));
  const found = await call('/turn', JSON.stringify({ phone, language: told.language, photograph: photo.id }), say);
  if (!found) return;
  photos = photos.filter((one) => one !== photo);
  draw();
  say(found.text);
}
/* The cards of a turn, at a station: what the photograph shows, in the order of the seats. */
function turnPart() {
  const photo = photos.find((one) => one.turn);
  return [photosPart(true), photo?.shown && h('section', { class: 'box' }, h('h2', t('photo_seen')),
    h('ol', photo.shown.map(([name, other]) => h('li', other ? t('turn_or', { card: thing(name), other: thing(other) }) : thing(name)))),
    photo.shown.length > 0 && button(t('turn_record'), () => record(photo), 1, { id: 'record' }))];
}
function photosPart(turn) {
  const shown = photos.filter((one) => Boolean(one.turn) === Boolean(turn));
  return h('section', h('h2', t(turn ? 'turn_cards' : 'photographs')), h('p', t(turn ? 'turn_help' : 'photo_help')),
    h('ul', shown.map((photo, i) => h('li', { class: 'card row' },
      h('span', { class: 'name' }, h('strong', t('photograph', { number: i + 1 })), h('br'), h('span', { class: photo.state === 'refused' && 'bad' }, photo.text)),
      photo.state === 'refused' && photo.again && button(t('photo_again'), () => { Object.assign(photo, { id: '', state: 'queued' }); queue = queue.then(() => sendPhoto(photo)); }, 0, { id: 'again-' + i }),
      button('×', () => drop(photo), 0, { id: 'drop-' + i, 'aria-label': t('photo_remove') + ': ' + t('photograph', { number: i + 1 }) })))),
    h('p', { class: 'row' }, button(t('photo_take'), () => el('camera').click(), !shown.length), button(t('photo_choose'), () => el('album').click())));
}
function orderPart() {
  const now = given.seats.length === wonders().length ? given.seats : wonders();
  const swap = (i, wonder) => { given.seats = now.map((one, j) => (j === i ? wonder : one === wonder ? now[i] : one)); look(); };
  return h('section', { class: 'box' }, h('h2', t('photo_order')), h('ol', now.map((own, i) => h('li', h('select', { id: 'seat-' + i, 'aria-label': t('photo_order') + ' ' + (i + 1), on: (e) => swap(i, e.target.value) },
    now.map((one) => h('option', { value: one, selected: one === own }, city(one))))))));
}
const field = (id, label, control) => h('p', { class: 'row' }, h('label', { for: id }, label), control);
function choice(id, label, values, chosen, text, on) {
  return field(id, label, h('select', { id, on: (e) => on(JSON.parse(e.target.value)) },
    values.map((one) => h('option', { value: JSON.stringify(one), selected: JSON.stringify(one) === JSON.stringify(chosen) }, text(one)))));
}
const points = (n) => (n ? signed(n) : '0');
/* What the photographs do not show is said by hand; the table is worked out anew each time. */
function change(wonder, how) {
  const one = given.changed[wonder] ??= {};
  how(one);
  look();
}
const without = (list, id) => (list || []).filter((one) => one !== id);
const putCard = (wonder, id) => change(wonder, (one) => { one.removed = without(one.removed, id); one.added = [...without(one.added, id), id]; });
const dropCard = (wonder, id) => change(wonder, (one) => { one.added = without(one.added, id); one.removed = [...without(one.removed, id), id]; });
const GROUPS = 'brown grey blue yellow red green purple white'.split(' ');
function cardsPart({ wonder, cards, leaders, stages, of }) {
  const here = [...cards, ...leaders], known = Object.keys(told.effects[edition]).filter((id) => !here.includes(id));
  const group = (colour) => known.filter((id) => told.colours[id] === colour).sort((a, b) => cardName(a).localeCompare(cardName(b)));
  return [h('ul', here.map((id) => h('li', { class: 'card ' + told.colours[id] }, h('span', { class: 'name' }, cardName(id)),
    button('×', () => dropCard(wonder, id), 0, { id: `less-${wonder}-${id}`, 'aria-label': `${t('remove')}: ${cardName(id)}` })))),
  field('add-' + wonder, t('add_card'), h('select', { id: 'add-' + wonder, on: (e) => e.target.value && putCard(wonder, e.target.value) }, h('option', { value: '' }, '…'),
    GROUPS.map((colour) => group(colour)[0] && h('optgroup', { label: colour === 'white' ? t('category.leaders') : t('colour.' + colour) }, group(colour).map((id) => h('option', { value: id }, cardName(id))))))),
  choice('stages-' + wonder, t('stages'), [...Array(of + 1).keys()], stages, String, (n) => change(wonder, (one) => { one.stages = n; }))];
}
function missingCity() {
  const all = told.boards[edition].filter(([wonder]) => !wonders().includes(wonder));
  return wonders().length < 7 && field('add-city', t('add_city'), h('select', { id: 'add-city', on: (e) => e.target.value && change(all[e.target.value][0], (one) => { one.side = all[e.target.value][1]; }) },
    h('option', { value: '' }, '…'), all.map((one, i) => h('option', { value: String(i) }, boardName({ wonder: one[0], side: one[1] })))));
}
function cityPart(one, seat) {
  const { wonder, cards, leaders, shields } = one, all = [...cards, ...leaders], open = opened === wonder;
  const each = seen.each?.[wonder], total = given.tokens[wonder] ?? shields;
  const token = (value) => { given.tokens[wonder] = value; };
  return box(seat, h('h3', boardName(one)), given.changed[wonder]?.side && button(t('remove'), () => { delete given.changed[wonder]; look(); }, 0, { id: 'less-' + wonder, 'aria-label': `${t('remove')}: ${city(wonder)}` }),
    button(t('cards_and_stages', { cards: all.length, stages: one.stages }), () => { opened = open ? '' : wonder; draw(); }, 0, { id: 'cards-' + wonder, 'aria-expanded': String(open) }),
    open && cardsPart(one),
    scored(seat) && field('coins-' + wonder, t('coins'), h('input', { id: 'coins-' + wonder, type: 'number', inputmode: 'numeric', min: '0', max: '999', required: true, value: String(given.coins[wonder] ?? ''), on: (e) => { given.coins[wonder] = e.target.value; } })),
    scored(seat) && choice('tokens-' + wonder, t('tokens'), seen.sums, Array.isArray(total) ? total.reduce((a, b) => a + b, 0) : total,
      (n) => points(n) + (n === shields ? ' (' + t('as_shields') + ')' : ''), token),
    each && choice('each-' + wonder, t('photo_each'), [total, ...each], total, (set) => (Array.isArray(set) ? set.map(points).join(' ') || '0' : '…'), token),
    seen.courted[wonder] && choice('courted-' + wonder, t('photo_courted'), ['', ...seen.courted[wonder]], given.courted[wonder] || '', (id) => (id ? cardName(id) : t('none')), (id) => { given.courted[wonder] = id; }));
}
function sheetPart() {
  const won = ({ seat }) => seen.winners.includes(seat), rows = seen.seats.filter((one) => one.score).sort((a, b) => won(b) - won(a) || b.score.total - a.score.total);
  const names = ['total', ...seen.categories];
  return h('section', { id: 'sheet' }, h('h2', t('scores')), listed(seen.counted),
    sheet(names, rows.map((one) => ({ won: won(one), cells: [city(one.wonder), ...names.map((name) => one.score[name])] })), true), ' ',
    seen.kept ? h('p', t('kept')) : button(t('keep_game'), () => look({ keep: true })));
}
/* A plain score sheet: what people have counted themselves, typed. It is kept on the telephone while it is written. */
const NUMBERS = ['military', 'treasury', 'wonder', 'civilian', 'scientific', 'commercial', 'guilds', 'leaders'];
const newSheet = () => ({ players: [...Array(3)].map(() => ({ name: '', points: {} })), leaders: false, kept: false });
let plain = load('plain') || newSheet();
const total = ({ points }) => shownNumbers().reduce((sum, name) => sum + Number(points[name] || 0), 0);
const shownNumbers = () => NUMBERS.slice(0, plain.leaders ? 8 : 7), playerName = (player, i) => player.name || t('menu.sheet.player', { number: i + 1 });
function write(how, again = true) { how(); plain.kept = false; keep('plain', plain); if (again) draw(); else results(); }
function number(player, i, name) {
  const id = `p${i}-${name}`, now = player.points[name], set = (e) => write(() => { player.points[name] = e.target.value; }, false);
  return h('p', h('label', { for: id }, icon(SIGNS[name]), ' ', categoryName(name)), name === 'military'
    ? h('select', { id, on: set }, [...Array(25).keys()].map((n) => n - 6).map((n) => h('option', { value: String(n), selected: n === Number(now || 0) }, points(n))))
    : h('input', { id, type: 'number', inputmode: 'numeric', min: '0', max: '99', value: String(now ?? ''), on: set }));
}
/* The result follows each number; the field that is written in stays. */
function results() {
  const best = Math.max(...plain.players.map(total)), order = [...plain.players.keys()].sort((a, b) => total(plain.players[b]) - total(plain.players[a]));
  el('result')?.replaceChildren(h('div', sheet(['total', ...shownNumbers()], order.map((i) => ({
    won: best > 0 && total(plain.players[i]) === best, cells: [playerName(plain.players[i], i), total(plain.players[i]), ...shownNumbers().map((name) => plain.players[i].points[name] || 0)],
  })), true), ' ', plain.kept ? h('p', t('kept')) : button(t('keep_game'), keepSheet, 1, { id: 'keep' })));
}
async function keepSheet() {
  const rows = plain.players.map((one) => ({ name: one.name, points: shownNumbers().map((name) => Math.max(-9, Math.min(99, Math.trunc(Number(one.points[name] || 0))))) }));
  const body = JSON.stringify({ do: 'sheet', phone, language: told.language, rows });
  if (!await call('/ask', body, say)) return;
  plain.kept = true;
  keep('plain', plain);
  say(t('kept'));
  draw();
}
function plainPage() {
  return [h('h2', t('plain_sheet')), h('p', t('plain_help')), plain.players.map((one, i) => box(i, h('p', { class: 'row player' }, h('label', { for: 'name-' + i }, t('menu.sheet.player', { number: i + 1 })),
    h('input', { id: 'name-' + i, maxlength: 24, autocomplete: 'off', value: one.name, on: (e) => write(() => { one.name = e.target.value; }, false) }),
    plain.players.length > 2 && button('×', () => write(() => plain.players.splice(i, 1)), 0, { id: 'drop-' + i, 'aria-label': `${t('remove')}: ${playerName(one, i)}` })),
  h('div', { class: 'pad' }, shownNumbers().map((name) => number(one, i, name))))),
  row(plain.players.length < 7 && button(t('plain_add'), () => write(() => plain.players.push({ name: '', points: {} })), 0, { id: 'add-player' }),
    button(t('menu.players.leaders'), () => write(() => { plain.leaders = !plain.leaders; }), 0, { id: 'with-leaders', 'aria-pressed': String(plain.leaders) }),
    button(t('plain_new'), () => { plain = newSheet(); write(() => 0); }, 0, { id: 'new' })),
  h('section', { id: 'result' })];
}
const row = (...inside) => h('p', { class: 'row' }, inside);
const tab = (text, mode, link) => button(text, () => { typed = mode; say(); draw(); scrollTo(0, 0); }, 0, { 'aria-current': typed === mode && 'page', id: link });
function draw() {
  el('moment').textContent = told.words && typed !== 'turn' ? t('score_table') : '';
  edition = seen?.edition || 'first';
  const tabs = secret ? [tab(t('photographs'), false, 'by-photographs'), tab(t('menu.main.sheet'), true, 'by-hand'), tab(t('turn_cards'), 'turn', 'by-turn')] : [];
  if (secret && typed === 'turn') return put([turnPart(), h('p', h('a', { href: '/#' + secret }, t('photo_back'))), picker()], tabs);
  if (secret && typed) { put([plainPage(), h('p', h('a', { href: '/#' + secret }, t('photo_back'))), picker()], tabs); return results(); }
  put(!secret ? codePage() : [photosPart(), seen && [
    seen.contradictions.length > 0 && h('section', { class: 'box' }, h('h2', t('photo_no_score')), listed(seen.contradictions, 'bad')),
    seen.order && orderPart(),
    seen.cities && h('form', { on: score }, h('h2', t('photo_seen')), listed(seen.remarks, 'note'), seen.remarks.length > 0 && h('p', t('photo_nearer')), h('p', t('photo_count')),
      seen.cities.map(cityPart), missingCity(), listed(seen.wrong, 'bad'), h('button', { class: 'main', id: 'score' }, t('photo_score'))),
    seen.contradictions.length > 0 && h('p', t('photo_nearer')),
    seen.seats && sheetPart()], h('p', h('a', { href: '/#' + secret }, t('photo_back'))), picker()], tabs);
}
function begin() { look(); }
for (const id of ['camera', 'album']) {
  el(id).addEventListener('change', (e) => { add(e.target.files); e.target.value = ''; });
}
