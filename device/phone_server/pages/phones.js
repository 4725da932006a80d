'use strict';
const RES = 'WSCOLGP', overlay = query.has('overlay');
const COLOURS = 'brown grey blue yellow red green purple'.split(' ');
let state, stream, alive, page = overlay ? 'table' : 'join';
let opened, forFree, boards, sure;
let entered = load('entered') || {}, mine = load('mine');

function seatName(seat) {
  const { name, wonder } = state.seats[seat];
  return (name && name + ', ') + t('wonder.' + wonder);
}
const titled = (seat) => [icon('banner.' + state.seats[seat].wonder), ' ', seatName(seat)];
const letters = (text) => [...text].map((one) => t('resource.' + one)).join(', ');

const unit = (text) => h('span', { class: 'unit' }, [...text].map((one) => icon('resource.' + one, t('resource.' + one))));
const row = (...inside) => h('p', { class: 'row' }, inside);
const units = (text) => (text ? text.split(' ').map(unit) : t('none'));

/* "t2.1.0,c" are ways to pay, "!coins3" is why not. */
function ways(word) {
  return !word || word[0] === '!' ? [] : word.split(',').map((one) => {
    const pays = one.slice(1).split('.').map(Number);
    return { kind: one[0], pays: one[0] === 't' ? pays : [0, 0, pays[0]] };
  });
}
const beside = (seat, n = state.seats.length) => [(seat + 1) % n, (seat + n - 1) % n];
function wayText({ kind, pays }, seat) {
  if ('cf'.includes(kind)) return t(kind === 'c' ? 'by_chain' : 'for_free');
  const names = [...beside(seat).map(seatName), t('bank')];
  return pays.map((n, i) => n && t('pay', { coins: n, name: names[i] })).filter(Boolean).join(', ') || t('own');
}
function whyNot(word, card) {
  return word.slice(1).split(',').map((one) => {
    const [, key, resources, needed, sold] = one.match(/^(\w+?):?([A-Z]+)?(\d+)?(?:\.(\d+))?$/) || [0, one];
    const values = { resources: letters(resources || ''), needed, sold, card: cardName(card) };
    return t(told.words['phones.why_' + key] ? 'why_' + key : 'reason.' + key, values);
  }).join(' ');
}

/* To the server. */
async function ask(request) {
  try {
    const answer = await fetch('/ask', {
      method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Secret': secret }, body: JSON.stringify({ phone, language: told.language, ...request }),
    });
    const { refused, text } = await answer.json();
    say(text);
    if (refused === 'not_your_seat') { mine = keep('mine', null); connect(); }
    return answer.ok && !refused;
  } catch { say(t('lost')); }
  return false;
}
/* Ends a dead line. */
function awake(again = 4e4) { clearTimeout(alive); alive = setTimeout(connect, again); }
async function connect() {
  stream?.abort();
  if (!secret) return draw();
  awake();
  const own = stream = new AbortController();
  try {
    const answer = await fetch(`/events?wonder=${mine?.wonder || ''}&language=${told.language}`, { headers: { 'X-Secret': secret }, signal: own.signal });
    if (!answer.ok) {
      say((await answer.json()).text);
      if (answer.status !== 401) return awake(4000);
      secret = '';
      return draw();
    }
    const reader = answer.body.getReader(), decoder = new TextDecoder();
    for (let text = '', piece; !(piece = await reader.read()).done; awake()) {
      const events = (text + decoder.decode(piece.value, { stream: true })).split('\n\n');
      text = events.pop();
      events.forEach(hear);
    }
  } catch { if (own.signal.aborted) return; }
  say(t('lost'));
  awake(1500);
}
function change(at, by) {
  for (const [name, value] of Object.entries(by)) {
    if (name === '+') at.push(...value);
    else if (name === '-') for (const one of value) delete at[one];
    else if (name === '*') for (const word in value) for (const id of value[word].split(' ')) at[id] = word;
    else if (value?.constructor === Object && at[name]) change(at[name], value);
    else at[name] = value;
  }
}
function hear(event) {
  if (!event.startsWith('data: ')) return;
  const heard = JSON.parse(event.slice(6));
  if (heard.state) { state = heard.state; say(); }
  else change(state, heard.change);
  edition = state.edition;
  if (mine && mine.game !== state.game) { mine = keep('mine', null); forFree = false; }
  (function wait() { if (document.body.matches(':active')) setTimeout(wait, 50); else draw(); }());
}

