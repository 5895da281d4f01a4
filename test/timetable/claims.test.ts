// A due instant is claimed once: by whom, for what, and what becomes of the ones that were missed.

import t from 'tap'
import { clock } from '../../db/core/clock.ts'
import { within } from '../../db/store/connection.ts'
import { dueNow } from '../../db/appliance/timetable/claims.ts'
import { type Run, sweep } from '../../db/appliance/timetable/runs.ts'
import { schedules } from '../../db/appliance/timetable/tables.ts'
import { carryOut, timetableScene } from '../support/programs/timetable.ts'

const scene = await timetableScene(t)

t.test('OPS-92: a due instant is claimed once, and the next follows from it', async (t) => {
  t.equal(await scene.turn('daily'), false, 'nothing is due before six')
  clock.freeze('2026-01-05T06:00:07Z')
  t.same((await dueNow()).map(({ name }) => name).sort(), ['anchor', 'daily', 'each', 'often'])
  const both = await Promise.all([scene.claim('daily'), scene.claim('daily', scene.holder('two'))])
  t.equal(both.filter((held) => held !== undefined).length, 1, 'two ask, one runs')
  const held = both.find((one) => one !== undefined) as Run
  await carryOut(held)
  t.same(scene.ran, ['2026-01-05T06:00:00.000Z'])
  t.match(await scene.row('daily'), {
    next_run_at: '2026-01-06T06:00:00.000Z',
    last_due_at: '2026-01-05T06:00:00.000Z',
    last_status: 'DONE',
    lag_ms: 7000,
    run_id: null,
  })
  // OPS-92: a clock set back repeats nothing, even when the row says it is due.
  await within(() =>
    schedules.change(scene.place('daily'), { next_run_at: '2026-01-05T06:00:00.000Z' }),
  )
  t.equal(await scene.turn('daily'), false)
  t.equal((await scene.row('daily'))?.next_run_at, '2026-01-06T06:00:00.000Z')
})

t.test('a hospital’s schedule keeps the hospital’s hours', async (t) => {
  t.equal(
    (await scene.row('local'))?.next_run_at,
    '2026-01-06T03:00:00.000Z',
    '06:00 in Dar es Salaam',
  )
  clock.freeze('2026-01-06T03:00:00Z')
  scene.behave = async ({ caller, time_zone }) => {
    t.equal(caller.hospital_id, scene.house.hospital.id)
    t.equal(time_zone, 'Africa/Dar_es_Salaam')
  }
  t.equal(await scene.turn('local'), true)
})

t.test('OPS-94: after downtime once, or each in order', async (t) => {
  clock.freeze('2026-01-08T09:00:00Z')
  while (await scene.turn('daily'));
  t.same(scene.ran, ['2026-01-08T06:00:00.000Z'])
  t.same(await scene.outcomes('daily'), ['05T06:00 1 SKIPPED', '08T06:00 1 DONE'])
  scene.ran.length = 0
  while (await scene.turn('each'));
  t.same(
    scene.ran.map((due) => due.slice(8, 10)),
    ['05', '06', '07', '08'],
  )
})

t.test('OPS-93: a run still going when the next is due: SKIPPED', async (t) => {
  clock.freeze('2026-01-05T06:00:00Z')
  const held = await scene.claimed('daily')
  clock.freeze('2026-01-06T06:00:00Z')
  await within(() =>
    schedules.change(scene.place('daily'), { lease_until: '2026-01-06T06:00:30.000Z' }),
  )
  t.equal(await scene.turn('daily'), false)
  t.match(await scene.row('daily'), { skipped_in_row: 1, run_id: held.id })
  t.same(await scene.outcomes('daily'), ['05T06:00 1 RUNNING', '06T06:00 1 SKIPPED'])
})

t.test('OPS-99: a claim of an older term is refused by the database', async (t) => {
  clock.freeze('2026-01-05T06:00:00Z')
  const old = scene.holder()
  await scene.newTerm('two')
  await t.rejects(scene.claim('daily', old), { code: 'term' })
  await t.rejects(sweep(old), { code: 'term' })
  t.not(await scene.claim('daily'), undefined)
})
