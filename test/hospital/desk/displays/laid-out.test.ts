// What is called can be read whole (QUE-9): one to four columns, both languages, on the screens that halls have.
// The text is measured where the browser has laid it.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { page as html } from '../../../../daemon/edge/display/page.ts'
import { browser, openPage } from '../../../support/browser.ts'

const skip = browser === undefined && 'no chromium'

/** The newest call of each card, and all that is shown, must lie whole within its card and the screen. */
const measure = `JSON.stringify([...document.querySelectorAll('.point')].map((card) => {
  const inside = (box, of) => box.left >= of.left - 1 && box.right <= of.right + 1 &&
    box.top >= of.top - 1 && box.bottom <= of.bottom + 1
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const frame = card.getBoundingClientRect()
  const edge = frame.right - Number.parseFloat(getComputedStyle(card).paddingRight)
  const parts = [...card.querySelectorAll('h2, .token, .room, .next')]
    .filter((part) => part.getClientRects().length > 0)
  return {
    cut: parts.filter((part) => !inside(part.getBoundingClientRect(), frame) ||
      !inside(part.getBoundingClientRect(), screen) || part.scrollWidth > part.clientWidth + 1 &&
      getComputedStyle(part).display !== 'inline').map((part) => part.textContent),
    at_edge: parts.filter((part) => part.getBoundingClientRect().right > edge + 1).map((part) => part.textContent),
    broken: [...card.querySelectorAll('.next .whole')].filter((one) => one.getClientRects().length > 1)
      .map((one) => one.textContent),
    rows: card.querySelectorAll('.called').length,
    first: card.querySelector('.called')?.textContent,
    size: Number.parseFloat(getComputedStyle(card.querySelector('.called .token')).fontSize),
  }
}))`

interface Card {
  cut: string[]
  at_edge: string[]
  broken: string[]
  rows: number
  first: string
  size: number
}

t.test('a hall is read from afar', { skip }, async (t) => {
  const server = createServer((request, response) => {
    const is_page = request.url?.startsWith('/display/') === true
    response.writeHead(is_page ? 200 : 503, { 'content-type': 'text/html; charset=utf-8' })
    response.end(is_page ? html() : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const page = await openPage(t, `http://127.0.0.1:${port}/display/hall#key`)

  const call = (n: number, counter: string) => ({ token: `KLN-${100 + n}`, counter, calls: 1 })
  const point = (n: number) => ({
    name: ['Consultation', 'Laboratory collection', 'Pharmacy', 'Antenatal clinic'][n % 4],
    name_sw: ['Kumwona daktari', 'Maabara: kuchukua sampuli', 'Dawa', 'Kliniki ya wajawazito'][
      n % 4
    ],
    called: [call(n, '12'), call(n + 20, '3'), call(n + 40, 'Chumba cha upasuaji')],
    now: [call(n + 60, '7')],
    next: ['KLN-181', 'KLN-182', 'KLN-183', 'KLN-184', 'KLN-185', 'KLN-186'],
    waiting: 24,
    estimated_wait_minutes: 95,
  })
  const board = (points: number, columns: number, language: string) => ({
    hospital: 'Hospitali ya Rufaa ya Mkoa wa Tanga, Bombo',
    name: 'Hall',
    at: '2026-03-10T21:15:00.000Z',
    time_zone: 'Africa/Dar_es_Salaam',
    ticker: 'Huduma kwa watoto chini ya miaka mitano ni bure. '.repeat(3),
    language,
    columns,
    announce: false,
    points: Array.from({ length: points }, (_, n) => point(n)),
  })

  for (const [width, height] of [
    [1920, 1080],
    [1366, 768],
  ] as const) {
    t.test(`${width}×${height}`, async (t) => {
      await page.sized(width, height)
      for (const language of ['sw', 'en', 'both']) {
        for (const columns of [1, 2, 3, 4]) {
          for (const points of [columns, columns * 2, 12]) {
            const name = `${points} points in ${columns}, ${language}`
            await page.evaluate(`show(${JSON.stringify(board(points, columns, language))})`)
            const cards = JSON.parse(String(await page.evaluate(measure))) as Card[]
            t.equal(cards.length, points, name)
            t.same(
              cards.flatMap(({ cut }) => cut),
              [],
              `${name}: nothing is cut`,
            )
            t.same(
              cards.flatMap(({ at_edge, broken }) => [...at_edge, ...broken]),
              [],
              `${name}: nothing touches its frame, no number is cut at its hyphen`,
            )
            const room = { sw: 'Chumba 12', en: 'Room 12', both: 'Chumba / Room 12' }[language]
            t.equal(cards[0]?.first, `KLN-100${room}`, `${name}: who is called, and where`)
            const least = Math.min(...cards.map(({ size }) => size))
            t.ok(least >= height / (points > 8 ? 50 : 34), `${name}: ${Math.round(least)} px high`)
            if (points === columns && columns <= 2)
              t.ok(
                cards.every(({ rows }) => rows === 3),
                `${name}: all three calls`,
              )
          }
        }
      }
    })
  }

  t.test('its clock is the hospital’s', async (t) => {
    await page.evaluate(`show(${JSON.stringify(board(1, 1, 'sw'))})`)
    t.equal(await page.evaluate("document.getElementById('clock').textContent"), '00:15')
  })
})
