// The timetable as people see and steer it (PLT-132, OPS-96).

import t from 'tap'
import { clock } from '../../db/core/clock.ts'
import { within } from '../../db/store/connection.ts'
import { move, pause, prepare, resume, start } from '../../db/appliance/timetable/schedules.ts'
import { schedule_runs } from '../../db/appliance/timetable/tables.ts'
import { workOnce } from '../support/jobs.ts'
import { timetableScene } from '../support/programs/timetable.ts'
import { neighbourOf } from '../support/desk/two-hospitals.ts'

const scene = await timetableScene(t)
const { people, system, nobody } = scene.house

t.test('PLT-132: seen with job:read, steered with job:manage', async (t) => {
  const officer = await people.with('system_administrator')
  const auditor = await people.with('auditor')
  const cashier = await people.with('cashier')
  t.equal((await nobody.get('/schedules')).status, 401)
  t.match((await cashier.get('/schedules')).message, /It needs job:read\.$/)
  const seen = await auditor.get('/schedules')
  t.same(
    seen.data.map((one: { name: string }) => one.name),
    scene.lines.map(({ name }) => name),
  )
  t.match(seen.data[0], {
    label: 'The daily',
    cron: '0 6 * * *',
    every: null,
    time_zone: 'UTC',
    next_run_at: '2026-01-05T06:00:00.000Z',
    paused: false,
    pausable: true,
  })
  t.equal(seen.data[4].every, '5s')
  t.equal((await auditor.get('/schedules', { area: 'none' })).data.length, 0)
  t.match((await auditor.post('/schedules/daily/run')).message, /It needs job:manage\.$/)
  t.equal((await officer.post('/schedules/nothing/run')).message, 'No such schedule.')
  t.equal((await officer.post('/schedules/daily/pause', {})).message, 'reason is required.')
  t.equal((await officer.post('/schedules/weekday/pause', {})).status, 404, 'PLT-1')
  const refused = await officer.post('/schedules/anchor/pause', { reason: 'Too loud' })
  t.equal(refused.status, 409)
  t.equal(refused.message, 'The anchor cannot be paused.')
  t.equal((await officer.post('/schedules/daily/resume')).message, 'The daily is not paused.')
  const paused = await officer.post('/schedules/daily/pause', { reason: 'Moving the server' })
  t.match(paused.data, { paused: true, pause_reason: 'Moving the server', next_run_at: null })
  clock.freeze('2026-01-05T06:01:00Z')
  t.equal(await scene.turn('daily'), false)
  const resumed = await officer.post('/schedules/daily/resume')
  t.match(resumed.data, { paused: false, next_run_at: '2026-01-06T06:00:00.000Z' })
})

t.test('OPS-96: a person’s run is a job, and not the timetable’s own instant', async (t) => {
  const officer = await people.with('system_administrator')
  const asked = await officer.post('/schedules/daily/run')
  t.equal(asked.status, 202, asked.message)
  await workOnce()
  t.match((await officer.get(`/jobs/${asked.data.job_id}`)).data, {
    status: 'DONE',
    result: { schedule: 'daily', status: 'DONE' },
  })
  t.equal((await schedule_runs.find({ schedule: 'daily' }))?.by, officer.user.full_name)
  clock.freeze('2026-01-05T06:00:00Z')
  const held = await scene.claim('daily')
  t.ok(held, 'its own instant still comes')
  const clash = await officer.post('/schedules/daily/run')
  await workOnce()
  t.match((await officer.get(`/jobs/${clash.data.job_id}`)).data, {
    status: 'FAILED',
    error: 'The daily is running already.',
  })
})

t.test('OPS-96: what is made up day by day runs for a day that is past', async (t) => {
  const by = await people.with('system_administrator')
  const caller = { ...system, name: by.user.full_name }
  const { job_id } = await within(() => start(caller, 'each', '2026-01-03'))
  await workOnce()
  t.match((await by.get(`/jobs/${job_id}`)).data, { status: 'DONE' })
  t.same(scene.ran, ['2026-01-03T06:00:00.000Z'], 'with its own instant')
  t.equal((await scene.row('each'))?.last_due_at, null, 'the timetable’s own instants still come')
  for (const [name, day, says] of [
    ['daily', '2026-01-03', 'daily does not run for one day or another.'],
    ['each', '2026-01-05', '2026-01-05 is not over for each.'],
  ] as const) {
    await t.rejects(
      within(() => start(caller, name, day)),
      { status: 409, message: says },
    )
  }
})

t.test('OPS-96: moved to another hour, also what cannot be paused', async (t) => {
  const caller = { ...system, name: 'IT' }
  const moved = await within(() => move(caller, 'anchor', '55 5 * * *'))
  t.match(moved, { cron: '55 5 * * *', next_run_at: '2026-01-05T05:55:00.000Z' })
  await prepare('UTC')
  t.equal((await scene.row('anchor'))?.next_run_at, '2026-01-05T05:55:00.000Z', 'and stays so')
  clock.freeze('2026-01-05T05:55:30Z')
  t.ok(await scene.turn('anchor'))
  t.same(scene.ran, ['2026-01-05T05:55:00.000Z'])
  t.equal((await scene.row('anchor'))?.next_run_at, '2026-01-06T05:55:00.000Z')
  await within(() => pause(caller, 'daily', 'works'))
  t.match(await within(() => move(caller, 'daily', '0 7 * * *')), { next_run_at: null })
  t.match(await within(() => resume(caller, 'daily')), {
    next_run_at: '2026-01-05T07:00:00.000Z',
  })
  t.match(await within(() => move(caller, 'daily', null)), {
    cron: '0 6 * * *',
    next_run_at: '2026-01-05T06:00:00.000Z',
  })
  t.equal((await scene.row('daily'))?.own_cron, null)
  await t.rejects(
    within(() => move(caller, 'often', '0 7 * * *')),
    {
      message: 'often has no hour that could be moved.',
    },
  )
})

t.test('another hospital’s officer does not steer what all share', async (t) => {
  const officer = await people.with('system_administrator')
  await neighbourOf(scene.house)
  t.same(
    (await officer.whole('/schedules')).map((one) => one.name),
    ['local'],
  )
  t.equal((await officer.post('/schedules/daily/run')).status, 404)
})
