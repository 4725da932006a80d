'use strict';
const RES = 'WSCOLGP', overlay = query.has('overlay');
const COLOURS = 'brown grey blue yellow red green purple black'.split(' ');
let state, stream, alive, page = overlay ? 'table' : 'join';
let opened, explained, forFree, boards, played, changing, sure, menu, asked, revealed, guide = load('guide') || 0;
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
/* A card in its colour; a press says what it does. */
const effect = (id) => { const [makes, ...does] = told.effects[edition][id] || ['']; return [makes && units(makes), makes && ' ', does.join(' ')]; };
function cardRow(id, ...beside) {
  const open = explained === id;
  return h('li', h('button', { class: 'card ' + told.colours[id], 'aria-expanded': String(open), on: () => { explained = open ? '' : id; draw(); } },
    h('span', { class: 'name' }, cardName(id)), beside), open && h('p', { class: 'more' }, effect(id)));
}

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
    const content = await answer.json();
    say(content.text);
    if (content.refused === 'not_your_seat') { mine = keep('mine', null); connect(); }
    return answer.ok && !content.refused && content;
  } catch { say(t('lost')); }
  return null;
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
  const heard = JSON.parse(event.slice(6)), stage = state?.stage, learned = state?.enrol, before = state?.seats?.map((one) => one.shields);
  if (heard.state) { state = heard.state; say(); }
  else change(state, heard.change);
  if (stage === 'setup' && state.stage === 'play' && mine && page === 'join') show('city');
  reveal(before);
  if (page === 'learn' && menu && learned !== state.enrol) pressMenu({});
  edition = state.edition;
  if (mine && mine.game !== state.game) { mine = keep('mine', null); forFree = false; }
  (function wait() { if (document.body.matches(':active')) setTimeout(wait, 50); else draw(); }());
}

