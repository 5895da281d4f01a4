import t from 'tap'
import { clock, hours, minutes } from '../../../../db/core/clock.ts'
import { admissionOf } from '../../../../db/hospital/neighbours/care.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { pointIds, somebody } from '../../../support/desk/visits.ts'

t.test('an emergency is opened again (3.6)', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const doctor = await people.with('clinician')
  const points = await pointIds(clerk)
  const reason = 'came back with pain'

  const ended = async (more: Record<string, unknown> = {}) => {
    const patient = await somebody(clerk, { birth_date: '1980-01-01' })
    const made = await nurse.post('/emergencies', { patient_id: patient.id })
    const at = `/emergencies/${made.data.id}`
    await nurse.post(`${at}/triage`, { triage_category: 4 })
    const { bed_label, ...rest } = more
    if (bed_label !== undefined) await nurse.patch(at, { zone: 'MAJORS', bed_label })
    const done = await doctor.post(`${at}/dispose`, { disposition: 'DISCHARGED', ...rest })
    if (done.status !== 200) throw new Error(done.message)
    return done.data
  }

  t.test('the visit goes on at the emergency point; what ended it stays in history', async (t) => {
    const row = await ended()
    t.same(row.moves, ['reopen'])
    clock.advance(minutes(5))
    t.equal((await nurse.post(`/emergencies/${row.id}/reopen`, { reason })).status, 403)
    const none = await doctor.post(`/emergencies/${row.id}/reopen`, {})
    t.equal(none.message, 'reason is required.')
    const done = await doctor.post(`/emergencies/${row.id}/reopen`, { reason })
    t.equal(done.status, 200, done.message)
    t.match(done.data, {
      status: 'IN_TREATMENT',
      disposition: null,
      disposed_at: null,
      seen_at: clock.instant(),
    })
    t.match((await nurse.get(`/visits/${row.visit_id}`)).data, {
      status: 'WAITING',
      stage: 'EMERGENCY',
      visit_class: 'EMERGENCY',
      outcome: null,
    })
    const [last] = (await nurse.get(`/emergencies/${row.id}/history`)).data
    t.match(last, { move: 'reopen', from_state: 'DISPOSED', to_state: 'IN_TREATMENT', reason })
    const twice = await doctor.post(`/emergencies/${row.id}/reopen`, { reason })
    t.equal(twice.status, 409)
    const again = await doctor.post(`/emergencies/${row.id}/dispose`, { disposition: 'DISCHARGED' })
    t.equal(again.data.status, 'DISPOSED', again.message)
  })

  t.test('from the clinic back: the visit is an emergency again', async (t) => {
    const row = await ended({ disposition: 'TO_CLINIC', service_point_id: points['CON'] })
    const done = await doctor.post(`/emergencies/${row.id}/reopen`, { reason })
    t.equal(done.data.status, 'IN_TREATMENT', done.message)
    t.match((await nurse.get(`/visits/${row.visit_id}`)).data, {
      stage: 'EMERGENCY',
      visit_class: 'EMERGENCY',
    })
  })

  t.test('is refused and leaves nothing behind', async (t) => {
    const refused = async (id: string, message: string | RegExp) => {
      const before = await rowCounts()
      const answer = await doctor.post(`/emergencies/${id}/reopen`, { reason })
      t.equal(answer.status, 409, answer.message)
      t.match(answer.message, message)
      t.same(await rowCounts(), before)
    }
    const dead = await ended({ disposition: 'DIED', died_at: clock.instant() })
    await refused(dead.id, /is recorded as having died/)

    const first = await ended({ bed_label: '4' })
    const next = await nurse.post('/emergencies', { unknown_label: 'In the bed' })
    await nurse.patch(`/emergencies/${next.data.id}`, { zone: 'MAJORS', bed_label: '4' })
    await refused(first.id, `MAJORS bed 4 is taken by emergency ${next.data.number}.`)

    const came = await ended()
    const other = await nurse.post('/emergencies', { patient_id: came.patient.id })
    await refused(came.id, `already has emergency ${other.data.number} open.`)

    const inside = await ended()
    answering(t, admissionOf, async () => ({ admission_id: 'x', ward: 'Ward 3', bed: '12' }))
    await refused(inside.id, /is admitted in Ward 3, bed 12\./)
  })

  t.test('not after six hours', async (t) => {
    const row = await ended()
    clock.advance(hours(6) + minutes(1))
    const late = await people.with('clinician')
    const answer = await late.post(`/emergencies/${row.id}/reopen`, { reason })
    t.equal(answer.status, 409)
    t.equal(
      answer.message,
      `Emergency ${row.number} ended more than 6 hours ago: take in a new one.`,
    )
  })
})