/* Pages. */
const mySeat = () => state.seats.findIndex((seat) => seat.wonder === mine?.wonder);
const sideText = (side) => told.words['board_side.' + side] || side;
function joinPage() {
  const seat = mySeat(), name = h('input', { id: 'name', maxlength: 24, autocomplete: 'off', value: state.seats[seat]?.name });
  return [
    seat >= 0 ? box(seat, h('h2', titled(seat)), h('form', { class: 'row', on: () => ask({ do: 'name', name: name.value }) },
      h('label', { for: 'name' }, t('your_name')), name, h('button', t('save'))),
    button(t('leave'), async () => { if (await ask({ do: 'leave' })) { mine = keep('mine', null); connect(); } }))
      : [h('h2', t('pick_seat')), state.seats.map((one, seat) => h('button', { class: 'card s' + seat, disabled: one.taken, on: () => sit(one.wonder) },
        h('span', { class: 'name' }, titled(seat), ' ', sideText(one.side)), one.taken && t('taken'))),
      button(t('watch'), () => show('table'))],
    state.stage === 'setup' && state.input && boardsForm(),
    h('p', h('a', { href: '/score#' + secret }, t('score_photographs'))), picker(),
  ];
}
async function sit(wonder) {
  if (!await ask({ do: 'seat', wonder })) return;
  mine = keep('mine', { wonder, game: state.game });
  show('city');
  connect();
}
function boardsForm() {
  const all = told.boards[state.edition], list = boards || state.seats.map((one) => [one.wonder, one.side]);
  const set = (next) => { boards = next; draw(); };
  return h('section', { class: 'box' }, h('h2', t('boards')), h('p', t('boards_help')), list.map((own, i) => row(
    h('select', { 'aria-label': `${t('boards')} ${i + 1}`, on: (e) => set(list.map((one, j) => (j === i ? all[e.target.value] : one))) },
      all.map((one, j) => h('option', { value: String(j), selected: String(one) === String(own) }, t('wonder.' + one[0]) + ' ' + sideText(one[1])))),
    button('×', () => set(list.filter((one, j) => j !== i)), 0, { 'aria-label': `${t('remove')} ${i + 1}` }))),
  row(list.length < 7 && button(t('add_board'), () => set([...list, all.find((one) => !list.some((own) => own[0] === one[0]))])),
    boards ? button(t('save'), async () => { if (await ask({ do: 'boards', boards })) set(null); }, 1)
      : state.ready && button(t('start'), () => ask({ do: 'go_on' }), 1)));
}
const acting = (own = mySeat()) => (forFree && state.controller === own ? state.free_city : own);
function cityPage() {
  const seat = acting(), city = state.seats[seat];
  if (!city || state.stage === 'setup') return joinPage();
  const priced = (digits) => [...new Set(digits)].map((price) => h('div', [...RES].filter((one, i) => digits[i] === price).map(unit), coins(price)));
  return [
    state.controller === mySeat() && state.free_city !== null && button(t('for_free_city'), () => { forFree = !forFree; draw(); }, forFree),
    turnBox(seat),
    box(seat, h('h2', titled(seat)), facts([
      ['coins', coins(city.coins)], city.debt > 0 && ['debt', owed(city)], ['production', units(city.units)], ['shields', [icon('shield'), ' ' + city.shields, ' ', dove(city)]],
      city.science.some(Boolean) && ['science', 'compass gear tablet question'.split(' ').map((name, i) => city.science[i] > 0
        && h('span', { class: 'unit' }, icon(name, t(i < 3 ? 'symbol.' + name : 'any_symbol')), '×' + city.science[i]))],
      ['stages', city.stages + ' / ' + city.of],
      city.next && ['next_stage', [units(city.next.units), city.next.coins > 0 && coins(city.next.coins), ' ',
        city.next.ways ? wayText(ways(city.next.ways)[0], seat) : t('not_payable')]]])),
    h('h2', t('neighbours')),
    beside(seat).map((other, i) => box(other, h('h3', titled(other)), facts([
      ['sells', units(state.seats[other].sells)], ['price_each', priced(i ? city.right : city.left)],
      ['conflict', fight(city, other, i)]]))),
    h('h2', t('built')), cardList(city),
  ];
}
const fight = (city, other, i) => [icon('shield', t('shields')), ` ${city.shields} : ${state.seats[other].shields} → `, city.conflict[i] ? signed(city.conflict[i]) : t('no_token')];
const cardList = (city) => h('ul', [...city.cards, ...city.leaders].map((id) => h('li', { class: 'card ' + told.colours[id] }, cardName(id))));

