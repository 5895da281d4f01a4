// What is made up for each day (OPS-94) loses none and repeats none: when its hours are moved, when a
// person runs it for a day, when its zone changes.

import t from 'tap'
import { type Caller, operator, platform_id } from '../../db/caller.ts'
import { clock, minutes, seconds } from '../../db/clock.ts'
import { within } from '../../db/connection.ts'
import { type Entry, setTimetable } from '../../db/timetable/entries.ts'
import { perform } from '../../db/timetable/perform.ts'
import * as claims from '../../db/timetable/claims.ts'
import * as runs from '../../db/timetable/runs.ts'
import { move, pause, prepare, resume, start } from '../../db/timetable/schedules.ts'
import { schedule_runs, schedules } from '../../db/timetable/tables.ts'
import { beginTerm } from '../../db/timetable/terms.ts'
import { boot } from '../support/boot.ts'

t.test('day by day', async (t) => {
  const { system } = await boot(t)
  const caller: Caller = { ...system, name: 'IT' }
  const at = { name: 'dunning', place: '' }
  const ran: string[] = []
  let behave: Entry['run'] = async () => undefined
  let term = 0
  const entry: Entry = {
    name: 'dunning',
    label: 'The dunning',
    area: 'test',
    cron: '0 6 * * *',
    scope: 'deployment',
    runs_on: 'leader',
    catch_up: 'each',
    pausable: true,
    weight: 'light',
    deadline_s: 90,
    run: async (turn) => {
      ran.push(turn.due_at.slice(5, 16))
      return behave(turn)
    },
  }
  const carryOut = (held: runs.Run) => perform(held, new AbortController().signal, () => undefined)
  const turn = async (): Promise<boolean> => {
    const held = await claims.claim(at, { daemon: 'one', term })
    if (held !== undefined) await carryOut(held)
    return held !== undefined
  }
  const row = () => schedules.find(at)
  const outcomes = async () =>
    (await schedule_runs.all({ schedule: 'dunning' }, { order: ['due_at', 'turn'] })).map(
      (one) => `${one.due_at.slice(8, 16)} ${one.turn} ${one.outcome}`,
    )
  const moveTo = (cron: string | null) => within(() => move(caller, 'dunning', cron))
  const byHand = async (due_at: string) =>
    carryOut(await claims.claimByHand(at, { daemon: 'job', term }, { name: 'IT' }, due_at))
  const fails = async (): Promise<never> => {
    throw new Error('no disk')
  }

  t.beforeEach(async () => {
    clock.freeze('2026-01-04T05:52:00Z')
    ran.length = 0
    behave = async () => undefined
    await within(async () => {
      await schedule_runs.removeAnywhere({})
      await schedules.removeAnywhere({})
    })
    setTimetable([entry])
    await prepare('UTC')
    term = await beginTerm('one')
    clock.freeze('2026-01-04T06:00:00Z')
    await turn()
    ran.length = 0
  })

  t.test('moved after downtime: the days that were missed still come, in order', async (t) => {
    clock.freeze('2026-01-08T09:00:00Z')
    await moveTo('0 7 * * *')
    while (await turn());
    t.same(ran, ['01-05T07:00', '01-06T07:00', '01-07T07:00', '01-08T07:00'])
    t.equal((await row())?.next_run_at, '2026-01-09T07:00:00.000Z')
  })

  t.test('moved after it ran: not twice on that day', async (t) => {
    clock.freeze('2026-01-04T06:30:00Z')
    t.match(await moveTo('0 7 * * *'), { next_run_at: '2026-01-05T07:00:00.000Z' })
    clock.freeze('2026-01-04T07:00:00Z')
    t.equal(await turn(), false)
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
    t.equal(await turn(), true)
    t.same(ran, ['01-05T06:00'])
    t.equal(await turn(), false)
    t.equal((await row())?.next_run_at, '2026-01-06T06:00:00.000Z')
  })

  t.test('moved while a day waits to be tried again: it is tried', async (t) => {
    behave = fails
    clock.freeze('2026-01-05T06:00:00Z')
    await turn()
    behave = async () => undefined
    await moveTo('0 7 * * *')
    clock.advance(minutes(1))
    t.equal(await turn(), true)
    t.same(await outcomes(), ['04T06:00 1 DONE', '05T06:00 1 FAILED', '05T06:00 2 DONE'])
    t.match(await row(), { next_run_at: '2026-01-06T07:00:00.000Z', failures: 0, retry_at: null })
  })

  t.test('moved to fewer days: the missed ones that have none any more are noted', async (t) => {
    clock.freeze('2026-01-08T09:00:00Z')
    await moveTo('0 7 * * 2')
    t.same(await outcomes(), ['04T06:00 1 DONE', '05T06:00 1 SKIPPED'])
    t.match(await schedule_runs.find({ schedule: 'dunning', outcome: 'SKIPPED' }), {
      message: '3 missed times: its hours were moved',
      by: 'IT',
    })
    while (await turn());
    t.same(ran, ['01-06T07:00'])
  })

  t.test('moved to more days: none that never was due is made up', async (t) => {
    await moveTo('0 6 * * 1')
    clock.freeze('2026-01-05T06:00:00Z')
    await turn()
    clock.freeze('2026-01-08T09:00:00Z')
    t.match(await moveTo('0 6 * * *'), { next_run_at: '2026-01-09T06:00:00.000Z' })
    t.match(await outcomes(), { length: 2 })
  })

  t.test('the program’s own words change, or the zone: as when a person moves it', async (t) => {
    clock.freeze('2026-01-06T09:00:00Z')
    setTimetable([{ ...entry, cron: '0 7 * * *' }])
    await prepare('Africa/Dar_es_Salaam')
    while (await turn());
    t.same(ran, ['01-05T04:00', '01-06T04:00'])
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
    t.same(await outcomes(), ['04T06:00 1 DONE'])
  })

  t.test('OPS-96: a day that a person ran is not run again by the timetable', async (t) => {
    clock.freeze('2026-01-06T09:00:00Z')
    await byHand('2026-01-05T06:00:00.000Z')
    t.equal(await turn(), false, 'the 5th is done')
    t.equal(await turn(), true)
    t.same(ran, ['01-05T06:00', '01-06T06:00'])
    behave = fails
    clock.freeze('2026-01-07T06:00:00Z')
    await turn()
    behave = async () => undefined
    await byHand('2026-01-07T06:00:00.000Z')
    clock.advance(minutes(1))
    t.equal(await turn(), false, 'nor one that waited to be tried again')
    t.match(await row(), { retry_at: null, retry_due_at: null })
  })

  t.test('OPS-97: a run by hand leaves alone what the timetable tries again', async (t) => {
    await byHand('2026-01-02T06:00:00.000Z')
    clock.freeze('2026-01-05T06:00:03Z')
    behave = fails
    await turn()
    const own = { retry_due_at: '2026-01-05T06:00:00.000Z', failures: 1, lag_ms: 3000 }
    t.match(await row(), own)
    await byHand('2026-01-01T06:00:00.000Z')
    t.match(await row(), { ...own, last_status: 'FAILED' }, 'one that fails')
    behave = async () => undefined
    await byHand('2026-01-01T06:00:00.000Z')
    t.match(await row(), { ...own, last_status: 'DONE' }, 'and one that is done')
    clock.advance(minutes(1))
    t.equal(await turn(), true)
    t.equal(ran.at(-1), '01-05T06:00', 'the day that failed is made')
  })

  t.test(
    'OPS-97: one by hand whose daemon died is not made again, and takes no turn',
    async (t) => {
      clock.freeze('2026-01-05T06:00:00Z')
      behave = fails
      await turn()
      const due_at = '2026-01-01T06:00:00.000Z'
      await claims.claimByHand(at, { daemon: 'job', term }, { name: 'IT' }, due_at)
      clock.advance(seconds(61))
      await runs.sweep({ daemon: 'one', term })
      t.match(await row(), { retry_due_at: '2026-01-05T06:00:00.000Z', deaths: 0 })
    },
  )
})
