// A proof does not keep a daemon that stops: it ends in the middle of a read, leaves nothing behind, and
// runs again at the next start (decision 0288).

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { perform as performJob } from '../../daemon/work/jobs.ts'
import { startTicker } from '../../daemon/work/ticker.ts'
import { theTimetable } from '../../daemon/work/timetable.ts'
import { createBackup, repositoryOf } from '../../db/appliance/backups/create.ts'
import { unlockOrMake } from '../../db/appliance/backups/keys.ts'
import { listBackups } from '../../db/appliance/backups/list.ts'
import { verifyBackup } from '../../db/appliance/backups/verify.ts'
import { system as house_itself } from '../../db/core/caller.ts'
import { clock } from '../../db/core/clock.ts'
import { outside, row, rows, snapshot, within } from '../../db/store/connection.ts'
import type { Check } from '../../db/appliance/doctor/finding.ts'
import { examine } from '../../db/appliance/doctor/doctor.ts'
import { endingWith } from '../../db/store/engines/stopping.ts'
import { proof_job } from '../../db/hospital/office/auditing/proofs.ts'
import { claim as claimJobs } from '../../db/hospital/office/jobs/work.ts'
import { sql } from '../../db/store/sql.ts'
import { type Entry, setTimetable } from '../../db/appliance/timetable/entries.ts'
import { prepare, start } from '../../db/appliance/timetable/schedules.ts'
import { schedule_runs, schedules } from '../../db/appliance/timetable/tables.ts'
import { configurationAt, houseAt } from '../support/programs/backed-house.ts'
import { boot } from '../support/boot.ts'
import { folder } from '../support/folder.ts'

t.setTimeout(600_000)

/** So long the doctor gives a check that has no end (OPS-163). */
const check_patience_ms = 5000
const quiet = { info: () => undefined, error: () => undefined }
const at = { name: 'proof', place: '' }

/** A read that has no end of its own. */
const endless = (): Promise<unknown> =>
  row(sql`with recursive numbers (n) as (select 1 union all select 1 + 0 * n from numbers)
    select count(*) as n from numbers`)

/** A proof that reads for ever, the first time; and a way to hear that it has begun. */
function proofs(reading: () => Promise<unknown>) {
  const began: (() => void)[] = []
  const ran: string[] = []
  const entry: Entry = {
    ...at,
    label: 'The proof',
    area: 'test',
    cron: '0 6 * * *',
    scope: 'deployment',
    runs_on: 'leader',
    catch_up: 'once',
    pausable: true,
    weight: 'light',
    deadline_s: 3600,
    ends_at_once: true,
    run: async ({ due_at }) => {
      ran.push(due_at)
      if (ran.length > 1) return began.shift()?.()
      await row(sql`select 1 as yes`)
      setImmediate(() => began.shift()?.())
      await reading()
    },
  }
  const next = (): Promise<void> => new Promise((resolve) => began.push(resolve))
  return { entry, ran, next }
}

