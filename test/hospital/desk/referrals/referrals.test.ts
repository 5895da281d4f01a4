// A referral from its draft to its answer, its letter, its lists, its patient merged.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { allergiesOf } from '../../../../db/hospital/neighbours/medicines.ts'
import { answering } from '../../../support/answers.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'
import { referring } from '../../../support/desk/referring.ts'

t.test('referrals', async (t) => {
  const { house, people, clerk, doctor, nurse, records, whole, drafted, sent } = await referring(t)
  const { nobody } = house

  t.test('out: written, changed, sent, accepted, departed, arrived, answered (3.5)', async (t) => {
    answering(
      t,
      allergiesOf,
      async (_caller, ids) =>
        new Map(ids.map((id) => [id, [{ substance: 'Penicillin', severity: 'SEVERE' }]])),
    )
    const visit = await visiting(clerk)
    const set = await nurse.post(`/visits/${visit.id}/vitals`, { systolic: 110, diastolic: 70 })
    const made = await doctor.post('/referrals', {
      ...whole,
      patient_id: visit.patient_id,
      visit_id: visit.id,
      vitals_id: set.data.id,
      urgency: 'URGENT',
      diagnosis: [{ code: 'K35', title: 'Acute appendicitis' }],
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      number: 'RF-2026-00001',
      direction: 'OUT',
      status: 'DRAFT',
      urgency: 'URGENT',
      letter_version: 0,
      referrer: { name: doctor.user.full_name },
      allergies: ['Penicillin (SEVERE)'],
      medicines: [],
      moves: ['send', 'cancel', 'void'],
    })
    const at = `/referrals/${made.data.id}`
    const changed = await doctor.with({ 'if-match': '1' }).patch(at, { treatment_given: 'Fluids' })
    t.match(changed.data, { treatment_given: 'Fluids', version: 2 }, changed.message)
    const stale = await doctor.with({ 'if-match': '1' }).patch(at, { treatment_given: 'x' })
    t.equal(stale.status, 409)
    const done = await doctor.post(`${at}/send`, { channel: 'PRINT' })
    t.match(
      done.data,
      {
        status: 'SENT',
        letter_version: 1,
        sent_at: clock.instant(),
        sent_by_channel: 'PRINT',
        feedback_due_on: '2026-04-14',
      },
      done.message,
    )
    const signed = await doctor.patch(at, { reason: 'another' })
    t.equal(signed.status, 409)
    t.equal(
      signed.message,
      `This referral was signed by ${doctor.user.full_name} at ${clock.instant()}. Amend it with a reason instead.`,
    )
    const accepted = await doctor.post(`${at}/accept`, { answered_by_name: 'Dr Komba' })
    t.match(accepted.data, { status: 'ACCEPTED', answered_by_name: 'Dr Komba' }, accepted.message)
    const gone = await doctor.post(`${at}/depart`, { transport: 'HOSPITAL_VEHICLE' })
    t.match(gone.data, { status: 'IN_TRANSIT', warnings: [], trip: null }, gone.message)
    t.match((await clerk.get(`/visits/${visit.id}`)).data, {
      status: 'CHECKED_OUT',
      outcome: 'REFERRED',
    })
    const there = await doctor.post(`${at}/arrive`)
    t.match(there.data, { status: 'ARRIVED', visit: null, emergency: null }, there.message)
    t.equal(
      (await doctor.post(`${at}/feedback`, { advice: 'rest' })).message,
      'diagnosis or treatment is required.',
    )
    const answered = await doctor.post(`${at}/feedback`, {
      diagnosis: 'Appendicitis',
      treatment: 'Operated',
      by_name: 'Dr Komba',
    })
    t.match(answered.data, { status: 'COMPLETED', feedback: { by_name: 'Dr Komba' }, moves: [] })
    t.equal(
      (await doctor.post(`${at}/cancel`, { reason: 'too late' })).message,
      'Referral RF-2026-00001 is COMPLETED. Nothing more can be done with it.',
    )
    const history = await doctor.get(`${at}/history`)
    t.same(
      history.data.map(({ move }: { move: string }) => move),
      ['feedback', 'arrive', 'depart', 'accept', 'send', 'change', 'create'],
    )
  })

  t.test('the letter is what was sent, whatever changes later (REF-3)', async (t) => {
    const referral = await sent({ investigations: 'Haemoglobin 9' })
    const letter = await doctor.get(`/referrals/${referral.id}/letter`, { language: 'en' })
    t.equal(letter.status, 200)
    t.equal(letter.headers['content-type'], 'application/pdf')
    t.equal(letter.raw.subarray(0, 5).toString(), '%PDF-')
    const amended = await doctor.post(`/referrals/${referral.id}/amend`, {
      investigations: 'Haemoglobin 6',
      reason: 'typed wrongly',
    })
    t.match(amended.data, { letter_version: 2, investigations: 'Haemoglobin 6' }, amended.message)
    t.equal(
      (await doctor.get(`/referrals/${referral.id}/letter`, { version: '7' })).message,
      'No such version of this letter.',
    )
    const draft = await drafted()
    t.equal((await doctor.get(`/referrals/${draft.id}/letter`)).status, 200, 'a draft prints too')
    if (needsPoppler.skip) return
    const asked = { version: '1', language: 'en' }
    const first = await doctor.get(`/referrals/${referral.id}/letter`, asked)
    const text = textOf(new Uint8Array(first.raw))
    t.match(text, /Haemoglobin 9/)
    t.notMatch(text, /Haemoglobin 6/)
    t.match(text, new RegExp(referral.number))
    const [code = ''] = /(?<=look up )[0-9A-Z]{12}/.exec(text) ?? []
    t.match(text, new RegExp(`/verify/${code}`), 'its QR leads to the page')
    t.match((await nobody.get(`/billing/verify/${code}`)).data, {
      genuine: true,
      kind: 'Referral letter',
      number: referral.number,
      status: 'VALID',
    })
    t.match(text, /Allergies\s+Not recorded/, 'nobody asked, and the letter says so')
    t.match(text, /\d+ years/)
    const other = await doctor.get(`/referrals/${referral.id}/letter`, { language: 'sw' })
    t.match(textOf(new Uint8Array(other.raw)), /[Mm]iaka \d+/, 'the age in the letter’s language')
    await doctor.post(`/referrals/${referral.id}/cancel`, { reason: 'Well again' })
    t.match((await nobody.get(`/billing/verify/${code}`)).data, { status: 'CANCELLED' })
  })

  t.test('entered in error: voided, and out of every list (FRO-4)', async (t) => {
    const draft = await drafted()
    const done = await doctor.post(`/referrals/${draft.id}/void`, { reason: 'other patient' })
    t.equal(done.data.status, 'VOIDED', done.message)
    const list = await doctor.get('/referrals', { patient_id: draft.patient.id })
    t.same(list.data, [])
    t.equal((await doctor.get(`/referrals/${draft.id}`)).status, 200)
  })

  t.test('a check-out as REFERRED needs a referral that was sent (VIS-14)', async (t) => {
    const visit = await visiting(clerk)
    const early = await clerk.post(`/visits/${visit.id}/check-out`, { outcome: 'REFERRED' })
    t.equal(early.message, 'No referral was sent for this visit: send it first.')
    const made = await doctor.post('/referrals', {
      ...whole,
      patient_id: visit.patient_id,
      visit_id: visit.id,
    })
    await doctor.post(`/referrals/${made.data.id}/send`, { channel: 'PRINT' })
    const out = await clerk.post(`/visits/${visit.id}/check-out`, { outcome: 'REFERRED' })
    t.equal(out.status, 200, out.message)
  })

  t.test('a merge takes referrals along and its undo brings them back (PAT-19)', async (t) => {
    const referral = await sent()
    const kept = await somebody(clerk)
    const merger = await people.with('records', 'manager')
    const merged = await merger.post(`/patients/${kept.id}/merge`, {
      duplicate_id: referral.patient.id,
      reason: 'the same person',
      overrides: [{ gate: 'PAT_MERGE_MISMATCH', reason_code: 'FOUND_CORRECT' }],
    })
    t.equal(merged.status, 200, merged.message)
    const of = async (patient_id: string) =>
      (await doctor.get('/referrals', { patient_id })).meta?.total
    t.equal(await of(kept.id), 1)
    await records.post(`/patient-merges/${merged.data.id}/undo`, { reason: 'not the same' })
    t.equal(await of(kept.id), 0)
    t.equal(await of(referral.patient.id), 1)
  })
})
