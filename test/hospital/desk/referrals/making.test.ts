// Who may be referred where (REF-1, REF-2), and what is refused at once.

import t from 'tap'
import { newId } from '../../../../db/core/ids.ts'
import { rowCounts } from '../../../support/counts.ts'
import { lookalikes, somebody } from '../../../support/desk/visits.ts'
import { referring } from '../../../support/desk/referring.ts'

t.test('making a referral', async (t) => {
  const { clerk, doctor, records, whole, drafted } = await referring(t)

  t.test('one live referral out per facility and visit (REF-2)', async (t) => {
    const first = await drafted()
    const elsewhere = await doctor.post('/referrals', {
      ...whole,
      patient_id: first.patient.id,
      facility: 'Muhimbili',
    })
    t.equal(elsewhere.status, 201, elsewhere.message)
    const visit = await clerk.post('/visits', { patient_id: first.patient.id })
    const of_visit = await doctor.post('/referrals', {
      ...whole,
      patient_id: first.patient.id,
      visit_id: visit.data.id,
    })
    t.equal(of_visit.status, 201, of_visit.message)
    const moved = await doctor.patch(`/referrals/${elsewhere.data.id}`, {
      facility: 'bombo regional hospital',
    })
    t.equal(moved.status, 409, 'a change to the same facility is refused as well')
    const second = await doctor.post('/referrals', {
      ...whole,
      patient_id: first.patient.id,
      facility: 'BOMBO regional hospital',
    })
    t.equal(second.status, 409)
    t.equal(
      second.message,
      `${first.patient.full_name} already has referral ${first.number} to Bombo Regional Hospital (DRAFT).`,
    )
    await doctor.post(`/referrals/${first.id}/cancel`, { reason: 'elsewhere' })
    const third = await doctor.post('/referrals', { ...whole, patient_id: first.patient.id })
    t.equal(third.status, 201, third.message)
  })

  t.test('two records with the same referral do not become one (REF-2)', async (t) => {
    const made = lookalikes(clerk)
    const [kept, gone] = [await made(), await made()]
    const refer = async (patient_id: string) =>
      (await doctor.post('/referrals', { ...whole, patient_id })).data
    const [first, second] = [await refer(kept.id), await refer(gone.id)]
    const merging = { duplicate_id: gone.id, reason: 'registered twice' }
    const refused = await records.post(`/patients/${kept.id}/merge`, merging)
    t.equal(refused.status, 409)
    t.equal(
      refused.message,
      `${second.number} and ${first.number} are both to Bombo Regional Hospital: cancel one of them first.`,
    )
    await doctor.post(`/referrals/${second.id}/cancel`, { reason: 'written twice' })
    const done = await records.post(`/patients/${kept.id}/merge`, merging)
    t.equal(done.status, 200, done.message)
  })

  t.test('the directory gives the facility its name; our own is refused (REF-1)', async (t) => {
    const made = await records.post('/referral-facilities', {
      name: 'Muhimbili National Hospital',
      code: 'mnh',
      level: 'NATIONAL',
      phone: '0712 000 111',
      services: ['Surgery'],
    })
    t.match(made.data, { code: 'MNH', phone: '+255712000111', active: true }, made.message)
    for (const facility of ['muhimbili national hospital', 'MNH', made.data.id]) {
      const referral = await drafted({ facility })
      t.match(referral, {
        facility: 'Muhimbili National Hospital',
        referral_facility_id: made.data.id,
      })
    }
    const patient = await somebody(clerk)
    const own = await doctor.post('/referrals', {
      ...whole,
      patient_id: patient.id,
      facility: 'main',
    })
    t.equal(own.status, 409)
    t.equal(own.message, 'Main is this facility: refer to another one.')
    const unknown = await doctor.post('/referrals', {
      ...whole,
      patient_id: patient.id,
      facility: newId(),
    })
    t.equal(unknown.message, 'No such facility.')
    const again = await records.post('/referral-facilities', {
      name: 'MUHIMBILI national hospital',
    })
    t.equal(again.status, 409)
    t.match((await doctor.get('/referral-facilities', { search: 'muhim' })).data, [{ code: 'MNH' }])
    const off = await records.patch(`/referral-facilities/${made.data.id}`, { active: false })
    t.equal(off.data.active, false, off.message)
  })

  const bad: [Record<string, unknown>, number, string][] = [
    [{ facility: undefined }, 400, 'facility is required.'],
    [{ facility: '' }, 400, 'facility is required.'],
    [{ reason: undefined }, 400, 'reason is required.'],
    [{ reason: '' }, 400, 'reason is required.'],
    [{ urgency: 'SOON' }, 400, 'urgency must be one of ROUTINE, URGENT, EMERGENCY.'],
    [{ direction: 'AWAY' }, 400, 'direction must be one of OUT, IN.'],
    [{ patient_id: newId() }, 404, 'No such patient.'],
    [{ visit_id: newId() }, 404, 'No such visit.'],
    [{ vitals_id: newId() }, 404, 'No such set of vitals.'],
    [{ attachment_ids: ['x'] }, 404, 'No such attachment.'],
    [{ direction: 'IN', department: 'Nowhere' }, 400, 'department "Nowhere" is not known.'],
  ]
  for (const [more, status, message] of bad) {
    t.test(`is refused and leaves nothing: ${message}`, async (t) => {
      const patient = await somebody(clerk)
      const before = await rowCounts()
      const answer = await doctor.post('/referrals', { patient_id: patient.id, ...whole, ...more })
      t.equal(answer.message, message)
      t.equal(answer.status, status)
      t.same(await rowCounts(), before)
    })
  }
})