/* Entering. */
async function enter(seat, act, more, what) {
  const moment = state.moment;
  opened = sure = null;
  if (!await ask({ do: 'enter', moment, seat, act, ...more })) return;
  entered = keep('entered', { ...(entered.moment === moment && entered), moment, [seat]: what });
  draw();
}
const acts = (seat) => state.input && state.acting.includes(seat), due = (seat) => acts(seat) && state.waiting.includes(seat);
const awaited = () => state.waiting.map(seatName).join('; ') || t('nobody');
const PLAIN = { turn: ['discard'], recruit: ['discard'], seventh: ['discard', 'pass'], extra_leader: ['pass'], from_discard: ['build_from_discard'] };
function turnBox(seat) {
  const { phase, moment } = state, found = state.questions.filter((one) => one.seat === seat).map(({ kind, text, words }) => [h('p', text),
    words.map((word, choice) => button(word, () => ask({ do: 'answer', moment, seat, kind, choice })))]);
  if (state.input && phase === 'conflicts') found.push(button(t('go_on'), () => ask({ do: 'go_on', moment }), 1));
  if (due(seat)) {
    const stage = /turn|seventh|recruit/.test(phase) ? ways(state.seats[seat].next?.ways) : [];
    const leaders = phase === 'court' ? beside(seat).flatMap((other) => state.seats[other].leaders) : [];
    found.push(h('p', h('strong', t('your_turn'))), row(
      leaders.map((card) => button(cardName(card), () => enter(seat, phase, { card }, cardName(card)))),
      phase !== 'court' && page !== 'prices' && button(t('to_prices'), () => show('prices'), 1),
      stage.map((way) => button(t('do_stage') + ': ' + wayText(way, seat), () => enter(seat, 'stage', { pays: way.pays }, t('do_stage')))),
      (PLAIN[phase] || []).map((act) => button(t('no_' + act) + (sure === act ? ' ✓?' : ''),
        () => { if (sure === act) enter(seat, act, {}, t('no_' + act)); else { sure = act; say(t('sure')); draw(); } }, sure === act))));
  } else if (acts(seat)) {
    found.push(h('p', icon('check'), ' ', t('entered', { what: (entered.moment === moment && entered[seat]) || '' }), ' ', t('waiting_for', { names: awaited() })),
      button(t('take_back'), () => ask({ do: 'back', moment, seat })));
  }
  return found[0] && box(seat, found);
}
function pricesPage() {
  const seat = acting(), phase = state.phase;
  if (seat < 0 || state.stage !== 'play') return cityPage();
  const recruits = /recruit|extra/.test(phase), builds = phase === 'from_discard' ? 'build_from_discard' : 'build';
  const rows = (list, act, colour) => {
    const ids = Object.keys(list || {}).filter((id) => !colour || told.colours[id] === colour).sort((a, b) => cardName(a).localeCompare(cardName(b)));
    return ids[0] && [h('h2', t(colour ? 'colour.' + colour : 'category.leaders')), ids.map((id) => {
      const found = ways(list[id]), open = opened === id, may = due(seat) && (act === 'recruit') === recruits;
      const more = ({ pays, kind }) => ({ card: id, ...(act === 'build' && { pays, free: kind === 'f' }) });
      return [h('button', { class: 'card ' + told.colours[id], 'aria-expanded': String(open), on: () => { opened = open ? '' : id; draw(); } },
        h('span', { class: 'name' }, cardName(id)), found.length ? h('span', { class: 'yes' }, short(found[0])) : '–'),
      open && h('div', { class: 'more' }, found.length ? found.map((way) => h('p', may ? button(t('do_' + act) + ': ' + wayText(way, seat), () => enter(seat, act, more(way), cardName(id)), 1) : wayText(way, seat)))
        : whyNot(list[id], id))];
    })];
  };
  const built = COLOURS.map((colour) => rows(state.prices[seat], builds, colour)), leaders = rows(state.recruits[seat], 'recruit');
  return [turnBox(seat), recruits ? [leaders, built] : [built, leaders]];
}
const short = ({ kind, pays }, sum = pays.reduce((a, b) => a + b)) => (
  kind === 'c' ? icon('chain', t('by_chain')) : sum > 0 ? coins(sum) : kind === 'f' ? t('free') : icon('check', t('own')));
