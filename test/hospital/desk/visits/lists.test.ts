// The queue as a list, what a visit remembers, and what a branch starts with (VIS-18, VIS-22, QUE-3,
// QUE-8, QUE-16).

import t from 'tap'
import { clock, days, minutes } from '../../../../db/core/clock.ts'
import { forgetCallersNow } from '../../../../db/hospital/office/access/callers.ts'
import { user_facilities } from '../../../../db/hospital/office/access/tables.ts'
import { setVisitClass } from '../../../../db/hospital/desk/visits/for-areas.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { pointIds, visiting } from '../../../support/desk/visits.ts'

t.test('lists of visits', async (t) => {
  const { people, system, hospital } = await boot(t)
  const morning = '2026-03-31T06:00:00.000Z'
  clock.freeze(morning)
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const points = await pointIds(clerk)
  const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
  const list = async (query: Record<string, string> = {}) => {
    const answer = await clerk.get('/visits', { per_page: '200', ...query })
    t.equal(answer.status, 200, answer.message)
    return answer.data
  }

  await t.test(
    'asked for nothing: who is here, the urgent first, then who came first',
    async (t) => {
      const plain = await visiting(clerk, {}, { birth_date: '1990-01-01' })
      clock.advance(minutes(1))
      const later = await visiting(clerk, {}, { birth_date: '1990-01-01' })
      clock.advance(minutes(1))
      const old = await visiting(clerk, {}, { birth_date: '1950-01-01' })
      const urgent = await visiting(clerk, {}, { birth_date: '1990-01-01' })
      await nurse.post(`/visits/${urgent.id}/priority`, { priority: 2, reason: 'bleeding' })
      const gone = await visiting(clerk)
      await nurse.post(`/visits/${gone.id}/check-out`)
      const cancelled = await visiting(clerk)
      await clerk.post(`/visits/${cancelled.id}/cancel`, { reason: 'mistake' })
      const admitted = await visiting(clerk)
      await within(() => setVisitClass(system, { visit_id: admitted.id, visit_class: 'INPATIENT' }))
      t.same(ids(await list()), ids([urgent, old, plain, later]), 'VIS-18')
      t.same(ids(await list({ status: 'WAITING' })), ids([urgent, old, plain, later]), 'a part too')
      t.same(ids(await list({ status: 'ADMITTED' })), [admitted.id])
      t.same(
        new Set(ids(await list({ status: 'CHECKED_OUT,CANCELLED' }))),
        new Set(ids([gone, cancelled])),
      )
      const today = { from: '2026-03-31', to: '2026-03-31' }
      t.equal((await list(today)).length, 7, 'days bring the closed ones too')
      t.same(ids(await list({ ...today, status: 'CHECKED_OUT' })), [gone.id])
      t.same(await list({ from: '2026-03-01', to: '2026-03-30' }), [])
      const newest = ids(await list(today))
      t.ok(newest.indexOf(admitted.id) < newest.indexOf(plain.id), 'newest first')
    },
  )

  await t.test('nobody waits at two points: the second place ends the first (QUE-3)', async (t) => {
    const visit = await visiting(clerk)
    for (const to of ['LAB', 'IMG', 'PHA']) {
      await nurse.post(`/visits/${visit.id}/advance`, { to: points[to] })
    }
    const { data } = await clerk.get(`/visits/${visit.id}`)
    const open = data.queue_entries.filter(({ status }: { status: string }) => status === 'WAITING')
    t.match(open, [{ service_point_id: points['PHA'] }])
    t.equal(data.queue_entries.length, 4)
    for (const code of ['TRI', 'LAB', 'IMG']) {
      const queue = (await nurse.get(`/service-points/${points[code]}/queue`)).data
      t.notOk(
        queue.some((one: { visit_id: string }) => one.visit_id === visit.id),
        code,
      )
    }
  })

  await t.test('minutes waited and served stand with each stop (VIS-22)', async (t) => {
    const visit = await visiting(clerk, { service_point_id: points['PRO'] })
    clock.advance(minutes(7))
    await nurse.post(`/visits/${visit.id}/advance`)
    clock.advance(minutes(4))
    await nurse.post(`/visits/${visit.id}/advance`, { to: 'PHA' })
    const [first, second] = (await clerk.get(`/visits/${visit.id}`)).data.queue_entries
    t.match(first, { waiting_minutes: 7, service_minutes: 4, next_entry_id: second.id })
    t.match(second, { from_entry_id: first.id, status: 'WAITING', service_minutes: null })
  })

  await t.test(
    'a wait is told from five services on, by those of the last twenty (QUE-8)',
    async (t) => {
      clock.freeze(new Date(Date.parse(morning) + days(1)).toISOString())
      const by = await people.with('nurse', 'reception', 'manager')
      const made = await by.post('/service-points', {
        code: 'PACE',
        name: 'Pace',
        kind: 'OTHER',
        token_prefix: 'P',
        counters: ['1', '2'],
      })
      const at = `/service-points/${made.data.id}`
      const serve = async (service: number): Promise<void> => {
        await visiting(by, { service_point_id: made.data.id })
        const { data } = await by.post(`${at}/call-next`, { counter: '1' })
        await by.post(`/queue-entries/${data.id}/serve`)
        clock.advance(service)
        await by.post(`/queue-entries/${data.id}/finish`, { to: 'PHA' })
      }
      const waits = async (): Promise<(number | null)[]> =>
        (await by.get(`${at}/queue`)).data.map(
          (one: { estimated_wait_minutes: number | null }) => one.estimated_wait_minutes,
        )
      for (let n = 0; n < 4; n += 1) await serve(minutes(1))
      const three = []
      for (let n = 0; n < 3; n += 1) {
        three.push(await visiting(by, { service_point_id: made.data.id }))
      }
      t.same(await waits(), [null, null, null], 'four samples are too few')
      for (const { id } of three) await by.post(`/visits/${id}/check-out`)
      await serve(minutes(6))
      for (let n = 0; n < 3; n += 1) await visiting(by, { service_point_id: made.data.id })
      // (4 × 1 + 6) / 5 is two minutes a place, at one counter in use.
      t.same(await waits(), [2, 4, 6])
    },
  )

  await t.test(
    'a new branch starts with its points, open, one counter each (QUE-16)',
    async (t) => {
      clock.freeze(morning)
      const admin = await people.administrator()
      const keeper = await people.with('nurse')
      const branch = await admin.post('/facilities', { code: 'EAST', name: 'East', kind: 'CLINIC' })
      t.equal(branch.status, 201, branch.message)
      await within(() =>
        user_facilities.insert({
          hospital_id: hospital.id,
          user_id: keeper.user.id,
          facility_id: branch.data.id,
        }),
      )
      forgetCallersNow()
      const maternity = await admin.get(`/facilities/${branch.data.id}/modules/maternity`)
      t.equal(maternity.status, 200, maternity.message)
      const { data } = await keeper
        .with({ 'x-facility-id': branch.data.id })
        .get('/service-points', { per_page: '200' })
      const expected = {
        REG: 'REGISTRATION',
        CASH: 'CASHIER',
        TRI: 'TRIAGE',
        CON: 'CONSULTATION',
        EMR: 'EMERGENCY',
        LAB: 'LABORATORY',
        IMG: 'IMAGING',
        PRO: 'PROCEDURE',
        PHA: 'PHARMACY',
        CLN: 'CLINIC',
        DEN: 'DENTAL',
        EYE: 'EYE',
        PHY: 'PHYSIOTHERAPY',
        ...(maternity.data.enabled ? { MCH: 'MATERNITY' } : {}),
      }
      t.same(
        Object.fromEntries(data.map((one: { code: string; kind: string }) => [one.code, one.kind])),
        expected,
      )
      for (const one of data) t.match(one, { status: 'OPEN', counters: ['1'] }, one.code)
    },
  )
})
