// What is made up for each day (OPS-94) loses none and repeats none: when its hours are moved, when a
// person runs it for a day, when its zone changes.

import t from 'tap'
import { type Caller, operator, platform_id } from '../../db/core/caller.ts'
import { clock, minutes, seconds } from '../../db/core/clock.ts'
import { within } from '../../db/store/connection.ts'
import { claimByHand } from '../../db/appliance/timetable/claims.ts'
import { setTimetable } from '../../db/appliance/timetable/entries.ts'
import { sweep } from '../../db/appliance/timetable/runs.ts'
import { move, pause, prepare, resume, start } from '../../db/appliance/timetable/schedules.ts'
import { schedule_runs } from '../../db/appliance/timetable/tables.ts'
import { boot } from '../support/boot.ts'
import { carryOut, TimetableScene } from '../support/programs/timetable.ts'

const house = await boot(t)
const each_day = { catch_up: 'each' } as const
const scene = new TimetableScene(house, (line) => [line('dunning', each_day)])
const caller: Caller = { ...house.system, name: 'IT' }
const at = scene.place('dunning')
const ran = () => scene.ran.map((due_at) => due_at.slice(5, 16))
const moveTo = (cron: string | null) => within(() => move(caller, 'dunning', cron))
const byHand = async (due_at: string) =>
  carryOut(await claimByHand(at, scene.holder('job'), { name: 'IT' }, due_at))
const fails = async (): Promise<never> => {
  throw new Error('no disk')
}

t.beforeEach(async () => {
  clock.freeze('2026-01-04T05:52:00Z')
  await scene.begin()
  clock.freeze('2026-01-04T06:00:00Z')
  await scene.turn('dunning')
  scene.ran.length = 0
})

t.test('moved after downtime: the days that were missed still come, in order', async (t) => {
  clock.freeze('2026-01-08T09:00:00Z')
  await moveTo('0 7 * * *')
  while (await scene.turn('dunning'));
  t.same(ran(), ['01-05T07:00', '01-06T07:00', '01-07T07:00', '01-08T07:00'])
  t.equal((await scene.row('dunning'))?.next_run_at, '2026-01-09T07:00:00.000Z')
})

t.test('moved after it ran: not twice on that day', async (t) => {
  clock.freeze('2026-01-04T06:30:00Z')
  t.match(await moveTo('0 7 * * *'), { next_run_at: '2026-01-05T07:00:00.000Z' })
  clock.freeze('2026-01-04T07:00:00Z')
  t.equal(await scene.turn('dunning'), false)
  await within(() => pause(caller, 'dunning', 'works'))
  t.match(await within(() => resume(caller, 'dunning')), {
    next_run_at: '2026-01-05T07:00:00.000Z',
  })
})

t.test('moved after it ran, and paused meanwhile: not twice either', async (t) => {
  clock.freeze('2026-01-04T06:30:00Z')
  await within(() => pause(caller, 'dunning', 'works'))
  await moveTo('0 7 * * *')
  t.match(await within(() => resume(caller, 'dunning')), {
    next_run_at: '2026-01-05T07:00:00.000Z',
  })
})

t.test('moved to an hour that is past today, before it ran: it runs at once', async (t) => {
  await moveTo('0 7 * * *')
  clock.freeze('2026-01-05T06:30:00Z')
  await moveTo('0 6 * * *')
  t.equal(await scene.turn('dunning'), true)
  t.same(ran(), ['01-05T06:00'])
  t.equal(await scene.turn('dunning'), false)
  t.equal((await scene.row('dunning'))?.next_run_at, '2026-01-06T06:00:00.000Z')
})

t.test('moved while a day waits to be tried again: it is tried', async (t) => {
  scene.behave = fails
  clock.freeze('2026-01-05T06:00:00Z')
  await scene.turn('dunning')
  scene.behave = async () => undefined
  await moveTo('0 7 * * *')
  clock.advance(minutes(1))
  t.equal(await scene.turn('dunning'), true)
  t.same(await scene.outcomes('dunning'), [
    '04T06:00 1 DONE',
    '05T06:00 1 FAILED',
    '05T06:00 2 DONE',
  ])
  t.match(await scene.row('dunning'), {
    next_run_at: '2026-01-06T07:00:00.000Z',
    failures: 0,
    retry_at: null,
  })
})

