// What becomes of a request for a second person (OPS-68): decided once, and never approved for ever by
// a process that is gone.

import t from 'tap'
import type { Caller } from '../../db/core/caller.ts'
import { clock, hours } from '../../db/core/clock.ts'
import { rows } from '../../db/store/connection.ts'
import { newId } from '../../db/core/ids.ts'
import { carrierHere, ends } from '../../db/appliance/requests/carried.ts'
import * as requests from '../../db/appliance/requests/requests.ts'
import { sql } from '../../db/store/sql.ts'
import { another } from '../support/programs/another.ts'
import { boot } from '../support/boot.ts'

const { system } = await boot(t)
const person = (name: string): Caller => ({ ...system, kind: 'USER', user_id: newId(), name })
const [asha, neema, baraka] = [person('Asha Mushi'), person('Neema Komba'), person('Baraka Juma')]
const by = (caller: Caller, reason: string | null = null) => ({ caller, reason })

t.beforeEach(() => clock.freeze('2026-01-05T05:52:00Z'))

const asked = async (): Promise<string> => {
  const what = { command: 'backup restore', args: {}, flags: {}, steps: ['restore it'] }
  const made = await requests.ask(asha, {
    ...what,
    permission: 'backup:restore',
    reason: 'the disk',
  })
  return made.id
}
/** As it stands in the table, whatever is said of it. */
const kept = async (id: string) =>
  (await rows(sql`select state, process, decided_by from command_requests where id = ${id}`))[0]

t.test('of two who decide at one moment the second finds it decided', async (t) => {
  const { named } = another(t)
  const id = await asked()
  await t.rejects(requests.take(id, named, by(asha)), { message: /^you asked for this/ })
  const both = await Promise.allSettled([
    requests.take(id, named, by(neema, 'so be it')),
    requests.take(id, named, by(baraka)),
    requests.decide(id, 'DECLINED', by(baraka)),
  ])
  t.same(
    both.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  t.match(both[1], { reason: { message: 'This request is approved already.' } })
  t.match(await requests.find(id), { state: 'APPROVED', decided_by: 'Neema Komba', process: named })
  const log = await rows(
    sql`select user_name, reason from audit_rows where action = 'request.approved'`,
  )
  t.match(log, [{ user_name: 'Neema Komba', reason: 'so be it' }])
})

t.test('whoever took it says how it ended', async (t) => {
  const { named } = another(t)
  const id = await asked()
  await t.rejects(requests.settleOwn(id, 'DONE', by(neema)), {
    message: 'Whoever approved a request says how it ended.',
  })
  await requests.take(id, named, by(neema, 'so be it'))
  await t.rejects(requests.settleOwn(id, 'DONE', by(baraka)), {
    message: 'Whoever approved a request says how it ended.',
  })
  t.equal(await requests.settleOwn(id, 'WAITING', by(neema)), true)
  t.match(await kept(id), { state: 'WAITING', process: null, decided_by: null })
  await requests.take(id, named, by(baraka))
  t.equal(await requests.settle(id, 'DONE', by(baraka)), true)
  t.match(await kept(id), { state: 'DONE', process: null, decided_by: 'Baraka Juma' })
  t.equal(await requests.settle(newId(), 'DONE', by(baraka)), false, 'it is in no such data')
})

t.test('a process that is gone leaves a request that waits again', async (t) => {
  const one = another(t)
  const id = await asked()
  await requests.take(id, one.named, by(neema))
  const states = async (state: 'WAITING' | 'APPROVED') =>
    (await requests.list(state)).some((found) => found.id === id)
  clock.advance(hours(73))
  t.match(await requests.find(id), { state: 'APPROVED' }, 'it is still at work')
  await requests.settleOld()
  t.match(await kept(id), { state: 'APPROVED' })
  clock.freeze('2026-01-05T06:00:00Z')
  await one.end()
  t.match(await requests.find(id), { state: 'WAITING', process: null, decided_by: null })
  t.same([await states('WAITING'), await states('APPROVED')], [true, false])
  t.match(await kept(id), { state: 'APPROVED' }, 'and the timetable settles it')
  t.equal(await requests.settleOld(), 0)
  t.match(await kept(id), { state: 'WAITING', process: null, decided_by: null })
  await requests.take(id, another(t).named, by(baraka))
})

t.test('and one whose time is over has expired', async (t) => {
  const one = another(t)
  const [mine, elsewhere, never] = [await asked(), await asked(), await asked()]
  await requests.take(mine, one.named, by(neema))
  await requests.take(elsewhere, 'kituo alone 4121.77.boot@another-machine', by(neema))
  await one.end()
  clock.advance(hours(71))
  t.match(await requests.find(elsewhere), { state: 'APPROVED' }, 'of that nobody here can say it')
  clock.advance(hours(1))
  const all = [mine, elsewhere, never]
  for (const id of all) t.match(await requests.find(id), { state: 'EXPIRED' })
  const expired = await requests.list('EXPIRED')
  t.ok(all.every((id) => expired.some((found) => found.id === id)))
  await t.rejects(requests.take(mine, one.named, by(neema)), {
    message: 'This request is expired already.',
  })
  t.ok((await requests.settleOld()) >= 3)
  for (const id of all) t.match(await kept(id), { state: 'EXPIRED' })
})

t.test('a process that lives on and has left it leaves a request that waits again', async (t) => {
  const id = await asked()
  await requests.take(id, carrierHere(), by(neema))
  t.match(await requests.find(id), { state: 'APPROVED', process: carrierHere() })
  await requests.settleOld()
  t.match(await kept(id), { state: 'APPROVED' })
  ends(id)
  t.match(await requests.find(id), { state: 'WAITING', process: null, decided_by: null })
  await requests.settleOld()
  t.match(await kept(id), { state: 'WAITING', process: null })
  await requests.take(id, carrierHere(), by(baraka))
  t.match(await requests.find(id), { state: 'APPROVED' }, 'and may be taken once more')
})