/* Pages. */
const mySeat = () => state.seats.findIndex((seat) => seat.wonder === mine?.wonder);
const sideText = (side) => told.words['board_side.' + side] || side;
function ownName(seat) {
  return h('form', { class: 'row', on: () => ask({ do: 'name', name: el('name').value }) },
    h('label', { for: 'name' }, t('your_name')), h('input', { id: 'name', maxlength: 24, autocomplete: 'off', value: state.seats[seat].name }), h('button', t('save')));
}
function seatsPart() {
  return state.seats[0] && [h('h2', t('pick_seat')), h('div', { class: 'choices' }, state.seats.map((one, seat) => h('button', { class: 'card main s' + seat, disabled: one.taken, on: () => sit(one.wonder) },
    h('span', { class: 'name' }, titled(seat), ' ', sideText(one.side)), one.taken && t('taken'))))];
}
function joinPage() {
  const seat = mySeat(), setting = state.stage === 'setup' && state.input, ready = setting && state.ready && !boards;
  const taken = state.seats.filter((one) => one.taken).length, asks = setting && (changing || boards || !state.seats[0]);
  return [
    asks && boardsForm(),
    seat < 0 ? seatsPart() : box(seat, h('h2', titled(seat)), ownName(seat),
      setting && h('p', t('seats_taken', { taken, seats: state.seats.length }))),
    ready && h('p', button(t('start'), () => ask({ do: 'go_on' }), seat >= 0)),
    setting && !asks && h('p', button(t('change_boards'), () => { changing = true; draw(); })),
    h('p', { class: 'row' }, seat < 0 ? state.seats[0] && button(t('watch'), () => show('table'))
      : button(t('leave'), async () => { if (await ask({ do: 'leave' })) { mine = keep('mine', null); connect(); } })),
    learning() && h('p', button(t('menu.main.enrol'), () => show('learn'))),
    h('p', h('a', { href: '/score#' + secret }, t('score_table'))), picker(),
  ];
}
async function sit(wonder) {
  if (!await ask({ do: 'seat', wonder })) return;
  mine = keep('mine', { wonder, game: state.game });
  show(state.stage === 'setup' ? 'join' : 'city');
  connect();
}
/* The boards clockwise; each city is there once, and a city of an expansion only with it. */
function boardsForm() {
  const edition = played || state.edition;
  const play = (next, leaders) => { boards = next === edition ? boards : null; played = next; ask({ do: 'play', edition: next, leaders }); draw(); };
  const all = told.boards[edition].filter(([wonder]) => state.leaders || !told.expansion.includes(wonder));
  const known = all.length && state.seats.every((one) => all.some((own) => own[0] === one.wonder && own[1] === one.side));
  const list = boards || (known && state.seats[0] ? state.seats.map((one) => [one.wonder, one.side]) : all.filter(([wonder], i) => !i || all[i - 1][0] !== wonder).slice(0, 3));
  const set = (next) => { boards = next; if (next.length !== 3) boards.two = false; draw(); }, two = boards ? boards.two : state.free_city !== null;
  const marked = (next) => Object.assign(next, { two });
  const select = (own, i) => h('select', { id: 'board-' + i, 'aria-label': `${t('boards')} ${i + 1}`, on: (e) => set(marked(list.map((one, j) => (j === i ? all[e.target.value] : one)))) },
    all.map((one, j) => h('option', { value: String(j), selected: String(one) === String(own), disabled: one[0] !== own[0] && list.some((other) => other[0] === one[0]) }, t('wonder.' + one[0]) + ' ' + sideText(one[1]))));
  const choose = (text, chosen, on, id) => button(text, on, 0, { id, 'aria-pressed': String(chosen) });
  return h('section', { class: 'box' }, h('h2', t('boards')),
    h('p', { class: 'row' }, Object.keys(told.boards).map((one) => choose(t('menu.players.' + one), one === edition, () => play(one, state.leaders), 'edition-' + one)),
      choose(t('menu.players.leaders'), state.leaders, () => play(edition, !state.leaders), 'leaders')),
    h('p', t('boards_help')),
    list.map((own, i) => row(h('span', { class: 'number' }, String(i + 1)), select(own, i),
      list.length > 3 && button('×', () => set(list.filter((one, j) => j !== i)), 0, { id: 'less-' + i, 'aria-label': `${t('remove')} ${i + 1}` }))),
    row(list.length < 7 && button(t('add_board'), () => set([...list, all.find((one) => !list.some((own) => own[0] === one[0]))]), 0, { id: 'more-boards' }),
      list.length === 3 && choose(t('two_players'), two, () => set(Object.assign([...list], { two: !two })), 'two')),
    row(button(t('save'), async () => {
      if (await ask({ do: 'boards', boards: [...list], ...(two && { free_city: 2 }) })) { boards = changing = null; draw(); }
    }, 1), state.seats[0] && button(t('back'), () => { boards = changing = null; draw(); }, 0, { id: 'keep-boards' })));
}
const acting = (own = mySeat()) => (forFree && state.controller === own ? state.free_city : own);
function cityPage() {
  const seat = acting(), city = state.seats[seat];
  if (!city || state.stage === 'setup') return joinPage();
  const priced = (digits, sold) => (sold ? [...new Set(digits)].map((price) => [price, [...RES].filter((one, i) => digits[i] === price && sold.includes(one))])
    .filter(([, goods]) => goods[0]).map(([price, goods]) => h('div', goods.map(unit), coins(price))) : t('none'));
  return [
    state.controller === mySeat() && state.free_city !== null && button(t('for_free_city'), () => { forFree = !forFree; draw(); }, forFree),
    guideBox(seat),
    turnBox(seat),
    box(seat, h('h2', titled(seat)), facts([
      ['coins', coins(city.coins)], city.debt > 0 && ['debt', owed(city)], ['production', units(city.units)], ['shields', [icon('shield'), ' ' + city.shields, ' ', dove(city)]],
      city.science.some(Boolean) && ['science', 'compass gear tablet question'.split(' ').map((name, i) => city.science[i] > 0
        && h('span', { class: 'unit' }, icon(name, t(i < 3 ? 'symbol.' + name : 'any_symbol')), '×' + city.science[i]))],
      ['stages', city.stages + ' / ' + city.of],
      city.next && ['next_stage', [units(city.next.units), city.next.coins > 0 && coins(city.next.coins), ' ',
        city.next.ways ? wayText(ways(city.next.ways)[0], seat) : t('not_payable'), h('br'), stageEffect(city, city.stages)]]])),
    h('h2', t('neighbours')),
    beside(seat).map((other, i) => box(other, h('h3', titled(other)), facts([
      ['sells', priced(i ? city.right : city.left, state.seats[other].sells)],
      ['conflict', fight(city, other, i)]]))),
    h('h2', t('built')), cardList(city),
  ];
}
const fight = (city, other, i) => [icon('shield', t('shields')), ` ${city.shields} : ${state.seats[other].shields} → `, city.conflict[i] ? signed(city.conflict[i]) : t('no_token')];
const cardList = (city) => h('ul', [...city.cards, ...city.leaders].map((id) => cardRow(id)));
function stageEffect(city, stage) { const [makes, ...does] = told.stages[city.wonder + ' ' + city.side]?.[stage] || ['']; return [makes && units(makes), makes && ' ', does.join(' ')]; }