t.test('moved to fewer days: the missed ones that have none any more are noted', async (t) => {
  clock.freeze('2026-01-08T09:00:00Z')
  await moveTo('0 7 * * 2')
  t.same(await scene.outcomes('dunning'), ['04T06:00 1 DONE', '05T06:00 1 SKIPPED'])
  t.match(await schedule_runs.find({ schedule: 'dunning', outcome: 'SKIPPED' }), {
    message: '3 missed times: its hours were moved',
    by: 'IT',
  })
  while (await scene.turn('dunning'));
  t.same(ran(), ['01-06T07:00'])
})

t.test('moved to more days: none that never was due is made up', async (t) => {
  await moveTo('0 6 * * 1')
  clock.freeze('2026-01-05T06:00:00Z')
  await scene.turn('dunning')
  clock.freeze('2026-01-08T09:00:00Z')
  t.match(await moveTo('0 6 * * *'), { next_run_at: '2026-01-09T06:00:00.000Z' })
  t.match(await scene.outcomes('dunning'), { length: 2 })
})

t.test('the program’s own words change, or the zone: as when a person moves it', async (t) => {
  clock.freeze('2026-01-06T09:00:00Z')
  setTimetable([scene.line('dunning', { ...each_day, cron: '0 7 * * *' })])
  await prepare('Africa/Dar_es_Salaam')
  while (await scene.turn('dunning'));
  t.same(ran(), ['01-05T04:00', '01-06T04:00'])
})

t.test('OPS-96: a day that is done is not run again by hand', async (t) => {
  const by = operator(platform_id, 'cli:test')
  const again = { status: 409, message: 'dunning has run for 2026-01-04 already.' }
  await t.rejects(
    within(() => start({ ...by, hospital_id: caller.hospital_id }, 'dunning', '2026-01-04')),
    again,
  )
  await t.rejects(byHand('2026-01-04T06:00:00.000Z'), again, 'nor by the job')
  await moveTo('0 5 * * *')
  await t.rejects(
    within(() => start(caller, 'dunning', '2026-01-04')),
    again,
    'nor at another hour',
  )
  t.same(await scene.outcomes('dunning'), ['04T06:00 1 DONE'])
})

t.test('OPS-96: a day that a person ran is not run again by the timetable', async (t) => {
  clock.freeze('2026-01-06T09:00:00Z')
  await byHand('2026-01-05T06:00:00.000Z')
  t.equal(await scene.turn('dunning'), false, 'the 5th is done')
  t.equal(await scene.turn('dunning'), true)
  t.same(ran(), ['01-05T06:00', '01-06T06:00'])
  scene.behave = fails
  clock.freeze('2026-01-07T06:00:00Z')
  await scene.turn('dunning')
  scene.behave = async () => undefined
  await byHand('2026-01-07T06:00:00.000Z')
  clock.advance(minutes(1))
  t.equal(await scene.turn('dunning'), false, 'nor one that waited to be tried again')
  t.match(await scene.row('dunning'), { retry_at: null, retry_due_at: null })
})

t.test('OPS-97: a run by hand leaves alone what the timetable tries again', async (t) => {
  await byHand('2026-01-02T06:00:00.000Z')
  clock.freeze('2026-01-05T06:00:03Z')
  scene.behave = fails
  await scene.turn('dunning')
  const own = { retry_due_at: '2026-01-05T06:00:00.000Z', failures: 1, lag_ms: 3000 }
  t.match(await scene.row('dunning'), own)
  await byHand('2026-01-01T06:00:00.000Z')
  t.match(await scene.row('dunning'), { ...own, last_status: 'FAILED' }, 'one that fails')
  scene.behave = async () => undefined
  await byHand('2026-01-01T06:00:00.000Z')
  t.match(await scene.row('dunning'), { ...own, last_status: 'DONE' }, 'and one that is done')
  clock.advance(minutes(1))
  t.equal(await scene.turn('dunning'), true)
  t.equal(ran().at(-1), '01-05T06:00', 'the day that failed is made')
})

t.test('OPS-97: one by hand whose daemon died is not made again, and takes no turn', async (t) => {
  clock.freeze('2026-01-05T06:00:00Z')
  scene.behave = fails
  await scene.turn('dunning')
  const due_at = '2026-01-01T06:00:00.000Z'
  await claimByHand(at, scene.holder('job'), { name: 'IT' }, due_at)
  clock.advance(seconds(61))
  await sweep(scene.holder())
  t.match(await scene.row('dunning'), { retry_due_at: '2026-01-05T06:00:00.000Z', deaths: 0 })
})
