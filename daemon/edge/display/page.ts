// The page that a screen in a waiting room opens: one file, no framework, nothing from outside. It
// shows tokens and rooms, in Swahili, English or both, and opens itself anew when the line breaks.

import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: dark; --ground: #06272d; --text: #fff; --quiet: #9fc4c9; --call: #ffd34d }
* { box-sizing: border-box; margin: 0 }
html, body { height: 100% }
body { background: var(--ground); color: var(--text); display: flex; flex-direction: column;
  font: 600 2.2vw/1.25 system-ui, 'Noto Sans', sans-serif; overflow: hidden }
header, footer { display: flex; justify-content: space-between; gap: 2vw; padding: 1vw 2vw;
  color: var(--quiet) }
#points { flex: 1; display: grid; gap: 1.2vw; padding: 0 2vw; min-height: 0;
  grid-template-columns: repeat(var(--columns, 2), minmax(0, 1fr)); grid-auto-rows: minmax(0, 1fr) }
.point { --size: 1; border: .2vw solid #1d5560; border-radius: 1vw; padding: calc(var(--size) * 1vw) 1.5vw;
  display: flex; flex-direction: column; gap: calc(var(--size) * .6vw); min-height: 0; overflow: hidden }
.point > * { flex: none }
.point h2 { font-size: calc(var(--size) * 2.4vw); color: var(--quiet) }
.row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; column-gap: 2vw }
.token { font-size: calc(var(--size) * 6vw); line-height: 1.1; font-weight: 800; letter-spacing: .05em;
  white-space: nowrap }
.room { font-size: calc(var(--size) * 3vw); white-space: nowrap }
.called .token { color: var(--call) }
.fresh { animation: blink 1s steps(2) 8 }
.next { margin-top: auto; color: var(--quiet); font-size: calc(var(--size) * 2vw) }
.whole { white-space: nowrap }
.tight { flex-direction: row; align-items: center; gap: 2vw; padding: 0 1vw }
.tight .row { flex-wrap: nowrap }
.tight h2 { flex: 1 1 0; min-width: min-content }
.tight .next, .row[hidden] { display: none }
#lost { background: #8a1c1c; text-align: center; padding: .8vw; display: none }
#lost.shown { display: block }
@keyframes blink { 50% { opacity: .25 } }
@media (prefers-reduced-motion: reduce) { .fresh { animation: none } }
`

const script = `
'use strict'
const id = location.pathname.split('/').filter(Boolean).pop()
const key = decodeURIComponent(location.hash.slice(1)) ||
  new URLSearchParams(location.search).get('key') || ''
const at = (what) => '/api/v1/queue-displays/' + encodeURIComponent(id) + '/' + what +
  '?key=' + encodeURIComponent(key)
const words = {
  en: { room: 'Room', next: 'Next', waiting: 'waiting', minutes: 'min', lost: 'Connection lost. Trying again…', no: 'This screen is not set up: check its address.' },
  sw: { room: 'Chumba', next: 'Wanaofuata', waiting: 'wanasubiri', minutes: 'dak', lost: 'Mawasiliano yamekatika. Inajaribu tena…', no: 'Skrini hii haijawekwa: angalia anwani yake.' },
}
let language = 'both'
let source = null
const fresh = new Map()
const both = (word) => language === 'both' ? words.sw[word] + ' / ' + words.en[word] : words[language][word]
const element = (tag, name, text) => {
  const made = document.createElement(tag)
  if (name) made.className = name
  if (text !== undefined) made.textContent = text
  return made
}
const nameOf = (point) => language === 'en' || point.name === point.name_sw ? point.name
  : language === 'sw' ? point.name_sw : point.name_sw + ' / ' + point.name
