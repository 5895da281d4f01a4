// The timetable: what runs when, by itself or by hand.

import { clock, timeIn } from '../../db/core/clock.ts'
import { cron, day, duration, text } from '../../db/appliance/configuration/kinds.ts'
import { conflict, Refusal } from '../../db/core/refusal.ts'
import type { Schedule } from '../../db/appliance/timetable/shapes.ts'
import type { ScheduleRun } from '../../db/appliance/timetable/history.ts'
import { command, done, type Frame, maybe, word, yes } from '../frame/grammar/command.ts'
import { check } from './schedule-check.ts'
import { field } from '../frame/grammar/fields.ts'
import { knowTimetable } from '../frame/hands.ts'
import { limited, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { usage } from '../frame/grammar/usage.ts'

const name = word(text('the name of a schedule', /^[^\s\0]{1,60}$/), 'the schedule, by its name')

const late_ms = 60_000
const runs_shown = 20

const shownRuns = tableOf<ScheduleRun>(
  ['Due', (row, page) => page.time(row.due_at)],
  ['Began', (row, page) => page.time(row.started_at)],
  ['Ended', (row, page) => page.time(row.finished_at)],
  ['Outcome', (row) => row.outcome],
  ['Message', (row) => row.message],
  ['By', (row) => row.by, 'wide'],
  ['Daemon', (row) => row.daemon, 'wide'],
)

const list = command('schedule list', {
  says: 'Prints what runs when.',
  class: 'R',
  reply: async () => ({ each: (await import('../../db/appliance/timetable/shapes.ts')).Schedule }),
  permission: 'job:read',
  http: 'GET /api/v1/schedules',
  flags: {
    area: field('only of this area'),
    paused: yes('only what is paused'),
    late: yes('only what should have run a minute ago, or more'),
  },
  examples: ['kituo schedule list --late', 'kituo schedule list --paused --json'],
  run: async ({ flags: { area, paused, late }, caller }) => {
    await knowTimetable()
    const { list: schedules } = await import('../../db/appliance/timetable/schedules.ts')
    const all = await schedules(await caller(), area)
    const due = new Date(clock.ms() - late_ms).toISOString()
    const found = all.filter(
      (one) =>
        (!paused || one.paused) &&
        (!late || (!one.paused && one.next_run_at !== null && one.next_run_at < due)),
    )
    return done(`${found.length} schedules.`, found, { total: found.length })
  },
  view: tableOf<Schedule>(
    ['Name', (row) => row.name],
    ['When', (row) => row.cron ?? `every ${row.every}`],
    ['Next', (row, page) => (row.paused ? 'paused' : page.time(row.next_run_at))],
    ['Last', (row, page) => page.time(row.last_run_at)],
    ['Ended', (row) => row.last_status],
    ['Does', (row) => row.label, 'wide'],
    ['Why paused', (row) => row.pause_reason, 'wide'],
  ),
})

const show = command('schedule show', {
  says: 'Prints one schedule with its last runs.',
  class: 'R',
  reply: async () => ({
    whole: (await import('../../db/appliance/timetable/shapes.ts')).ScheduleWithRuns,
  }),
  permission: 'job:read',
  asks: { name },
  examples: ['kituo schedule show audit-anchor', 'kituo schedule show audit-anchor --json'],
  run: async (frame) => {
    const schedule = await named(frame)
    const { history: runs } = await import('../../db/appliance/timetable/history.ts')
    const last = { since_ms: null, limit: runs_shown }
    return done('', { ...schedule, runs: await runs(await frame.caller(), schedule.name, last) })
  },
  view: ({ runs, ...schedule }, page) =>
    `${lines(Object.entries(schedule), page)}\n\n${shownRuns(runs, page)}`,
})

const run = command('schedule run', {
  says: 'Runs a schedule now; with --wait until it has ended.',
  class: 'M',
  permission: 'job:manage',
  http: 'POST /api/v1/schedules/:name/run',
  transaction: 'rule',
  may_ask: true,
  asks: { name },
  flags: {
    due: maybe(day(), 'for this day that is past, of what is made up day by day'),
    wait: yes('until it has ended; where no daemon runs, it runs here'),
  },
  exits: [5],
  examples: [
    'kituo schedule run audit-anchor --wait --json',
    'kituo schedule run filings-calendar --due 2027-02-03',
  ],
  plan: async (frame) => {
    const schedule = await named(frame)
    refuseRunning(schedule)
    if (frame.flags.due !== undefined) {
      const { dueOf } = await import('../../db/appliance/timetable/schedules.ts')
      await dueOf(await frame.caller(), schedule.name, frame.flags.due)
    }
    const of_day = frame.flags.due === undefined ? '' : `, for ${frame.flags.due}`
    return { steps: [`run: ${schedule.label}${of_day}`], asks: schedule.weight === 'heavy' }
  },
  run: async (frame) => {
    refuseRunning(await named(frame))
    const by = await frame.caller()
    const { start } = await import('../../db/appliance/timetable/schedules.ts')
    const { within } = await import('../../db/store/connection.ts')
    const { job_id } = await within(() => start(by, frame.asked.name, frame.flags.due))
    const queued = done(`${frame.asked.name} is queued as job ${job_id}.`, {
      job_id,
      status: 'QUEUED',
    })
    if (!frame.flags.wait) return queued
    const { jobEnded } = await import('../frame/hands.ts')
    const job = await jobEnded(frame, by, job_id)
    if (job === undefined) return queued
    const data = { job_id, status: job.status }
    return job.status === 'DONE'
      ? done(`${frame.asked.name} has run.`, data)
      : done(job.error ?? `It ended ${job.status}.`, data, { error: { code: 'rule.refused' } })
  },
})

/** Operations 6.1; whoever is quicker than this meets the claim itself (OPS-96). */
function refuseRunning({
  name: called,
  running_on,
  last_run_at,
  lease_until,
  time_zone,
}: Schedule) {
  if (running_on === null || lease_until === null || last_run_at === null) return
  if (lease_until <= clock.instant()) return
  const since = timeIn(time_zone, new Date(last_run_at))
  const [host = ''] = running_on.split(' ')
  throw new Refusal(503, 'lock.held', `${called} runs since ${since} on ${host}.`)
}

const set = command('schedule set', {
  says: 'Moves a schedule to other hours, or back to the program’s own.',
  class: 'M',
  reply: async () => ({ whole: (await import('../../db/appliance/timetable/shapes.ts')).Schedule }),
  permission: 'job:manage',
  confirm: 'C1',
  asks: { name },
  flags: {
    cron: maybe(cron(), 'minute, hour, day, month and weekday, in the time zone of the schedule'),
    shipped: yes('as the program or the configuration has it, again'),
  },
  examples: [
    'kituo schedule set audit-anchor --cron "30 1 * * *"',
    'kituo schedule set audit-anchor --shipped --yes --json',
  ],
  plan: async (frame) => {
    const { label, cron: before } = await named(frame)
    const wanted = wantedCron(frame.flags)
    return {
      steps: [wanted === null ? `${label}: as shipped` : `${label}: ${before} becomes ${wanted}`],
      nothing: wanted !== null && wanted === before,
    }
  },
  run: async (frame) => {
    const before = await named(frame)
    const { move } = await import('../../db/appliance/timetable/schedules.ts')
    const now = await move(await frame.caller(), before.name, wantedCron(frame.flags))
    const changed = now.cron !== before.cron
    const words = changed ? `${now.name} runs at ${now.cron} now.` : `${now.name} stays as it is.`
    return done(words, now, { changed })
  },
  view: () => null,
})

function wantedCron({ cron: typed, shipped }: { cron: string | undefined; shipped: boolean }) {
  if (typed !== undefined && shipped)
    throw usage('flag', '--cron and --shipped do not go together.')
  if (typed === undefined && !shipped) throw usage('missing', '--cron is needed.')
  return typed ?? null
}

const pause = command('schedule pause', {
  says: 'Pauses a schedule.',
  class: 'M',
  reply: async () => ({ whole: (await import('../../db/appliance/timetable/shapes.ts')).Schedule }),
  permission: 'job:manage',
  http: 'POST /api/v1/schedules/:name/pause',
  confirm: 'C1',
  reason: 'must',
  asks: { name },
  examples: [
    'kituo schedule pause outbox --reason "mail server moves"',
    'kituo schedule pause outbox --reason "mail server moves" --yes',
  ],
  plan: async (frame) => {
    const schedule = await named(frame)
    refuseAlways(schedule)
    return { steps: [`pause: ${schedule.label}`], nothing: schedule.paused }
  },
  run: async (frame) => {
    const before = await named(frame)
    refuseAlways(before)
    if (before.paused) return done(`${before.name} is paused already.`, before, { changed: false })
    const rules = await import('../../db/appliance/timetable/schedules.ts')
    const now = await rules.pause(await frame.caller(), before.name, frame.reason ?? '')
    return done(`${now.name} is paused.`, now)
  },
})

/** Operations 6.1: by the name that was typed. */
function refuseAlways({ name: called, pausable }: Schedule): void {
  if (!pausable) throw conflict(`${called} cannot be paused.`, 'rule.refused')
}

const resume = command('schedule resume', {
  says: 'Lets a paused schedule run again, from now on.',
  class: 'M',
  reply: async () => ({ whole: (await import('../../db/appliance/timetable/shapes.ts')).Schedule }),
  permission: 'job:manage',
  http: 'POST /api/v1/schedules/:name/resume',
  asks: { name },
  examples: ['kituo schedule resume outbox', 'kituo schedule resume outbox --json'],
  plan: async (frame) => {
    const { label, paused } = await named(frame)
    return { steps: [`resume: ${label}`], nothing: !paused }
  },
  run: async (frame) => {
    const before = await named(frame)
    if (!before.paused) return done(`${before.name} is not paused.`, before, { changed: false })
    const rules = await import('../../db/appliance/timetable/schedules.ts')
    const now = await rules.resume(await frame.caller(), before.name)
    return done(`${now.name} runs again.`, now)
  },
})

const history = command('schedule history', {
  says: 'Prints the last runs of a schedule, the newest first.',
  class: 'R',
  permission: 'job:read',
  asks: { name },
  flags: {
    since: maybe(duration(), 'no older than this'),
    ...limited,
  },
  examples: ['kituo schedule history backup-nightly', 'kituo schedule history outbox --since 7d'],
  run: async (frame) => {
    const { name: called } = await named(frame)
    const { history: runs } = await import('../../db/appliance/timetable/history.ts')
    const { since, limit } = frame.flags
    const found = await runs(await frame.caller(), called, { since_ms: since ?? null, limit })
    return done(`${found.length} runs.`, found, { total: found.length })
  },
  view: shownRuns,
})

export const commands = [list, show, history, run, pause, resume, set, check]

async function named({ asked, caller }: Frame<{ name: string }, unknown>): Promise<Schedule> {
  await knowTimetable()
  const { find } = await import('../../db/appliance/timetable/schedules.ts')
  const { isRefusal, noneCalled } = await import('../../db/core/refusal.ts')
  return find(await caller(), asked.name).catch((error: unknown) => {
    throw isRefusal(error) && error.status === 404 ? noneCalled('schedule', asked.name) : error
  })
}
