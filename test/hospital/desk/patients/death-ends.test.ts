// What waits for somebody who has died waits no more (PAT-24): bookings, the waiting list, referrals, messages.

import t from 'tap'
import { diary } from '../../../support/desk/diary.ts'

t.test('PAT-24: a death ends what was to come', async (t) => {
  const { people, at, desk, patient, doctorWith, book } = await diary(t)
  const doctor = await doctorWith({ capacity: 1 })
  const [dying, waiting] = [await patient(), await patient()]
  const booked = await book(dying.id, '2026-03-12T06:00:00.000Z', { clinician_id: doctor.id })
  t.equal(booked.status, 201, booked.message)
  const wished = { department: 'OPD', clinician_id: doctor.id }
  const own = await desk.post('/appointment-waitlist', { patient_id: dying.id, ...wished })
  const other = await desk.post('/appointment-waitlist', { patient_id: waiting.id, ...wished })
  t.equal(own.status, 201, own.message)

  const clinician = await people.with('clinician')
  const referral = async (facility: string) =>
    (
      await clinician.post('/referrals', {
        patient_id: dying.id,
        facility,
        reason: 'Acute abdomen',
        clinical_summary: 'Two days of pain in a rigid abdomen, fever.',
        department: 'Surgery',
      })
    ).data
  const [draft, sent] = [await referral('Bombo Regional'), await referral('Muheza Designated')]
  await clinician.post(`/referrals/${sent.id}/send`, { channel: 'PRINT' })

  // Late in the evening: what is written now waits for the morning.
  await at('2026-03-10T19:00:00.000Z')
  const sender = await people.with('reception', 'records')
  const text = await sender.post(`/patients/${dying.id}/messages`, { text: 'Come on Thursday.' })
  t.equal(text.status, 201, text.message)
  const statusOf = async () => {
    const { data } = await sender.get(`/patients/${dying.id}/messages`)
    return data.find(({ id }: { id: string }) => id === text.data.id)
  }
  t.match(await statusOf(), { status: 'HELD' })

  const died = await (await people.with('doctor')).post(`/patients/${dying.id}/deceased`, {
    died_at: '2026-03-10T18:30:00.000Z',
    place: 'WARD',
  })
  t.match(died, { status: 200, data: { closed: { appointments: 1, referrals: 2 } } }, died.message)

  t.match((await desk.get(`/appointments/${booked.data.id}`)).data, {
    status: 'CANCELLED',
    cancel_reason: 'DECEASED',
  })
  const entries = (await desk.get('/appointment-waitlist', { per_page: '200' })).data
  const entry = (id: string) => entries.find((one: { id: string }) => one.id === id)
  t.match(entry(own.data.id), { status: 'CANCELLED' })
  t.match(entry(other.data.id), { status: 'OFFERED' }, 'the place goes to who waits for one')
  const reader = await people.with('clinician')
  for (const { id } of [draft, sent])
    t.match((await reader.get(`/referrals/${id}`)).data, { status: 'CANCELLED' })
  t.match(await statusOf(), { status: 'SUPPRESSED', suppressed_reason: 'DECEASED' })
})
