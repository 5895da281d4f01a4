// The daemon's own side: what ticks, what it does at its start, and the daemons it sees.

import { spawnSync } from 'node:child_process'
import t from 'tap'
import { startTicker } from '../../daemon/work/ticker.ts'
import { entries as shipped } from '../../daemon/work/timetable.ts'
import { clock, hours, minutes, seconds } from '../../db/core/clock.ts'
import * as daemons from '../../db/appliance/timetable/daemons.ts'
import { setTimetable } from '../../db/appliance/timetable/entries.ts'
import { prepare } from '../../db/appliance/timetable/schedules.ts'
import { daemons as rows_of_daemons, schedules } from '../../db/appliance/timetable/tables.ts'
import { beginTerm } from '../../db/appliance/timetable/terms.ts'
import { holderOf } from '../../db/appliance/house/holder.ts'
import { within } from '../../db/store/connection.ts'
import { shiftedClock } from '../support/programs/clock-shifted.ts'
import { quiet } from '../support/jobs.ts'
import { timetableScene } from '../support/programs/timetable.ts'

const scene = await timetableScene(t)

t.test('OPS-103: a daemon is gone after 60 s without a sign', async (t) => {
  const here = await daemons.announce({
    host: 'hms1',
    pid: 1,
    program: '0',
    state: 'READY',
    reasons: [],
    listen: [],
  })
  clock.advance(seconds(59))
  t.equal((await daemons.list()).length, 1)
  await daemons.beat(here.id, { leads: true, term: 3 })
  clock.advance(seconds(61))
  t.equal((await daemons.list()).length, 0)
  t.equal(await daemons.forgetGone(), 1)
})

t.test(
  'a daemon that was killed is gone at once on its machine, and leads no more (OPS-100)',
  async (t) => {
    const row = { host: 'hms1', program: '0', state: 'READY' as const, reasons: [], listen: [] }
    const [killed, elsewhere, next] = [
      await daemons.announce({ ...row, pid: 1 }),
      await daemons.announce({ ...row, host: 'hms2', pid: 2 }),
      await daemons.announce({ ...row, pid: 3 }),
    ]
    const lead = async (id: string, name: string) =>
      daemons.beat(id, { leads: true, term: await beginTerm(name) })
    await lead(killed.id, 'killed')
    await lead(elsewhere.id, 'elsewhere')
    await lead(next.id, 'next')
    const seen = async () => (await daemons.list()).map(({ pid, leads }) => [pid, leads])
    t.same(await seen(), [
      [1, false],
      [2, false],
      [3, true],
    ])
    const { pid } = spawnSync('true')
    const process = holderOf(pid, 'serve')
    await within(() => rows_of_daemons.change({ id: killed.id }, { process }))
    t.same(await seen(), [
      [2, false],
      [3, true],
    ])
    t.equal(daemons.called({ host: 'hms1', pid: 3 }), 'hms1 (pid 3)')
    for (const { id } of [killed, elsewhere, next]) await daemons.leave(id)
  },
)

t.test('the ticker runs what is due by itself, and gives way when it stops (OPS-91)', async (t) => {
  clock.release()
  let count = 0
  const ticker = await startTicker({
    daemon: 'one',
    entries: [
      scene.line('counter', { every: 1000, run: async () => void count++ }),
      scene.line('here', {
        every: 1000,
        runs_on: 'each',
        pausable: false,
        run: async () => void count++,
      }),
      scene.line('first', { at_start: true, run: async () => void scene.ran.push('start') }),
    ],
    log: quiet,
  })
  t.ok(ticker.term() !== null, 'the one daemon leads')
  const patience = performance.now() + 60_000
  while (count < 4 && performance.now() < patience) await new Promise((r) => setTimeout(r, 20))
  t.ok(count >= 4, 'both kinds run each second')
  t.same(scene.ran, ['start'])
  await ticker.stop()
  t.equal(ticker.term() === null || ticker.restarts() === 0, true)
})

t.test(
  'OPS-98: on every daemon, and a clock that is set back puts none of it to sleep (OPS-102)',
  async (t) => {
    const set = shiftedClock(t)
    let count = 0
    const ticker = await startTicker({
      daemon: 'one',
      entries: [
        scene.line('guard', {
          every: minutes(1),
          runs_on: 'each',
          at_start: true,
          pausable: false,
          run: async () => void count++,
        }),
      ],
      log: quiet,
    })
    t.teardown(() => ticker.stop())
    const reach = async (wanted: number): Promise<void> => {
      const patience = performance.now() + 60_000
      while (count < wanted && performance.now() < patience)
        await new Promise((r) => setTimeout(r, 20))
    }
    await reach(1)
    t.equal(count, 1, 'at the start')
    set(-hours(1))
    await reach(2)
    t.equal(count, 2, 'and when the clock went back')
    t.match(
      shipped.filter(({ name }) => name === 'clock-guard'),
      [{ runs_on: 'each', at_start: true, every: minutes(1) }],
    )
  },
)

t.test('the shipped list is one that can be started', async (t) => {
  setTimetable(shipped)
  t.throws(() => setTimetable([...shipped, ...shipped.slice(0, 1)]), /twice/)
  t.throws(() => setTimetable([scene.line('both', { cron: '* * * * *', every: 5 })]), /either/)
  for (const entry of shipped.filter((one) => one.scope === 'deployment')) {
    await entry.run({
      caller: scene.house.system,
      due_at: clock.instant(),
      time_zone: 'UTC',
      signal: new AbortController().signal,
    })
  }
})

t.test('what belongs to the whole deployment keeps the first hospital’s time', async (t) => {
  setTimetable([scene.line('nightly', { cron: '40 2 * * *' })])
  clock.freeze('2026-01-05T12:00:00.000Z')
  t.equal(scene.house.hospital.timezone, 'Africa/Dar_es_Salaam')
  await prepare()
  t.match(await schedules.find({ name: 'nightly', place: '' }), {
    time_zone: 'Africa/Dar_es_Salaam',
    next_run_at: '2026-01-05T23:40:00.000Z',
  })
  await prepare('UTC')
  t.match(await schedules.find({ name: 'nightly', place: '' }), {
    next_run_at: '2026-01-06T02:40:00.000Z',
  })
})