/* Entering. */
async function enter(seat, act, more, what) {
  const moment = state.moment;
  opened = sure = null;
  if (!await ask({ do: 'enter', moment, seat, act, ...more })) return;
  entered = keep('entered', { ...(entered.moment === moment && entered), moment, [seat]: what });
  if (guide < GUIDE.length - 1 && first()) guide = keep('guide', GUIDE.length - 1);
  if (state.moment === moment) show('city');
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
    found.push(h('p', { class: 'done' }, icon('check'), ' ', t('entered', { what: (entered.moment === moment && entered[seat]) || '' })), h('p', t('waiting_for', { names: awaited() })),
      button(t('take_back'), () => ask({ do: 'back', moment, seat })));
  }
  return found[0] && h('section', { class: 'box turn s' + seat }, found);
}
/* What the others played, once all have acted: a card a city. Shown once, to those who play. */
function reveal(before) {
  const seen = load('seen'), now = state.turns?.length || 0;
  if (state.stage !== 'play' && state.stage !== 'over') return;
  if (seen?.moment === state.moment) return;
  keep('seen', { moment: state.moment, turns: now, game: state.game });
  if (!seen || seen.game !== state.game || now <= seen.turns || !state.input || mySeat() < 0 || overlay) return;
  const rows = state.last.slice(seen.turns - now).filter((one) => one.length > 1 && one[1] !== 'coins');
  if (rows[0]) { revealed = { rows, before }; show('reveal'); }
}
function revealPage() {
  const { rows, before } = revealed, deed = ([, act, card, stage], seat) => {
    if (card) return h('ul', cardRow(card, act === 'build_from_discard' && t('deed.build_from_discard')));
    const what = { stage: ['stage', t('deed.stage', { stage })], discard: ['coin', t('no_discard')] }[act] || ['hourglass', t('deed.pass')];
    return h('p', { class: 'deed' }, icon(what[0]), ' ', what[1], act === 'stage' && [' ', stageEffect(state.seats[seat], stage - 1)]);
  };
  return [h('h2', t('revealed')), rows.map((one) => {
    const seat = one[0], city = state.seats[seat], more = before ? city.shields - before[seat] : 0, pays = [4, 5, 6].map((place) => one[place] || 0), paid = pays.some(Boolean);
    return box(seat, h('h3', titled(seat)), deed(one, seat), row(paid && h('span', icon('coin', t('coins')), ' ', wayText({ kind: 't', pays }, seat)),
      h('span', icon('shield', t('shields')), ' ' + city.shields, more > 0 && h('strong', ` (${signed(more)})`))));
  }), h('p', { class: 'stick' }, button(t('next_hand'), () => show(state.stage === 'over' ? 'table' : due(acting()) ? 'prices' : 'city'), 1, { id: 'next' }))];
}
/* The guided first turn: a sentence at a time, until it is closed. */
const GUIDE = ['guide_hand', 'guide_cards', 'guide_enter', 'guide_back'], first = () => state.age === 1 && state.turn === 1 && state.phase === 'turn';
function guideBox(seat) {
  if (guide >= GUIDE.length || !state.input || !first() || !state.acting.includes(seat)) return null;
  const next = () => { guide = keep('guide', guide + 1); draw(); };
  return h('section', { class: 'box guide' }, h('p', h('strong', t('guide_title'))), h('p', { role: 'status' }, t(GUIDE[guide])),
    guide === 1 && h('p', { class: 'row' }, COLOURS.slice(0, 7).map((one) => h('span', { class: 'key ' + one }, t('guide_' + one)))),
    row(button(guide < GUIDE.length - 1 ? t('guide_next') : t('guide_done'), next, 0, { id: 'guide-next' }),
      guide < GUIDE.length - 1 && button(t('guide_skip'), () => { guide = keep('guide', GUIDE.length); draw(); })));
}
/* The table's menu. Only the last press counts. */
const learning = () => Number.isInteger(state.enrol) && state.stage === 'setup';
async function pressMenu(given) {
  const own = asked = {}, which = { do: 'menu', page: page === 'learn' ? 'enrol' : '' }, answer = await ask({ ...which, ...given });
  if (own !== asked || !/more|learn/.test(page)) return;
  if (answer?.again) return pressMenu({});
  const before = menu?.headline;
  menu = answer ? answer.menu : menu && !given.open ? await ask(which).then((one) => one?.menu) : null;
  if (!menu && answer && !given.open) show(state.stage === 'play' ? 'city' : 'join');
  else { draw(); if (menu?.headline !== before) { el('page').focus(); scrollTo(0, 0); } }
}
/* The owner's cards lie before the machine's camera; here somebody reads which one is next. */
function learnPage() {
  if (!learning()) return [h('p', t('learn_camera')), button(t('page_join'), () => show('join'), 1)];
  return [h('p', t('learn_camera')), menuPage(), menu?.first && h('p', button(t('back'), () => pressMenu({ back: true })))];
}
function menuPage() {
  if (page === 'more' && (mySeat() < 0 || !state.input)) return [h('p', t('menu_for_seats')), button(t('page_join'), () => show('join'), 1)];
  if (!menu) return h('p', t('connecting'));
  const naming = menu.name !== undefined, seat = menu.name;
  const name = async (text) => { if (await ask({ do: 'name', seat, name: text })) pressMenu({ open: true }); };
  return [h('h2', menu.headline), menu.body.map((text) => h('p', text)),
    naming && [h('form', { class: 'row', on: () => name(el('other').value) }, h('label', { for: 'other' }, t('name_of', { name: seatName(seat) })),
      h('input', { id: 'other', maxlength: 24, autocomplete: 'off', value: state.seats[seat].name }), h('button', { class: 'main' }, t('save'))),
    menu.known.map((text) => button(text, () => name(text)))],
    h('div', { class: 'choices' }, menu.options.map((one) => h('button', { class: ['card', one.colour, one.dim && 'dim'].filter(Boolean).join(' '), 'aria-pressed': one.chosen && 'true', on: () => pressMenu({ press: one.press, seen: menu.seen }) },
      one.wonder && icon('banner.' + one.wonder), h('span', { class: 'name' }, one.text, one.note && [h('br'), h('small', one.note)]), one.pays && coins(one.pays)))),
    !menu.first && h('p', button(t('back'), () => pressMenu({ back: true })))];
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
      open && h('div', { class: 'more' }, h('p', effect(id)), found.length ? found.map((way) => h('p', may ? button(t('do_' + act) + ': ' + wayText(way, seat), () => enter(seat, act, more(way), cardName(id)), 1) : wayText(way, seat)))
        : whyNot(list[id], id))];
    })];
  };
  const built = COLOURS.map((colour) => rows(state.prices[seat], builds, colour)), leaders = rows(state.recruits[seat], 'recruit');
  return [guideBox(seat), turnBox(seat), recruits ? [leaders, built] : [built, leaders]];
}
const short = ({ kind, pays }, sum = pays.reduce((a, b) => a + b)) => (
  kind === 'c' ? icon('chain', t('by_chain')) : sum > 0 ? coins(sum) : kind === 'f' ? t('free') : icon('check', t('own')));