t.test('a proof and a stop', async (t) => {
  const { people, system } = await boot(t)
  t.afterEach(() => clock.release())
  const due_at = '2026-01-05T06:00:00.000Z'
  const freshly = async (entry: Entry): Promise<void> => {
    clock.freeze('2026-01-05T05:59:50Z')
    await within(async () => {
      await schedule_runs.removeAnywhere({})
      await schedules.removeAnywhere({})
    })
    setTimetable([entry])
    await prepare('UTC')
    clock.freeze('2026-01-05T06:00:20Z')
  }
  const runs = async () =>
    (await schedule_runs.all({ schedule: 'proof' }, { order: ['turn'] })).map(
      ({ turn, due_at, outcome, message }) => ({ turn, due_at, outcome, message }),
    )

  for (const [where, reading] of [
    ['a read', endless],
    ['a snapshot', () => snapshot(endless)],
  ] as const) {
    t.test(`ends in the middle of ${where}, and runs again at the next start`, async (t) => {
      const { entry, ran, next } = proofs(reading)
      await freshly(entry)
      const faults: unknown[] = []
      const log = { ...quiet, error: (facts: object) => void faults.push(facts) }
      const begun = next()
      const about = { entries: [entry], log, ask_ms: 20, time_zone: 'UTC' }
      const ticker = await startTicker({ ...about, daemon: 'one' })
      await begun
      await ticker.stop()
      const lost = { turn: 1, due_at, outcome: 'LOST', message: 'Its daemon was stopped.' }
      t.same(await runs(), [lost])
      t.same(faults, [], 'it is no fault')
      t.match(await schedules.find(at), {
        run_id: null,
        deaths: 0,
        failures: 0,
        retry_due_at: due_at,
      })

      const again = next()
      const other = await startTicker({ ...about, daemon: 'two' })
      await again
      await other.stop()
      t.same(ran, [due_at, due_at])
      t.same(await runs(), [lost, { turn: 2, due_at, outcome: 'DONE', message: null }])
      t.same(await rows(sql`select 1 as yes`), [{ yes: 1 }], 'and whoever reads next is answered')
    })
  }

  t.test('a person’s run goes back into the queue', async (t) => {
    const { entry, ran, next } = proofs(endless)
    await freshly(entry)
    const by = await people.with('system_administrator')
    const { job_id } = await within(() => start({ ...system, name: by.user.full_name }, 'proof'))
    const work = async (stop: AbortController): Promise<void> => {
      for (const claim of await claimJobs('one', 4)) await performJob(claim, stop.signal, quiet)
    }
    const stop = new AbortController()
    const begun = next()
    const worked = work(stop)
    await begun
    stop.abort(new Error('the daemon stops'))
    await worked
    t.match((await by.get(`/jobs/${job_id}`)).data, { status: 'QUEUED' })
    t.match(await runs(), [{ outcome: 'LOST' }])
    t.match(await schedules.find(at), { retry_at: null }, 'the timetable has nothing to do with it')
    await work(new AbortController())
    t.match((await by.get(`/jobs/${job_id}`)).data, { status: 'DONE' })
    t.equal(ran.length, 2)
  })

  t.test('what a proof only began has its own end', async (t) => {
    const stop = new AbortController()
    const reason = new Error('stopped')
    const steps: string[] = []
    await t.rejects(
      endingWith(stop.signal, async () => {
        stop.abort(reason)
        steps.push('begun')
        t.same(await outside(() => rows(sql`select 1 as yes`)), [{ yes: 1 }])
        await within(async () => {
          t.same(await rows(sql`select 1 as yes`), [{ yes: 1 }], 'its last step is taken whole')
        })
        steps.push('written')
        await rows(sql`select 1 as yes`)
      }),
      reason,
    )
    t.same(steps, ['begun', 'written'])
  })

  t.test('the proof of the audit log hears it as well', async (t) => {
    const stop = new AbortController()
    stop.abort(new Error('stopped'))
    const run = proof_job.run(system, {}, async () => undefined, { id: '', signal: stop.signal })
    await t.rejects(run, /^stopped$/)
  })
})

t.test('the proofs of the house', async (t) => {
  const { deployment, hospital_id, file } = await houseAt(configurationAt(join(folder(t), 'data')))
  t.teardown(() => deployment.close())
  await file('a note')
  const { name } = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  const repository = await repositoryOf(deployment, undefined, true)

  for (const proof of [
    'books-proof',
    'books-proof-whole',
    'wallet-proof',
    'usage-check',
    'database-quick',
    'database-lint',
    'doctor',
    'doctor-light',
    'backup-verify',
    'backup-drill',
  ]) {
    const entry = theTimetable().find((one) => one.name === proof)
    t.equal(entry?.ends_at_once, true, proof)
    const stop = new AbortController()
    stop.abort(new Error('stopped'))
    const turn = {
      caller: house_itself(hospital_id),
      due_at: clock.instant(),
      time_zone: 'UTC',
      signal: stop.signal,
    }
    await t.rejects(
      endingWith(stop.signal, async () => entry?.run(turn)),
      /^stopped$/,
      proof,
    )
  }

  await t.test('a backup whose proof is stopped is not called damaged', async (t) => {
    const masters = await unlockOrMake(repository, deployment.secrets, 'a test')
    for (const phase of ['reading back', 'files', 'database', 'proving tables']) {
      const stop = new AbortController()
      const more: string[] = []
      const onPart = (what: string): void => {
        if (stop.signal.aborted) more.push(what)
        if (what === phase) stop.abort(new Error(`stopped at ${phase}`))
      }
      await t.rejects(
        endingWith(stop.signal, () => verifyBackup(deployment, repository, name, masters, onPart)),
        { message: `stopped at ${phase}` },
      )
      t.same(more, [], `${phase}: not another step`)
      t.match(await listBackups(repository), [{ name, state: 'MADE' }])
      t.same(readdirSync(join(deployment.root.dir, 'tmp')), [], 'nothing is left behind')
    }
    t.equal((await verifyBackup(deployment, repository, name, masters)).length, 5)
  })

  await doctorStops(t, deployment)
})

async function doctorStops(
  t: Test,
  deployment: Awaited<ReturnType<typeof houseAt>>['deployment'],
): Promise<void> {
  const stop = new AbortController()
  const check: Check = {
    id: 'a.check',
    says: 'a check that has no end',
    category: 'database',
    light: false,
    run: () => {
      stop.abort(new Error('stopped'))
      return new Promise(() => undefined)
    },
  }
  const { configuration } = deployment
  const patient = { configuration, faults: [], env: {}, deployment, obstacle: null }
  const began = performance.now()
  await t.rejects(
    endingWith(stop.signal, () => examine(patient, { among: [check] })),
    /^stopped$/,
    'no finding is made of it',
  )
  t.ok(performance.now() - began < check_patience_ms, 'and nobody waits for the check')
}