// A counter that has a name of its own is no "Room Room of ...".
const placeOf = (counter) => !counter ? '' : /^\\p{L}{3,}/u.test(counter) ? counter : both('room') + ' ' + counter
const line = (one, called) => {
  const row = element('div', 'row' + (called ? ' called' : ''))
  const token = element('span', 'token', one.token)
  if (called && fresh.has(one.token) && fresh.get(one.token) > performance.now() - 8000) token.classList.add('fresh')
  row.append(token, element('span', 'room', placeOf(one.counter)))
  return row
}
// Whoever is called must read the whole of it: a card is written smaller until nothing of it is cut, then the
// oldest give way to the newest, and where that is not enough it becomes one line.
function fit(card) {
  const rows = [...card.querySelectorAll('.row')]
  const fits = () => card.scrollHeight <= card.clientHeight &&
    [card, ...rows].every((one) => one.hidden || one.scrollWidth <= one.clientWidth)
  const written = (least) => {
    for (let kept = rows.length; kept > 0; kept -= 1) {
      rows.forEach((row, n) => { row.hidden = n >= kept })
      for (let size = 1; size >= least; size *= 0.92) {
        card.style.setProperty('--size', size)
        if (fits()) return true
      }
    }
    return false
  }
  card.classList.remove('tight')
  if (rows.length === 0 || written(0.45)) return
  card.classList.add('tight')
  written(0.2)
}
const fitAll = () => document.querySelectorAll('.point').forEach(fit)
let clock = { zone: 'UTC', ahead: 0 }
const tick = () => {
  const now = new Date(performance.now() + clock.ahead)
  document.getElementById('clock').textContent = new Intl.DateTimeFormat('en-GB',
    { hour: '2-digit', minute: '2-digit', timeZone: clock.zone }).format(now)
}
function show(board) {
  language = board.language
  clock = { zone: board.time_zone, ahead: Date.parse(board.at) - performance.now() }
  tick()
  document.documentElement.lang = language === 'en' ? 'en' : 'sw'
  document.documentElement.style.setProperty('--columns', board.columns)
  document.title = board.name
  document.getElementById('hospital').textContent = board.hospital
  document.getElementById('ticker').textContent = board.ticker || ''
  const cards = board.points.map((point) => {
    const card = element('section', 'point')
    card.append(element('h2', '', nameOf(point)))
    for (const one of point.called.slice(0, 3)) card.append(line(one, true))
    for (const one of point.now.slice(0, 3)) card.append(line(one, false))
    const wait = point.estimated_wait_minutes
    const next = element('div', 'next')
    // A number is not cut at its hyphen.
    const tokens = point.next.slice(0, 6).flatMap((one) => [element('span', 'whole', one), '  '])
    if (tokens.length) next.append(both('next') + ': ', ...tokens.slice(0, -1), ' · ')
    next.append(point.waiting + ' ' + both('waiting') +
      (wait === null ? '' : ' · ~' + wait + ' ' + both('minutes')))
    card.append(next)
    return card
  })
  document.getElementById('points').replaceChildren(...cards)
  fitAll()
  window.announces = board.announce
}
function say(call) {
  fresh.set(call.token, performance.now())
  if (!window.announces || !window.speechSynthesis) return
  for (const [lang, text] of [['sw-TZ', call.text_sw], ['en', call.text_en]]) {
    if (language !== 'both' && !lang.startsWith(language)) continue
    const said = new SpeechSynthesisUtterance(text)
    said.lang = lang
    speechSynthesis.speak(said)
  }
}
function lost(word) {
  const bar = document.getElementById('lost')
  bar.textContent = word ? both(word) : ''
  bar.classList.toggle('shown', Boolean(word))
}
function listen() {
  if (source) source.close()
  source = new EventSource(at('stream'))
  source.addEventListener('board', (event) => { lost(); show(JSON.parse(event.data)) })
  source.addEventListener('call', (event) => { say(JSON.parse(event.data)) })
  source.onerror = () => {
    lost('lost')
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 5000)
  }
}
// A line that died in silence is seen by asking: what answers again is listened to anew.
setInterval(async () => {
  try {
    const answer = await fetch(at('board'), { cache: 'no-store', signal: AbortSignal.timeout(8000) })
    if (answer.status === 404) return lost('no')
    if (!answer.ok) return
    const broken = document.getElementById('lost').classList.contains('shown')
    show((await answer.json()).data)
    if (broken || source.readyState === EventSource.CLOSED) { lost(); listen() }
  } catch { lost('lost') }
}, 20000)
setInterval(tick, 1000)
new ResizeObserver(fitAll).observe(document.getElementById('points'))
listen()
`

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const html = `<!doctype html>
<html lang="sw">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Kituo</title>
<style>${style}</style>
</head>
<body>
<header><span id="hospital"></span><span id="clock"></span></header>
<div id="lost" role="status"></div>
<main id="points" aria-live="polite"></main>
<footer><span id="ticker"></span></footer>
<script>${script}</script>
</body>
</html>
`

export const page = (): string => html

/** Nothing from outside, and no script but ours. */
export const policy = (): string =>
  `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
