import t, { type Test } from 'tap'
import { clock, days, hours, minutes, seconds } from '../../db/clock.ts'
import { rows, within } from '../../db/connection.ts'
import * as claims from '../../db/timetable/claims.ts'
import * as guard from '../../db/timetable/clock-guard.ts'
import * as daemons from '../../db/timetable/daemons.ts'
import { type Entry, setTimetable } from '../../db/timetable/entries.ts'
import { perform } from '../../db/timetable/perform.ts'
import * as runs from '../../db/timetable/runs.ts'
import { move, pause, prepare, resume, start } from '../../db/timetable/schedules.ts'
import { deployment, schedule_runs, schedules } from '../../db/timetable/tables.ts'
import { beginTerm } from '../../db/timetable/terms.ts'
import { sql } from '../../db/sql.ts'
import { boot } from '../support/boot.ts'
import { perform as performJob } from '../../daemon/jobs.ts'
import { claim as claimJobs } from '../../db/hospital/jobs/work.ts'
import { startTicker } from '../../daemon/ticker.ts'
import { entries as shipped } from '../../daemon/timetable.ts'

const quiet = { info: () => undefined, error: () => undefined }

t.test('timetable', async (t) => {
  const { people, system, nobody, hospital } = await boot(t)
  const ran: string[] = []
  let behave: Entry['run'] = async () => undefined
  const line = (name: string, more: Partial<Entry> = {}): Entry => ({
    name,
    label: `The ${name}`,
    area: 'test',
    ...(more.every === undefined ? { cron: '0 6 * * *' } : {}),
    scope: 'deployment',
    runs_on: 'leader',
    catch_up: 'once',
    pausable: true,
    weight: 'light',
    deadline_s: 90,
    run: async (turn) => {
      ran.push(turn.due_at)
      return behave(turn)
    },
    ...more,
  })
  const list: readonly Entry[] = [
    line('daily'),
    line('each', { catch_up: 'each' }),
    line('local', { scope: 'hospital' }),
    line('anchor', { pausable: false }),
    line('often', { every: seconds(5) }),
  ]
  let term = 0
  const place = (name: string): { name: string; place: string } => ({
    name,
    place: name === 'local' ? hospital.id : '',
  })
  const holder = () => ({ daemon: 'one', term })
  const row = (name: string) => schedules.find(place(name))
  const outcomes = async (name: string): Promise<string[]> =>
    (await schedule_runs.all({ schedule: name }, { order: ['due_at', 'turn'] })).map(
      (one) => `${one.due_at.slice(8, 16)} ${one.turn} ${one.outcome}`,
    )
  const turn = async (name: string): Promise<boolean> => {
    const held = await claims.claim(place(name), holder())
    if (held === undefined) return false
    await perform(held, new AbortController().signal, () => undefined)
    return true
  }

  t.beforeEach(async () => {
    clock.freeze('2026-01-05T05:52:00Z')
    ran.length = 0
    behave = async () => undefined
    await within(async () => {
      await schedule_runs.removeAnywhere({})
      await schedules.removeAnywhere({})
    })
    setTimetable(list)
    await prepare('UTC')
    term = await beginTerm('one')
  })

  t.test('OPS-92: a due instant is claimed once, and the next follows from it', async (t) => {
    t.equal(await turn('daily'), false, 'nothing is due before six')
    clock.freeze('2026-01-05T06:00:07Z')
    t.same((await claims.dueNow()).map(({ name }) => name).sort(), [
      'anchor',
      'daily',
      'each',
      'often',
    ])
    const both = await Promise.all([
      claims.claim(place('daily'), holder()),
      claims.claim(place('daily'), { daemon: 'two', term }),
    ])
    t.equal(both.filter((held) => held !== undefined).length, 1, 'two ask, one runs')
    const held = both.find((one) => one !== undefined) as runs.Run
    await perform(held, new AbortController().signal, () => undefined)
    t.same(ran, ['2026-01-05T06:00:00.000Z'])
    t.match(await row('daily'), {
      next_run_at: '2026-01-06T06:00:00.000Z',
      last_due_at: '2026-01-05T06:00:00.000Z',
      last_status: 'DONE',
      lag_ms: 7000,
      run_id: null,
    })
    // OPS-92: a clock set back repeats nothing, even when the row says it is due.
    await within(() =>
      schedules.change(place('daily'), { next_run_at: '2026-01-05T06:00:00.000Z' }),
    )
    t.equal(await turn('daily'), false)
    t.equal((await row('daily'))?.next_run_at, '2026-01-06T06:00:00.000Z')
  })

  t.test('a hospital’s schedule keeps the hospital’s hours', async (t) => {
    t.equal((await row('local'))?.next_run_at, '2026-01-06T03:00:00.000Z', '06:00 in Dar es Salaam')
    clock.freeze('2026-01-06T03:00:00Z')
    behave = async ({ caller, time_zone }) => {
      t.equal(caller.hospital_id, hospital.id)
      t.equal(time_zone, 'Africa/Dar_es_Salaam')
    }
    t.equal(await turn('local'), true)
  })

  t.test('OPS-94: after downtime once, or each in order', async (t) => {
    clock.freeze('2026-01-08T09:00:00Z')
    while (await turn('daily'));
    t.same(ran, ['2026-01-08T06:00:00.000Z'])
    t.same(await outcomes('daily'), ['05T06:00 1 SKIPPED', '08T06:00 1 DONE'])
    ran.length = 0
    while (await turn('each'));
    t.same(
      ran.map((due) => due.slice(8, 10)),
      ['05', '06', '07', '08'],
    )
  })

  t.test('OPS-93: a run still going when the next is due: SKIPPED', async (t) => {
    clock.freeze('2026-01-05T06:00:00Z')
    const held = (await claims.claim(place('daily'), holder())) as runs.Run
    clock.freeze('2026-01-06T06:00:00Z')
    await within(() =>
      schedules.change(place('daily'), { lease_until: '2026-01-06T06:00:30.000Z' }),
    )
    t.equal(await turn('daily'), false)
    t.match(await row('daily'), { skipped_in_row: 1, run_id: held.id })
    t.same(await outcomes('daily'), ['05T06:00 1 RUNNING', '06T06:00 1 SKIPPED'])
  })

  t.test(
    '3.6: a run whose daemon died is LOST and claimed again, three times at most',
    async (t) => {
      clock.freeze('2026-01-05T06:00:00Z')
      await claims.claim(place('daily'), holder())
      for (let death = 1; death < 3; death++) {
        clock.advance(seconds(59))
        t.equal(await runs.sweep(holder()), 0)
        clock.advance(seconds(2))
        t.equal(await runs.sweep(holder()), 1)
        t.not(await claims.claim(place('daily'), holder()), undefined)
      }
      clock.advance(seconds(61))
      await runs.sweep(holder())
      t.equal(await turn('daily'), false)
      t.same(await outcomes('daily'), ['05T06:00 1 LOST', '05T06:00 2 LOST', '05T06:00 3 LOST'])
      clock.freeze('2026-01-06T06:00:00Z')
      t.equal(await turn('daily'), true, 'the next instant begins anew')
    },
  )

  t.test('a run that was lost writes nothing more', async (t) => {
    clock.freeze('2026-01-05T06:00:00Z')
    const lost = (await claims.claim(place('daily'), holder())) as runs.Run
    clock.advance(minutes(2))
    await runs.sweep(holder())
    const again = (await claims.claim(place('daily'), holder())) as runs.Run
    t.equal(await runs.renew(lost), false)
    t.equal(await runs.end(lost, { outcome: 'DONE', took_ms: 1 }), undefined)
    t.equal(await runs.renew(again), true)
    t.match(await runs.end(again, { outcome: 'DONE', took_ms: 1 }), { last_status: 'DONE' })
  })

  t.test('OPS-97: a failed run is tried again after 1, 5 and 15 minutes', async (t) => {
    clock.freeze('2026-01-05T06:00:00Z')
    behave = async () => {
      throw new Error('no disk')
    }
    await turn('daily')
    for (const wait of [1, 5, 15]) {
      clock.advance(minutes(wait) - 1)
      t.equal(await turn('daily'), false)
      clock.advance(1)
      t.equal(await turn('daily'), true)
    }
    clock.advance(hours(2))
    t.equal(await turn('daily'), false, 'then it waits for its next instant')
    t.same(new Set(ran), new Set(['2026-01-05T06:00:00.000Z']))
    t.equal((await row('daily'))?.failed_in_row, 1)
    clock.freeze('2026-01-06T06:00:00Z')
    await turn('daily')
    t.equal((await row('daily'))?.failed_in_row, 2, 'two in a row are worth a notice')
    behave = async () => undefined
    clock.advance(minutes(1))
    await turn('daily')
    t.match(await row('daily'), { failed_in_row: 0, last_status: 'DONE', retry_at: null })
  })

  t.test('what runs every few seconds leaves a row only when it did something', async (t) => {
    clock.advance(seconds(5))
    await turn('often')
    t.same(await outcomes('often'), [])
    behave = async () => ({ sent: 3 })
    clock.advance(seconds(5))
    await turn('often')
    t.equal((await outcomes('often')).length, 1)
  })

  t.test('OPS-99: a claim of an older term is refused by the database', async (t) => {
    clock.freeze('2026-01-05T06:00:00Z')
    const old = holder()
    term = await beginTerm('two')
    await t.rejects(claims.claim(place('daily'), old), { code: 'term' })
    await t.rejects(runs.sweep(old), { code: 'term' })
    t.not(await claims.claim(place('daily'), holder()), undefined)
  })

  t.test('PLT-132: seen with job:read, steered with job:manage', async (t) => {
    const officer = await people.with('system_administrator')
    const auditor = await people.with('auditor')
    const cashier = await people.with('cashier')
    t.equal((await nobody.get('/schedules')).status, 401)
    t.match((await cashier.get('/schedules')).message, /It needs job:read\.$/)
    const seen = await auditor.get('/schedules')
    t.same(
      seen.data.map((one: { name: string }) => one.name),
      list.map(({ name }) => name),
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
    const refused = await officer.post('/schedules/anchor/pause', { reason: 'Too loud' })
    t.equal(refused.status, 409)
    t.equal(refused.message, 'The anchor cannot be paused.')
    t.equal((await officer.post('/schedules/daily/resume')).message, 'The daily is not paused.')
    const paused = await officer.post('/schedules/daily/pause', { reason: 'Moving the server' })
    t.match(paused.data, { paused: true, pause_reason: 'Moving the server', next_run_at: null })
    clock.freeze('2026-01-05T06:01:00Z')
    t.equal(await turn('daily'), false)
    const resumed = await officer.post('/schedules/daily/resume')
    t.match(resumed.data, { paused: false, next_run_at: '2026-01-06T06:00:00.000Z' })
  })

  t.test('OPS-96: a person’s run is a job, and not the timetable’s own instant', async (t) => {
    const officer = await people.with('system_administrator')
    const asked = await officer.post('/schedules/daily/run')
    t.equal(asked.status, 202, asked.message)
    for (const claim of await claimJobs('one', 4))
      await performJob(claim, new AbortController().signal, quiet)
    t.match((await officer.get(`/jobs/${asked.data.job_id}`)).data, {
      status: 'DONE',
      result: { schedule: 'daily', status: 'DONE' },
    })
    t.equal((await schedule_runs.find({ schedule: 'daily' }))?.by, officer.user.full_name)
    clock.freeze('2026-01-05T06:00:00Z')
    const held = (await claims.claim(place('daily'), holder())) as runs.Run
    t.ok(held, 'its own instant still comes')
    const clash = await officer.post('/schedules/daily/run')
    for (const claim of await claimJobs('one', 4))
      await performJob(claim, new AbortController().signal, quiet)
    t.match((await officer.get(`/jobs/${clash.data.job_id}`)).data, {
      status: 'FAILED',
      error: 'The daily is running already.',
    })
  })

  t.test('OPS-96: what is made up day by day runs for a day that is past', async (t) => {
    const by = await people.with('system_administrator')
    const caller = { ...system, name: by.user.full_name }
    const { job_id } = await within(() => start(caller, 'each', '2026-01-03'))
    for (const claim of await claimJobs('one', 4))
      await performJob(claim, new AbortController().signal, quiet)
    t.match((await by.get(`/jobs/${job_id}`)).data, { status: 'DONE' })
    t.same(ran, ['2026-01-03T06:00:00.000Z'], 'with its own instant')
    t.equal((await row('each'))?.last_due_at, null, 'the timetable’s own instants still come')
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
    t.equal((await row('anchor'))?.next_run_at, '2026-01-05T05:55:00.000Z', 'and stays so')
    clock.freeze('2026-01-05T05:55:30Z')
    t.ok(await turn('anchor'))
    t.same(ran, ['2026-01-05T05:55:00.000Z'])
    t.equal((await row('anchor'))?.next_run_at, '2026-01-06T05:55:00.000Z')
    await within(() => pause(caller, 'daily', 'works'))
    t.match(await within(() => move(caller, 'daily', '0 7 * * *')), { next_run_at: null })
    t.match(await within(() => resume(caller, 'daily')), {
      next_run_at: '2026-01-05T07:00:00.000Z',
    })
    t.match(await within(() => move(caller, 'daily', null)), {
      cron: '0 6 * * *',
      next_run_at: '2026-01-05T06:00:00.000Z',
    })
    t.equal((await row('daily'))?.own_cron, null)
    await t.rejects(
      within(() => move(caller, 'often', '0 7 * * *')),
      {
        message: 'often has no hour that could be moved.',
      },
    )
  })

  t.test('another hospital’s officer does not steer what all share', async (t) => {
    const officer = await people.with('system_administrator')
    const { openHospital } = await import('../../db/hospital/provisioning/provision.ts')
    const { operator } = await import('../../db/caller.ts')
    const { hospitals } = await import('../../db/hospital/hospitals/tables.ts')
    await within(() =>
      openHospital(
        (id) => operator(id, 'cli:test'),
        {
          code: 'other',
          name: 'Other Hospital',
          country: 'TZ',
          facility: { code: 'OTH', name: 'Other' },
          administrator: { username: 'other', full_name: 'Other Person' },
        },
        { password: 'x', hashed: 'x' },
      ),
    )
    t.same(
      (await officer.get('/schedules')).data.map((one: { name: string }) => one.name),
      ['local'],
    )
    t.equal((await officer.post('/schedules/daily/run')).status, 404)
    await within(async () => {
      // Only its name is needed no more: the other tests know one hospital.
      await hospitals.changeAnywhere({ code: 'other' }, { status: 'CLOSED' })
    })
  })

  t.test(
    'OPS-98: a clock that jumps is BAD for 12 hours, or until somebody says it is right',
    async (t) => {
      const table: [string, number, boolean][] = [
        ['a minute on', minutes(1), false],
        ['back by 5 minutes', -minutes(5), false],
        ['back by more', -minutes(5) - 1, true],
        ['ahead by a day', hours(24), false],
        ['ahead by more than a day', hours(24) + 1, true],
      ]
      for (const [what, by, bad] of table) {
        await within(() =>
          deployment.changeAnywhere({}, { clock_noted_at: null, clock_bad_until: null }),
        )
        await guard.noteTime()
        clock.advance(by)
        t.equal(await guard.noteTime(), bad, what)
        t.match(await guard.clockState(), {
          state: bad ? 'BAD' : 'OK',
          difference_ms: bad ? by : null,
        })
      }
      const found = await rows(sql`select action from audit_rows where action = 'clock.jumped'`)
      t.equal(found.length, 2)
      clock.advance(minutes(1))
      t.equal(await guard.noteTime(), false)
      t.equal((await guard.clockState()).state, 'BAD')
      clock.advance(hours(12))
      t.equal((await guard.clockState()).state, 'OK')
      await guard.noteTime()
      clock.advance(-hours(1))
      await guard.noteTime()
      t.equal((await within(() => guard.acceptClock(system, 'NTP is back'))).state, 'OK')
      await t.rejects(
        within(() => guard.acceptClock(system, 'again')),
        /trusted already/,
      )
    },
  )

  /** Its clock in this process: not frozen, off by so much. */
  const shifted = (t: Test) => {
    clock.release()
    const real = Date.now
    let off = 0
    Date.now = () => real() + off
    t.teardown(() => {
      Date.now = real
      clock.freeze('2026-03-04T09:00:00.000Z')
    })
    return (ms: number) => void (off = ms)
  }
  const forgotten = () =>
    within(() => deployment.changeAnywhere({}, { clock_noted_at: null, clock_bad_until: null }))
  const ahead = () => Date.parse(clock.steady()) - Date.now()

  for (const [ending, until] of [
    ['somebody told another process that the time is right', null],
    ['12 hours have passed', '2026-01-01T00:00:00.000Z'],
  ] as const)
    t.test(`OPS-98: the log goes by the right time again when ${ending}`, async (t) => {
      const set = shifted(t)
      await forgotten()
      const own = { deployment_id: '', at: '' }
      await guard.noteTime(own)
      set(days(365))
      t.equal(await guard.noteTime(own), true)
      clock.steady()
      set(0)
      t.ok(ahead() > days(364))
      t.equal(await guard.noteTime(own), true)
      t.equal(await guard.noteTime(own), false)
      t.ok(ahead() > days(364), 'while it is BAD it stands still')
      await within(() => deployment.changeAnywhere({}, { clock_bad_until: until }))
      await guard.noteTime(own)
      t.ok(ahead() < minutes(1))
    })

  t.test('OPS-98: two machines that are apart make no jump each minute', async (t) => {
    const set = shifted(t)
    await forgotten()
    const [fast, slow] = [0, 1].map(() => ({ deployment_id: '', at: '' }))
    const jumps: boolean[] = []
    for (let minute = 0; minute < 3; minute++) {
      set(minutes(minute + 10))
      jumps.push(await guard.noteTime(fast))
      set(minutes(minute))
      jumps.push(await guard.noteTime(slow))
    }
    t.same(jumps, [false, true, false, false, false, false], 'said once, when it came')
    set(-minutes(4))
    t.equal(await guard.noteTime(slow), true, 'its own jump is one')
  })

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

  t.test('the ticker runs what is due by itself, and gives way when it stops', async (t) => {
    clock.release()
    let count = 0
    const ticker = await startTicker({
      daemon: 'one',
      entries: [
        line('counter', { every: 1000, run: async () => void count++ }),
        line('here', {
          every: 1000,
          runs_on: 'each',
          pausable: false,
          run: async () => void count++,
        }),
        line('first', { at_start: true, run: async () => void ran.push('start') }),
      ],
      log: quiet,
    })
    t.ok(ticker.term() !== null, 'the one daemon leads')
    const patience = performance.now() + 8000
    while (count < 4 && performance.now() < patience) await new Promise((r) => setTimeout(r, 20))
    t.ok(count >= 4, 'both kinds run each second')
    t.same(ran, ['start'])
    await ticker.stop()
    t.equal(ticker.term() === null || ticker.restarts() === 0, true)
  })

  t.test(
    'OPS-98: on every daemon, and a clock that is set back puts none of it to sleep',
    async (t) => {
      const set = shifted(t)
      let count = 0
      const ticker = await startTicker({
        daemon: 'one',
        entries: [
          line('guard', {
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
        const patience = performance.now() + 8000
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
    t.throws(() => setTimetable([line('both', { cron: '* * * * *', every: 5 })]), /either/)
    for (const entry of shipped.filter((one) => one.scope === 'deployment')) {
      await entry.run({
        caller: system,
        due_at: clock.instant(),
        time_zone: 'UTC',
        signal: new AbortController().signal,
      })
    }
  })
})

t.test('what belongs to the whole deployment keeps the first hospital’s time', async (t) => {
  const { hospital } = await boot(t)
  setTimetable([
    {
      name: 'nightly',
      label: 'Nightly',
      area: 'test',
      cron: '40 2 * * *',
      scope: 'deployment',
      runs_on: 'leader',
      catch_up: 'once',
      pausable: true,
      weight: 'light',
      deadline_s: 60,
      run: async () => undefined,
    },
  ])
  clock.freeze('2026-01-05T12:00:00.000Z')
  t.equal(hospital.timezone, 'Africa/Dar_es_Salaam')
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
