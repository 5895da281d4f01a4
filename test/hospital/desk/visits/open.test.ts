import t from 'tap'
import { clock, days, hours } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

t.test('opening a visit', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')

  t.test('sends the patient to the first step of the way, with a token', async (t) => {
    const patient = await somebody(clerk)
    const opened = await clerk.post('/visits', { patient_id: patient.id, reason: 'Homa' })
    t.equal(opened.status, 201, opened.message)
    t.match(opened.data, {
      number: 'VS-2026-000001',
      patient_id: patient.id,
      kind: 'OUTPATIENT',
      visit_class: 'OUTPATIENT',
      status: 'WAITING',
      stage: 'TRIAGE',
      state: 'TRIAGE:WAITING',
      token: 'A-001',
      attendance: 'NEW',
      priority: 5,
      payer: { kind: 'SELF' },
      reason: 'Homa',
      payment_ok: true,
      ticket: { token: 'A-001', service_point: { code: 'TRI' }, position: 1 },
      warnings: [],
      charges: [],
    })
    const shown = await clerk.get(`/visits/${opened.data.id}`)
    t.match(shown.data, { queue_entries: [{ status: 'WAITING', token: 'A-001' }] })
    t.match((await clerk.get(`/patients/${patient.id}`)).data, {
      open_visit: { number: 'VS-2026-000001', service_point: 'Triage' },
      last_visit_at: '2026-03-31T06:00:00.000Z',
    })
    const listed = await clerk.get('/visits')
    t.match(listed.data, [{ id: opened.data.id }])
  })

  t.test('one open visit each (VIS-2)', async (t) => {
    const visit = await visiting(clerk)
    const again = await clerk.post('/visits', { patient_id: visit.patient_id })
    t.equal(again.status, 409)
    t.equal(
      again.message,
      `${visit.patient.full_name} already has visit ${visit.number} open (waiting at Triage since 09:00). Continue that visit or close it first.`,
    )
  })

  t.test('the second of a year is a reattendance (VIS-7)', async (t) => {
    const visit = await visiting(clerk)
    const closed = await clerk.post(`/visits/${visit.id}/check-out`)
    t.equal(closed.status, 200, closed.message)
    clock.advance(hours(30))
    const next_day = await people.with('reception')
    const second = await next_day.post('/visits', { patient_id: visit.patient_id })
    t.equal(second.data.attendance, 'REATTENDANCE')
    // Two wait since yesterday, with.
    t.equal(second.data.token, 'A-003', 'tokens begin anew each day, above those worn (QUE-2)')
    await next_day.post(`/visits/${second.data.id}/check-out`)
    clock.advance(days(365))
    const next_year = await people.with('reception')
    const third = await next_year.post('/visits', { patient_id: visit.patient_id })
    t.equal(third.data.attendance, 'NEW')
  })
})
