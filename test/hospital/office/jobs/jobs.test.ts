import t from 'tap'
import { type JobRunner, runJobs } from '../../../../daemon/work/jobs.ts'
import { type Caller } from '../../../../db/core/caller.ts'
import { clock, hours, minutes, seconds } from '../../../../db/core/clock.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { enqueue } from '../../../../db/hospital/office/jobs/jobs.ts'
import { jobs } from '../../../../db/hospital/office/jobs/tables.ts'
import * as work from '../../../../db/hospital/office/jobs/work.ts'
import { bring, type JobKind } from '../../../../db/hospital/registry.ts'
import { conflict } from '../../../../db/core/refusal.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { quiet, workOnce } from '../../../support/jobs.ts'
import type { Person } from '../../../support/people.ts'

t.test('jobs', async (t) => {
  const { people, system, hospital, nobody, facility_id } = await boot(t)
  const moved: string[] = []
  let behave: JobKind['run'] = async () => ({ ok: true })
  const count: JobKind = {
    kind: 'count',
    label: 'Counting',
    run: (...given) => behave(...given),
    moved: async (_, __, { status }) => void moved.push(status),
  }
  const alone: JobKind = {
    kind: 'alone',
    label: 'One at a time',
    at_once: { per: 'hospital', most: 1 },
    run: async () => null,
  }
  const few: JobKind = { ...alone, kind: 'few', at_once: { per: 'user', most: 3 } }
  bring([...brings, { area: 'test', jobs: [count, alone, few] }])
  const officer = await people.with('system_administrator')
  const auditor = await people.with('auditor')
  const cashier = await people.with('cashier')

  const as = (person: Person): Caller => ({
    ...system,
    kind: 'USER',
    user_id: person.user.id,
    name: person.user.full_name,
    facility_id,
  })
  const wanted = (person: Person, kind = 'count', input: unknown = {}): Promise<{ id: string }> =>
    enqueue(as(person), { kind, input })
  const row = (id: string) => jobs.find({ hospital_id: hospital.id, id })
  t.beforeEach(() => clock.freeze('2026-03-01T08:00:00Z'))
  t.afterEach(async () => {
    behave = async () => ({ ok: true })
    moved.length = 0
    await within(() => jobs.removeAnywhere({}))
  })

  t.test('a job is asked for, seen, done, and seen with its result', async (t) => {
    behave = async (caller, input, progress) => {
      await progress(40)
      t.equal(caller.name, cashier.user.full_name)
      t.ok(caller.permissions.has('self:use'))
      t.notOk(caller.permissions.has('job:manage'), 'it acts with what its owner holds')
      return { got: input }
    }
    const { id } = await wanted(cashier, 'count', { n: 3 })
    t.match((await cashier.get(`/jobs/${id}`)).data, {
      kind: 'count',
      label: 'Counting',
      status: 'QUEUED',
      attempts: 0,
      requested_by_name: cashier.user.full_name,
      moves: [],
      entity: null,
    })
    t.equal(await workOnce(), 1)
    const found = await cashier.get(`/jobs/${id}`)
    t.match(found.data, { status: 'DONE', pct: 100, result: { got: { n: 3 } }, attempts: 1 })
  })

  t.test('PLT-131: own jobs for everybody, all of them with job:read', async (t) => {
    const { id } = await wanted(officer)
    await wanted(cashier)
    t.equal((await cashier.get('/jobs')).meta?.total, 1)
    t.equal((await auditor.get('/jobs')).meta?.total, 2)
    t.equal((await auditor.get('/jobs', { kind: 'alone' })).meta?.total, 0)
    t.equal((await auditor.get('/jobs', { from: '2026-03-01', to: '2026-03-01' })).meta?.total, 2)
    t.equal((await auditor.get('/jobs', { to: '2026-02-28' })).meta?.total, 0)
    t.equal((await cashier.get(`/jobs/${id}`)).message, 'No such job.')
    t.equal((await auditor.get('/jobs', { status: 'LOST' })).status, 400)
    t.equal(
      (await auditor.get('/jobs', { from: '2026-03-02', to: '2026-03-01' })).message,
      'from is after to.',
    )
    t.equal((await nobody.get('/jobs')).status, 401)
    const refused = await auditor.post(`/jobs/${id}/cancel`)
    t.equal(refused.message, 'You do not have permission to do this. It needs job:manage.')
    t.equal((await officer.post('/jobs/not-an-id/retry')).status, 404)
  })

  t.test(
    '3.10: a fault is tried again after 1, 5 and 30 minutes, then it has failed',
    async (t) => {
      behave = async () => {
        throw new Error('the printer is on fire')
      }
      const { id } = await wanted(cashier)
      for (const wait of [1, 5, 30]) {
        t.equal(await workOnce(), 1)
        t.match(await row(id), { status: 'QUEUED', claim_id: null })
        clock.advance(minutes(wait) - seconds(1))
        t.equal(await workOnce(), 0, `not before ${wait} minutes`)
        clock.advance(seconds(1))
      }
      t.same(moved, [])
      await workOnce()
      const failed = await cashier.get(`/jobs/${id}`)
      t.match(failed.data, { status: 'FAILED', attempts: 4 })
      t.notMatch(failed.data.error, /printer/, 'what a fault says is for the log')
      t.same(moved, ['FAILED'])
      const again = await officer.post(`/jobs/${id}/retry`)
      t.match(again.data, { status: 'QUEUED', attempts: 0, moves: ['cancel'] })
      const twice = await officer.post(`/jobs/${id}/retry`)
      t.equal(twice.status, 409)
      t.equal(twice.message, 'Job Counting is QUEUED. It can: cancel.')
    },
  )

  t.test('a refusal is an answer and is not asked for again', async (t) => {
    behave = async () => {
      throw conflict('That is 1,000,001 rows; narrow the filters.')
    }
    const { id } = await wanted(cashier)
    await workOnce()
    t.match(await row(id), {
      status: 'FAILED',
      error: 'That is 1,000,001 rows; narrow the filters.',
    })
  })

  t.test('a cancelled job stops where it is and never becomes done', async (t) => {
    const { id } = await wanted(cashier)
    behave = async (_, __, progress) => {
      t.equal((await officer.post(`/jobs/${id}/cancel`)).data.status, 'CANCELLED')
      await progress(50)
      t.fail('progress goes on after the cancel')
      return null
    }
    await workOnce()
    t.match(await row(id), { status: 'CANCELLED', result: null })
    t.same(moved, ['CANCELLED'])
    const refused = await officer.post(`/jobs/${id}/cancel`)
    t.equal(refused.message, 'Job Counting is CANCELLED. Nothing more can be done with it.')
  })

  t.test('a job whose daemon gave no sign for 60 s is queued again', async (t) => {
    const { id } = await wanted(cashier)
    const [lost] = await work.claim('dead', 1)
    clock.advance(seconds(59))
    t.equal(await work.sweep(), 0)
    clock.advance(seconds(2))
    t.equal(await work.sweep(), 1)
    t.match(await row(id), { status: 'QUEUED', attempts: 0, deaths: 1 })
    const [taken] = await work.claim('alive', 1)
    t.equal(await work.finish(lost as work.Claim, {}), false, 'the dead one writes no more')
    t.same(await work.beat([lost?.claim_id ?? '', taken?.claim_id ?? '']), [lost?.claim_id])
    t.equal(await work.finish(taken as work.Claim, {}), true)
  })

  t.test('a job that kills its daemon three times has failed', async (t) => {
    const { id } = await wanted(cashier)
    for (let death = 0; death < 3; death++) {
      await work.claim('unlucky', 1)
      clock.advance(hours(1))
      await work.sweep()
    }
    t.match(await row(id), {
      status: 'FAILED',
      error: 'The server stopped three times while this ran.',
    })
  })

  t.test('one import per hospital, three exports per person, and others do not wait', async (t) => {
    for (let n = 0; n < 3; n++) await wanted(cashier, 'alone')
    for (let n = 0; n < 5; n++) await wanted(cashier, 'few')
    await wanted(officer, 'few')
    await wanted(officer)
    const kinds = (await work.claim('one', 50)).map(({ job }) => job.kind).sort()
    t.same(kinds, ['alone', 'count', 'few', 'few', 'few', 'few'])
    t.equal((await work.claim('two', 50)).length, 0)
  })

  t.test('an account that may no longer act is not acted for', async (t) => {
    const leaver = await people.with('cashier')
    const { id } = await wanted(leaver)
    const { users } = await import('../../../../db/hospital/office/access/tables.ts')
    await within(() =>
      users.change({ hospital_id: hospital.id, id: leaver.user.id }, { status: 'SUSPENDED' }),
    )
    await workOnce()
    t.match(await row(id), {
      status: 'FAILED',
      error: 'The account that asked for this may no longer act.',
    })
  })

  t.test(
    'the runner works by itself, at most four at once, and gives back what it stops',
    async (t) => {
      clock.release()
      let now = 0
      let most = 0
      behave = async (_, __, progress) => {
        most = Math.max(most, ++now)
        // Nobody goes on before four are there together, so that a fifth would be seen.
        while (most < 4) await new Promise((resolve) => setTimeout(resolve, 5))
        await progress(50)
        now--
        return null
      }
      const runner: JobRunner = runJobs({ daemon: 'one', log: quiet })
      await within(async () => {
        for (let n = 0; n < 12; n++) await wanted(cashier)
      })
      await runner.idle()
      t.equal(await jobs.count({ hospital_id: hospital.id, status: 'DONE' }), 12)
      t.equal(most, 4)
      behave = async (_, __, ___, { signal }) =>
        new Promise((_done, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
      const { id } = await wanted(cashier)
      const waiting = runner.idle()
      while ((await row(id))?.status !== 'RUNNING') await new Promise((r) => setImmediate(r))
      await runner.stop()
      await waiting
      t.match(await row(id), { status: 'QUEUED', attempts: 0 })
    },
  )

  t.test('done jobs are kept 30 days', async (t) => {
    await wanted(cashier)
    await workOnce()
    await wanted(cashier)
    t.equal(await work.eraseOld('2026-03-01T08:00:00.000Z'), 0)
    t.equal(await work.eraseOld('2026-03-01T08:00:00.001Z'), 1)
    t.equal(await jobs.count({ hospital_id: hospital.id }), 1)
  })
})
