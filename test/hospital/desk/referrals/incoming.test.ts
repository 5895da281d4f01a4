// Referrals to us (REF-6).

import t from 'tap'
import { somebody } from '../../../support/desk/visits.ts'
import { referring } from '../../../support/desk/referring.ts'

t.test('a referral to us', async (t) => {
  const { clerk, doctor } = await referring(t)

  t.test('who comes of their own accord is a visit, and no referral (REF-10)', async (t) => {
    const { id } = await somebody(clerk)
    const reason = 'Came without a letter'
    const made = await clerk.post('/visits', { patient_id: id, kind: 'OUTPATIENT', reason })
    t.equal(made.status, 201, made.message)
    t.match(made.data, { reason, referral_id: null })
    t.equal((await doctor.get('/referrals', { patient_id: id })).meta?.total, 0)
  })

  t.test('in: received, accepted, arrived with a visit, answered (REF-6)', async (t) => {
    const patient = await somebody(clerk)
    const body = {
      direction: 'IN',
      patient_id: patient.id,
      facility: 'Korogwe Dispensary',
      reason: 'Anaemia',
      external_reference: 'KD-7',
    }
    const made = await doctor.post('/referrals', body)
    t.match(made.data, { status: 'RECEIVED', direction: 'IN' }, made.message)
    const twice = await doctor.post('/referrals', { ...body, facility: 'KOROGWE dispensary' })
    t.equal(twice.status, 409)
    t.equal(
      twice.message,
      `Referral ${made.data.number} of KOROGWE dispensary has the number KD-7 already.`,
    )
    const at = `/referrals/${made.data.id}`
    t.equal((await doctor.post(`${at}/send`, { channel: 'PRINT' })).status, 409)
    t.equal(
      (await doctor.post(`${at}/accept`)).message,
      'receiving_clinician or appointment_at is required.',
    )
    const yes = await doctor.post(`${at}/accept`, { receiving_clinician: 'Dr Neema' })
    t.match(yes.data, { status: 'ACCEPTED', receiving_clinician: 'Dr Neema' }, yes.message)
    const here = await doctor.post(`${at}/arrive`)
    t.match(here.data, { status: 'ARRIVED', visit: { token: /^A-/ } }, here.message)
    t.match((await clerk.get(`/visits/${here.data.visit.id}`)).data, {
      referral_id: made.data.id,
      reason: 'Anaemia',
    })
    const back = await doctor.post(`${at}/feedback`, { diagnosis: 'Iron deficiency' })
    t.match(back.data, { status: 'COMPLETED', feedback: { by_name: doctor.user.full_name } })
  })
})