const owed = ({ debt }) => debt > 0 && h('span', icon('debt', t('debt')), ' −' + debt);
const dove = ({ diplomacy }) => diplomacy > 0 && icon('dove', t('diplomacy'));
function tablePage() {
  const seats = (inside) => h('div', { class: 'seats' }, state.seats.map((city, seat) => box(seat, h('h2', titled(seat),
    ' ', state.waiting?.includes(seat) ? icon('hourglass', t('awaited')) : state.acting?.includes(seat) && icon('check', t('acted'))), inside?.(city, seat))));
  if (state.stage === 'setup') return [h('h2', t('setting_up')), seats()];
  return [state.score && scores(state.score), state.story?.map((text) => h('p', text)), !overlay && state.input && mySeat() >= 0 && state.score?.totals[0] >= 0 && h('p', button(t('next_game'), () => show('more'), 1)), seats((city, seat) => [
    row(coins(city.coins), owed(city), h('span', icon('shield', t('shields')), ' ' + city.shields), dove(city), h('span', icon('stage', t('stages')), ` ${city.stages}/${city.of}`),
      city.tokens[0] && h('span', icon('laurel', t('tokens')), ' ' + city.tokens.map(signed).join(' '))),
    h('p', units(city.units)),
    !overlay && [!state.score && beside(seat).map((other, i) => h('p', seatName(other), ' ', fight(city, other, i))), button(t('built') + ': ' + city.cards.length, () => { opened = opened === seat ? '' : seat; draw(); }, 0, { 'aria-expanded': String(opened === seat) }), opened === seat && cardList(city)]]),
  h('section', { class: 'turns' }, h('h2', t('so_far')), h('ul', [...state.turns].reverse().map((text) => h('li', text))))];
}
function scores(score) {
  const done = score.totals.length > 0, order = [...score.seats.keys()].sort((a, b) => done && score.places[a] - score.places[b]);
  const head = (done ? ['total'] : []).concat(score.categories);
  return [h('h2', t('scores')), sheet(head, order.map((i) => ({
    won: score.winners.includes(score.seats[i]), cells: [seatName(score.seats[i]), ...score.totals.slice(i, i + 1), ...score.points[i]],
  })), done && !overlay), ' ', done && !overlay && button(t('keep_page'), () => resultPage(head, order), 0, { id: 'keep-page' })];
}
/* One file with the final table, the standings in words and the turning point, to be sent. */
function resultPage(head, order) {
  const { score } = state, cell = (tag, text, more) => h(tag, more || {}, text);
  const table = h('table', h('thead', h('tr', h('td'), head.map((name) => cell('th', categoryName(name), { scope: 'col' })))), h('tbody', order.map((i) => h('tr',
    cell('th', `${score.places[i]}. ${seatName(score.seats[i])}`, { scope: 'row' }), [score.totals[i], ...score.points[i]].map((one) => cell('td', String(one)))))));
  const title = `7 Wonders, ${new Date().toLocaleDateString(told.language.replace('_', '-'))}`, style = 'body{font:1.05rem/1.45 "Roboto Condensed","Arial Narrow",system-ui,sans-serif;max-width:60rem;margin:1.5rem auto;padding:0 1rem;color:#10151c;background:#f4f1e8}h1{color:#8a6100;font-size:1.5rem}div{overflow-x:auto}table{border-collapse:collapse;background:#fff}th,td{padding:.3rem .6rem;border-bottom:1px solid #c9c2b2;text-align:right}tr>:first-child{text-align:left}@media(prefers-color-scheme:dark){body{color:#f6f3ea;background:#0d1117}h1{color:#f5c451}table{background:#1a212b}th,td{border-color:#3a4756}}';
  const page = h('html', { lang: told.language.replace('_', '-') }, h('head', h('meta', { charset: 'utf-8' }), h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }), h('title', title), h('style', style)),
    h('body', h('main', h('h1', title), state.story.map((text) => h('p', text)), h('div', { tabindex: '0' }, table))));
  send(new File([`<!doctype html>${page.outerHTML}`], 'wondertable.html', { type: 'text/html' }));
}
const PAGES = { city: cityPage, prices: pricesPage, table: tablePage, join: joinPage, more: menuPage, learn: learnPage, reveal: revealPage };
function tabNames() {
  if (state.stage === 'setup') return mySeat() >= 0 && state.input ? ['join', 'table', 'more'] : ['join', 'table'];
  return ['city', 'prices', 'table', 'join', ...(mySeat() >= 0 && state.input ? ['more'] : [])];
}
function show(name) {
  page = name;
  opened = explained = sure = '';
  if (name === 'more' || name === 'learn') { menu = null; pressMenu({ open: true }); }
  draw();
  el('page').focus();
  scrollTo(0, 0);
}
function draw() {
  el('moment').textContent = state?.stage === 'play' ? t('moment', { age: t('age.' + state.age), turn: state.turn, names: awaited() }) : '';
  const tabs = secret && state ? tabNames().map((one) => button(t('page_' + one), () => show(one), 0, { 'aria-current': page === one && 'page' })) : [];
  document.body.dataset.moment = state?.moment || '';
  put(secret ? (state ? PAGES[page]() : t('connecting')) : codePage(), tabs);
}
/* The screen of a telephone that plays stays on, where the browser can do that: over HTTPS, or on this machine. */
async function stayAwake() { try { if (!document.hidden) await navigator.wakeLock?.request('screen'); } catch { /* it may refuse */ } }
function begin() { connect(); draw(); }
document.addEventListener('visibilitychange', () => { if (!document.hidden) { connect(); stayAwake(); } });
stayAwake();
document.body.classList.toggle('overlay', overlay);
if (mine && !overlay) page = 'city';
