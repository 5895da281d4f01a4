import type { AddressInfo } from 'node:net'
import t from 'tap'
import { endStreams, streams_max } from '../../../../daemon/edge/display/streams.ts'
import { clock, days } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { browser, openPage } from '../../../support/browser.ts'
import { until } from '../../../support/programs/daemons.ts'
import { type Listening, listenTo } from '../../../support/events.ts'
import type { Person } from '../../../support/people.ts'
import { pointIds, visiting } from '../../../support/desk/visits.ts'

t.test('screens of waiting rooms', async (t) => {
  const { people, app, nobody } = await boot(t)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const screens = new Set<Listening>()
  t.teardown(() => {
    for (const screen of screens) screen.stop()
    endStreams()
  })
  const watching = async (path: string, headers?: Record<string, string>): Promise<Listening> => {
    const screen = await listenTo(`${base}${path}`, headers)
    screens.add(screen)
    return screen
  }
  const admin = await people.administrator()
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const ids = await pointIds(clerk)
  const tri = ids['TRI'] ?? ''

  const made = await admin.post('/queue-displays', {
    name: 'Hall',
    service_point_ids: [tri, ids['CON']],
    language: 'both',
    ticker: 'Karibu',
  })
  t.equal(made.status, 201, made.message)
  const { id, key } = made.data
  const stream = `/api/v1/queue-displays/${id}/stream?key=${key}`
  const call = async (by: Person = nurse) => {
    const { data } = await by.post(`/service-points/${tri}/call-next`, { counter: '1' })
    const called: { id: string; token: string } = data
    const committed = performance.now()
    await by.post(`/queue-entries/${called.id}/serve`)
    await by.post(`/queue-entries/${called.id}/finish`, { to: 'PHA' })
    return { ...called, committed }
  }

  t.test('are set up with a key that is shown once (QUE-9)', async (t) => {
    t.match(key, /^kd_[\w-]{32}$/)
    const listed = await admin.get('/queue-displays')
    t.match(listed.data, [{ name: 'Hall', columns: 2, announce: false, active: true }])
    t.notOk('key' in listed.data[0])
    t.equal((await nurse.get('/queue-displays')).status, 403)
    const bad: [object, number, string][] = [
      [{ service_point_ids: [tri], language: 'en' }, 400, 'name is required.'],
      [
        { name: 'x', service_point_ids: [], language: 'en' },
        400,
        'service_point_ids must be a list of 1 to 12.',
      ],
      [
        { name: 'x', service_point_ids: [tri], language: 'fr' },
        400,
        'language must be one of sw, en, both.',
      ],
      [{ name: 'x', service_point_ids: [id], language: 'en' }, 404, 'No such service point.'],
      [
        { name: 'x', service_point_ids: [tri], language: 'en', columns: 5 },
        400,
        'columns must be between 1 and 4.',
      ],
    ]
    for (const [body, status, message] of bad) {
      const refused = await admin.post('/queue-displays', body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    }
    for (const what of ['board', 'stream']) {
      for (const query of [{}, { key: 'kd_wrong' }, { key: `kd_${'x'.repeat(32)}` }]) {
        const refused = await nobody.get(`/queue-displays/${id}/${what}`, query)
        t.equal(refused.status, 404)
        t.equal(refused.message, 'No such display.')
      }
      const other = await nobody.get(`/queue-displays/${ids['LAB']}/${what}`, { key })
      t.equal(other.message, 'No such display.', 'a point that is not on it')
    }
  })

  t.test('show tokens and rooms, and nobody’s name (PRV-8)', async (t) => {
    const visit = await visiting(clerk, { reason: 'Kisukari' })
    const { data, status } = await nobody.get(`/queue-displays/${id}/board`, { key })
    t.equal(status, 200)
    t.match(data, {
      hospital: 'St Mary Hospital',
      name: 'Hall',
      ticker: 'Karibu',
      points: [
        { name: 'Triage', name_sw: 'Uchunguzi wa awali', next: [visit.token], waiting: 1 },
        { name: 'Consultation', waiting: 0 },
      ],
    })
    const text = JSON.stringify(data)
    for (const secret of [
      visit.patient.full_name,
      visit.number,
      visit.patient.number,
      'Kisukari',
    ]) {
      t.notMatch(text, secret)
    }
    const alone = await nobody.get(`/queue-displays/${tri}/board`, { key })
    t.equal(alone.data.points.length, 1, 'one of its points alone')
  })

  t.test(
    'hear a call at once, in its words, and every change within the second (QUE-10, QUE-11)',
    async (t) => {
      const screen = await watching(stream)
      t.equal(screen.status, 200)
      t.match(screen.headers.get('content-type'), 'text/event-stream')
      t.equal(screen.headers.get('cache-control'), 'no-store')
      await until('the first board', async () => screen.events.length > 0)
      t.match(screen.events[0], { event: 'board', data: { points: [{ waiting: 1 }, {}] } })
      t.match(screen.text(), /^retry: 3000\n\n/)
      const called = await call()
      await until('the call', async () => screen.events.some(({ event }) => event === 'call'))
      const told = screen.events.find(({ event }) => event === 'call')
      t.comment(`the call came after ${(told?.at ?? Number.NaN) - called.committed} ms`)
      t.match(told?.data, {
        token: called.token,
        point: 'Triage',
        counter: '1',
        calls: 1,
        text_en: `Token ${called.token}, room 1.`,
        text_sw: `Namba ${called.token}, chumba namba 1.`,
      })
      await until(
        'the board after it',
        async () => screen.events.at(-1)?.data.points?.[0].waiting === 0,
      )
      const boards = screen.events.filter(({ event }) => event === 'board').length
      await Promise.all(Array.from({ length: 6 }, () => visiting(clerk)))
      await until('six waiting', async () => screen.events.at(-1)?.data.points?.[0].waiting === 6)
      const more = screen.events.filter(({ event }) => event === 'board').length - boards
      t.ok(more <= 3, `at most one board a second: ${more} for six changes`)
      const growing = screen.events.map((event) => Number(event.id))
      t.same(
        growing,
        [...growing].sort((a, b) => a - b),
        'ids grow',
      )
      screen.stop()
    },
  )

  t.test('that dropped hear what they missed (Last-Event-ID)', async (t) => {
    const screen = await watching(stream)
    await until('the first board', async () => screen.events.length > 0)
    const first = await call()
    await until('the call', async () => screen.events.some(({ event }) => event === 'call'))
    const last = screen.events.findLast(({ event }) => event === 'call')?.id ?? ''
    screen.stop()
    const [second, third] = [await call(), await call()]
    const back = await watching(stream, { 'last-event-id': last })
    await until(
      'both calls',
      async () => back.events.filter((e) => e.event === 'call').length === 2,
    )
    t.equal(back.events[0]?.event, 'board')
    t.same(
      back.events.flatMap(({ event, data }) => (event === 'call' ? [data.token] : [])),
      [second.token, third.token],
    )
    t.not(first.token, second.token)
    back.stop()
    for (const nonsense of ['x', '-1', '99999999999999', String(Date.now() - 3_600_000)]) {
      const anew = await watching(stream, { 'last-event-id': nonsense })
      await until('a board', async () => anew.events.length > 0)
      t.same(
        anew.events.map(({ event }) => event),
        ['board'],
        nonsense,
      )
      anew.stop()
    }
  })

  t.test('stay connected for a day', async (t) => {
    const screen = await watching(stream)
    await until('the first board', async () => screen.events.length > 0)
    clock.advance(days(1))
    const [later, own] = [await people.with('reception'), await people.with('nurse')]
    const visit = await visiting(later)
    t.match(visit.token, /^A-\d{3}$/)
    const waiting = (await own.get(`/service-points/${tri}/queue`)).data as { token: string }[]
    t.ok(waiting.length > 1, 'those of yesterday still wait')
    const worn = waiting.filter(({ token }) => token === visit.token)
    t.equal(worn.length, 1, 'a number that somebody wears still is not given again')
    await call(own)
    await until('the call', async () => screen.events.some(({ event }) => event === 'call'))
    t.equal(screen.ended(), false)
    screen.stop()
    clock.release()
  })

  t.test('are bounded: fifty of one display', async (t) => {
    const all = await Promise.all(Array.from({ length: streams_max }, () => watching(stream)))
    t.ok(all.every(({ status }) => status === 200))
    const refused = await fetch(`${base}${stream}`)
    t.equal(refused.status, 429)
    t.match(await refused.json(), { message: 'This display is shown on too many screens.' })
    t.ok(refused.headers.get('retry-after'))
    for (const one of all) one.stop()
    await until('room again', async () => {
      const answer = await watching(stream)
      answer.stop()
      return answer.status === 200
    })
  })

  t.test('end with their key', async (t) => {
    const screen = await watching(stream)
    await until('the first board', async () => screen.events.length > 0)
    const rotated = await admin.post(`/queue-displays/${id}/rotate-key`)
    t.match(rotated.data.key, /^kd_/)
    await until('the end', async () => screen.ended())
    t.equal((await nobody.get(`/queue-displays/${id}/board`, { key })).status, 404)
    const fresh = { key: rotated.data.key }
    t.equal((await nobody.get(`/queue-displays/${id}/board`, fresh)).status, 200)
    const again = await watching(stream.replace(key, rotated.data.key))
    await until('the first board', async () => again.events.length > 0)
    const off = await admin.patch(`/queue-displays/${id}`, { active: false })
    t.equal(off.data.active, false)
    await until('the end', async () => again.ended())
    t.equal((await nobody.get(`/queue-displays/${id}/board`, fresh)).status, 404)
  })

  t.test('open a page that loads nothing from outside', async (t) => {
    const page = await fetch(`${base}/display/${tri}`)
    t.equal(page.status, 200)
    t.match(page.headers.get('content-security-policy'), /default-src 'none'/)
    const text = await page.text()
    t.notMatch(text, /https?:\/\//)
    t.match(text, /Chumba/)
  })

  t.test('a browser shows it', { skip: browser === undefined && 'no chromium' }, async (t) => {
    const hall = await admin.post('/queue-displays', {
      name: 'Page',
      service_point_ids: [tri],
      language: 'both',
    })
    const visit = await visiting(await people.with('reception'))
    const page = await openPage(t, `${base}/display/${tri}#${hall.data.key}`)
    const shows = (what: string) => until(what, async () => (await page.text()).includes(what))
    await shows(visit.token)
    const text = await page.text()
    t.match(text, /Uchunguzi wa awali \/ Triage/)
    t.match(text, /wanasubiri \/ waiting/)
    t.notMatch(text, visit.patient.full_name)
    const by = await people.with('nurse')
    const called = await by.post(`/service-points/${tri}/call-next`, { counter: '1' })
    await until('the call in large', async () =>
      Boolean(await page.evaluate("document.querySelector('.called .token') !== null")),
    )
    t.equal(await page.evaluate("document.querySelector('.token').textContent"), called.data.token)
    endStreams()
    await until('that it tells of the break', async () =>
      /Mawasiliano yamekatika/.test(await page.text()),
    )
    await by.post(`/queue-entries/${called.data.id}/hold`, { hold_reason: 'OTHER' })
    await until('that it came back by itself', async () =>
      Boolean(
        await page.evaluate(
          "document.querySelector('.called') === null && !document.getElementById('lost').classList.contains('shown')",
        ),
      ),
    )
  })
})