const owed = ({ debt }) => debt > 0 && h('span', icon('debt', t('debt')), ' −' + debt);
const dove = ({ diplomacy }) => diplomacy > 0 && icon('dove', t('diplomacy'));
function tablePage() {
  const seats = (inside) => h('div', { class: 'seats' }, state.seats.map((city, seat) => box(seat, h('h2', titled(seat),
    ' ', state.waiting?.includes(seat) ? icon('hourglass', t('awaited')) : state.acting?.includes(seat) && icon('check', t('acted'))), inside?.(city, seat))));
  if (state.stage === 'setup') return [h('h2', t('setting_up')), seats()];
  return [state.score && scores(state.score), state.story?.map((text) => h('p', text)), seats((city, seat) => [
    row(coins(city.coins), owed(city), h('span', icon('shield', t('shields')), ' ' + city.shields), dove(city), h('span', icon('stage', t('stages')), ` ${city.stages}/${city.of}`),
      city.tokens[0] && h('span', icon('laurel', t('tokens')), ' ' + city.tokens.map(signed).join(' '))),
    h('p', units(city.units)),
    !overlay && [!state.score && beside(seat).map((other, i) => h('p', seatName(other), ' ', fight(city, other, i))), button(t('built') + ': ' + city.cards.length, () => { opened = opened === seat ? '' : seat; draw(); }, 0, { 'aria-expanded': String(opened === seat) }), opened === seat && cardList(city)]]),
  h('section', { class: 'turns' }, h('h2', t('so_far')), h('ul', [...state.turns].reverse().map((text) => h('li', text))))];
}
function scores(score) {
  const done = score.totals.length > 0, order = [...score.seats.keys()].sort((a, b) => done && score.totals[b] - score.totals[a]);
  const head = score.categories.map((name) => t('category.' + name)).concat(done ? t('total') : []);
  return [h('h2', t('scores')), sheet(head, order.map((i) => ({
    won: score.winners.includes(score.seats[i]), cells: [seatName(score.seats[i]), ...score.points[i], ...score.totals.slice(i, i + 1)],
  })), done && !overlay)];
}
const PAGES = { join: joinPage, city: cityPage, prices: pricesPage, table: tablePage };
function show(name) { page = name; opened = sure = ''; draw(); el('page').focus(); scrollTo(0, 0); }
function draw() {
  el('moment').textContent = state?.stage === 'play' ? t('moment', { age: t('age.' + state.age), turn: state.turn, names: awaited() }) : '';
  const tabs = (secret && state ? Object.keys(PAGES) : []).map((one) => button(t('page_' + one), () => show(one), 0, { 'aria-current': page === one && 'page' }));
  put(secret ? (state ? PAGES[page]() : t('connecting')) : codePage(), tabs);
}
function begin() { connect(); draw(); }
document.addEventListener('visibilitychange', () => document.hidden || connect());
document.body.classList.toggle('overlay', overlay);
if (mine && !overlay) page = 'city';
