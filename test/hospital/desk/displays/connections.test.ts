// Screens that stay for a day, and screens that go without a word (issue 4, QUE-10): what the daemon
// keeps of them, counted.

import { connect, type AddressInfo, type Socket } from 'node:net'
import { mock } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { countOf, endStreams } from '../../../../daemon/edge/display/streams.ts'
import { clock, seconds } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { until } from '../../../support/programs/daemons.ts'
import { listenTo } from '../../../support/events.ts'
import { pointIds, visiting } from '../../../support/desk/visits.ts'

const heartbeat_ms = 15_000
const a_day_of_them = (24 * 3600 * 1000) / heartbeat_ms

t.test('connections of screens', async (t) => {
  const { people, app } = await boot(t)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const admin = await people.administrator()
  const clerk = await people.with('reception')
  const { TRI: tri = '' } = await pointIds(clerk)
  const made = await admin.post('/queue-displays', {
    name: 'Hall',
    service_point_ids: [tri],
    language: 'both',
  })
  const { id, key } = made.data
  const path = `/api/v1/queue-displays/${id}/stream?key=${key}`
  t.teardown(endStreams)

  /** A screen as a bare connection, whose end the other side is not told of. */
  const screen = async (): Promise<{ socket: Socket; heard: () => string }> => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString()
    })
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: hall\r\n\r\n`)
    await until('a board', async () => text.includes('event: board'))
    return { socket, heard: () => text }
  }

  await t.test('that go without a word leave nothing behind', async (t) => {
    for (const way of ['destroy', 'resetAndDestroy', 'end'] as const) {
      const all = await Promise.all(Array.from({ length: 20 }, () => screen()))
      t.equal(countOf(id), 20)
      for (const { socket } of all) socket[way]()
      await until(`none after ${way}`, async () => countOf(id) === 0)
    }
    const stays = await screen()
    const goes = await screen()
    goes.socket.destroy()
    await until('one is left', async () => countOf(id) === 1)
    const nurse = await people.with('nurse')
    await visiting(clerk)
    const called = await nurse.post(`/service-points/${tri}/call-next`, { counter: '1' })
    await until('the other hears the call', async () => stays.heard().includes('event: call'))
    t.notMatch(goes.heard(), /event: call/)
    await nurse.post(`/queue-entries/${called.data.id}/hold`, { hold_reason: 'OTHER' })
    stays.socket.destroy()
    await until('nobody listens', async () => countOf(id) === 0)
  })

  await t.test('hear a sign of life every quarter of a minute, for a day', async (t) => {
    mock.timers.enable({ apis: ['setInterval'] })
    t.teardown(() => mock.timers.reset())
    clock.freeze('2026-03-31T06:00:00.000Z')
    const hall = await listenTo(`http://127.0.0.1:${port}${path}`)
    await until('the first board', async () => hall.events.length > 0)
    const breathe = () => new Promise((done) => setImmediate(done))
    const beat = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) {
        clock.advance(heartbeat_ms)
        mock.timers.tick(heartbeat_ms)
        await breathe()
      }
    }
    await beat(1)
    await until('a sign of life', async () => hall.comments.length === 1)
    t.same(hall.comments, ['here'])
    const before = held()
    await beat(a_day_of_them - 1)
    await until('all of them', async () => hall.comments.length === a_day_of_them)
    t.equal(hall.ended(), false)
    t.equal(countOf(id), 1)
    t.ok(hall.events.length < 10, `a quiet hall: ${hall.events.length} events in a day`)
    const grown = (held() - before) / 2 ** 20
    t.ok(grown < 100, `${Math.round(grown)} MiB more`)

    const [later, own] = [await people.with('reception'), await people.with('nurse')]
    await visiting(later)
    const called = await own.post(`/service-points/${tri}/call-next`, { counter: '1' })
    t.equal(called.status, 200, called.message)
    // The hall is looked at every second, and again when a look came before what the call left.
    await until('the call of the next day', async () => {
      mock.timers.tick(seconds(1))
      return hall.events.some(({ data }) => data.token === called.data.token)
    })
    hall.stop()
    await until('nobody listens', async () => countOf(id) === 0)
  })
})

/** What is still held once everything else is let go: garbage not yet collected is no leak. */
function held(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}
