// Boards: kept for a moment, known by a tag, and waited for (MOD-18, MOD-20).

import { request } from 'node:http'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { system } from '../../../../db/core/caller.ts'
import { newId } from '../../../../db/core/ids.ts'
import {
  boardsWaiting,
  liveBoard,
  releaseBoards,
} from '../../../../db/hospital/modules/parts/boards.ts'
import { ambulance_vehicles } from '../../../../db/hospital/modules/ambulance/tables.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import type { Answer } from '../../../support/ask.ts'
import { dispatchHouse } from '../../../support/desk/dispatch.ts'
import { done } from '../../../support/desk/ward.ts'

const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await new Promise((resolve) => setImmediate(resolve))
}

t.test('boards', async (t) => {
  const on = await dispatchHouse(t)
  const { crew, clerk, house } = on
  clock.freeze('2026-03-30T08:00:00.000Z')
  const wall = { display: 'true' }
  const board = (held?: string, more: Record<string, string> = {}): Promise<Answer> =>
    (held === undefined ? crew : crew.with({ 'if-none-match': held })).get('/ambulance-board', more)
  const tagOf = ({ headers }: Answer): string => headers['etag'] as string

  t.test('MOD-20: a board has a tag, and who holds it is sent nothing', async (t) => {
    await on.ready()
    const first = await board()
    t.match(tagOf(first), /^W\/"[0-9a-f]{32}"$/)
    for (const held of [tagOf(first), `"x", ${tagOf(first)}`, '*']) {
      const again = await board(held)
      t.match(again, { status: 304, headers: { etag: tagOf(first) } }, held)
      t.equal(again.raw.length, 0)
    }
    t.not(tagOf(await board(undefined, wall)), tagOf(first), 'a wall has a board of its own')
    await done(on.ask())
    const other = await board(tagOf(first))
    t.equal(other.status, 200)
    t.equal(other.data.requests.length, 1)
    clock.freeze('2026-03-30T08:01:00.000Z')
    const later = await board(tagOf(other))
    t.match(later, { status: 200, data: { requests: [{ minutes: 1 }] } }, 'minutes are part of it')
  })

  t.test('MOD-20: it is made again after two seconds, and where its rows change', async (t) => {
    let made = 0
    const seen = liveBoard({
      of: [ambulance_vehicles],
      make: async () => ({ made: (made += 1), at: clock.instant() }),
      shows: () => 'always the same',
    })
    const caller = { ...system(house.hospital.id), user_id: newId() }
    await Promise.all(Array.from({ length: 50 }, () => seen(caller, {})))
    t.equal(made, 1)
    await seen({ ...caller, user_id: newId() }, {})
    t.equal(made, 2, 'to somebody else it is another')
    await done(on.ask())
    await seen(caller, {})
    t.equal(made, 2, 'requests are not on it')
    await on.entered()
    await seen(caller, {})
    t.equal(made, 3)
    const refused = within(async () => {
      await ambulance_vehicles.change({ hospital_id: house.hospital.id }, { odometer: 99 })
      throw new Error('refused')
    })
    await t.rejects(refused)
    await seen(caller, {})
    t.equal(made, 3, 'what was rolled back changed nothing')
    clock.freeze('2026-03-30T08:01:01.999Z')
    await seen(caller, {})
    t.equal(made, 3)
    clock.freeze('2026-03-30T08:01:02.000Z')
    await seen(caller, {})
    t.equal(made, 4)
  })

  t.test('MOD-20: `wait` answers when something changed, also elsewhere', async (t) => {
    const held = tagOf(await board())
    const waits = [board(held, { wait: '25' }), board(undefined, { wait: '25' })]
    await until(() => boardsWaiting() === 2)
    const asked = await done(on.ask())
    for (const { status, data, headers } of await Promise.all(waits)) {
      t.equal(status, 200)
      t.not(headers['etag'], held)
      t.ok(data.requests.some(({ id }: { id: string }) => id === asked.id))
    }
    t.equal(boardsWaiting(), 0)
    const old = await board(held, { wait: '25' })
    t.equal(old.status, 200, 'what is another already is not waited for')
    const another = board(tagOf(old), { wait: '25' })
    await until(() => boardsWaiting() === 1)
    // By a statement that this process is told nothing of, as another daemon's.
    await within(() =>
      run(sql`update ambulance_vehicles set call_sign = 'KTA-NEW' where hospital_id = ${house.hospital.id}
        and call_sign = ${old.data.vehicles[0].call_sign}`),
    )
    t.ok(
      (await another).data.vehicles.some(
        (one: { call_sign: string }) => one.call_sign === 'KTA-NEW',
      ),
    )
  })

  t.test('MOD-20: the wait ends with what stands', async (t) => {
    const now = await board()
    t.equal((await board(tagOf(now), { wait: '1' })).status, 304)
    t.match(await board(undefined, { wait: '1' }), { status: 200, headers: { etag: tagOf(now) } })
    for (const wait of ['0', '26', '1.5', 'soon']) {
      t.match(await board(undefined, { wait }), { status: 400, message: /^wait / }, wait)
    }
  })

  t.test('MOD-20: a house that closes, and a client that goes away', async (t) => {
    const held = tagOf(await board())
    const waits = board(held, { wait: '25' })
    await until(() => boardsWaiting() === 1)
    releaseBoards()
    t.equal((await waits).status, 304)
    const address = new URL(await house.app.listen({ port: 0, host: '127.0.0.1' }))
    const asked = request({
      host: address.hostname,
      port: address.port,
      path: '/api/v1/ambulance-board?wait=25',
      headers: { authorization: `Bearer ${crew.token}` },
    })
    asked.on('error', () => undefined)
    asked.end()
    await until(() => boardsWaiting() === 1)
    asked.destroy()
    await until(() => boardsWaiting() === 0)
    t.equal(boardsWaiting(), 0)
  })

  t.test('AMB-17: on a wall stand call signs, areas and minutes', async (t) => {
    const patient = { name: 'Salome Kileo', phone: '+255713000222' }
    await done(on.ask({ caller: { name: 'Juma', phone: '0712000111' }, patient, note: 'Bleeding' }))
    const { data } = await board(undefined, wall)
    t.notMatch(JSON.stringify(data), /Salome|Juma|255712|0713|255713|Bleeding|Mombo market/)
    t.ok(data.requests.every(({ area }: { area: string }) => area === 'Mombo'))
    t.same(data.free_crew, [])
    t.ok(data.vehicles.every(({ crew: names }: { crew: string[] }) => names.length === 0))
    t.equal((await clerk.get('/ambulance-board', wall)).status, 200)
  })
})
