import t from 'tap'
import { clock, days } from '../../../db/clock.ts'
import { row, run, within } from '../../../db/connection.ts'
import { requestTrip } from '../../../db/hospital/neighbours/ambulance.ts'
import { allergiesOf } from '../../../db/hospital/neighbours/medicines.ts'
import { mayPractise, staffOf } from '../../../db/hospital/neighbours/people.ts'
import { markDeceased } from '../../../db/hospital/patients/deaths.ts'
import { expireOld, tellLateFeedback } from '../../../db/hospital/referrals/clockwork.ts'
import { newId } from '../../../db/ids.ts'
import { sql } from '../../../db/sql.ts'
import { answering } from '../../support/answers.ts'
import { boot } from '../../support/boot.ts'
import { rowCounts } from '../../support/counts.ts'
import { statementsOf } from '../../support/statements.ts'
import { needsPoppler, textOf } from '../../support/pdf.ts'
import { somebody, visiting } from '../../support/visits.ts'

t.test('referrals', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const doctor = await people.with('clinician')
  const nurse = await people.with('nurse')
  const records = await people.with('records')

  const whole = {
    facility: 'Bombo Regional Hospital',
    reason: 'Acute abdomen, no surgeon tonight',
    clinical_summary: 'Two days of pain in a rigid abdomen, fever.',
    department: 'Surgery',
  }
  const drafted = async (more: Record<string, unknown> = {}) => {
    const patient = await somebody(clerk)
    const made = await doctor.post('/referrals', { patient_id: patient.id, ...whole, ...more })
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  const sent = async (more: Record<string, unknown> = {}) => {
    const draft = await drafted(more)
    const done = await doctor.post(`/referrals/${draft.id}/send`, { channel: 'PRINT' })
    if (done.status !== 200) throw new Error(done.message)
    return done.data
  }

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
    const first = await doctor.get(`/referrals/${referral.id}/letter`, { version: '1' })
    const text = textOf(new Uint8Array(first.raw))
    t.match(text, /Haemoglobin 9/)
    t.notMatch(text, /Haemoglobin 6/)
    t.match(text, new RegExp(referral.number))
  })

  t.test('one live referral out per patient (REF-2)', async (t) => {
    const first = await drafted()
    const second = await doctor.post('/referrals', {
      ...whole,
      patient_id: first.patient.id,
      facility: 'Muhimbili',
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

  t.test('sending needs a summary, a department and a signer (3.5, REF-1, HR-14)', async (t) => {
    const short = await drafted({ clinical_summary: 'Pain.' })
    const none = await doctor.post(`/referrals/${short.id}/send`, { channel: 'PRINT' })
    t.equal(none.status, 409)
    t.equal(none.message, 'Write a clinical summary of at least 20 characters before sending.')
    const nowhere = await drafted({ department: undefined })
    const asked = await doctor.post(`/referrals/${nowhere.id}/send`, { channel: 'PRINT' })
    t.equal(asked.message, 'Say which department or specialty is asked.')
    const urgent = await drafted({ department: undefined, urgency: 'EMERGENCY' })
    const at = `/referrals/${urgent.id}/send`
    const unreached = await doctor.post(at, { channel: 'SMS' })
    t.equal(
      unreached.message,
      'Bombo Regional Hospital has no telephone number in the directory. Print the letter instead.',
    )
    answering(t, staffOf, async () => ({
      staff_id: house.facility_id,
      name: 'Dr Neema',
      cadre: 'Medical doctor',
      grade: null,
      national_id: null,
    }))
    answering(t, mayPractise, async () => ({
      answer: 'BLOCK' as const,
      message: 'Your practising licence expired on 2026-01-31.',
    }))
    const lapsed = await doctor.post(at, { channel: 'PRINT' })
    t.equal(lapsed.status, 409)
    t.equal(lapsed.message, 'Your practising licence expired on 2026-01-31.')
    answering(t, mayPractise, async () => ({ answer: 'OK' as const, message: null }))
    const done = await doctor.post(at, { channel: 'PRINT' })
    t.match(done.data.referrer, { name: 'Dr Neema', cadre: 'Medical doctor' }, done.message)
  })

  t.test('a message to the other house names no patient', async (t) => {
    await records.post('/referral-facilities', { name: 'Bugando', phone: '0713 000 222' })
    const draft = await drafted({ facility: 'Bugando' })
    const done = await doctor.post(`/referrals/${draft.id}/send`, { channel: 'SMS' })
    t.equal(done.status, 200, done.message)
    const letter = await row<Record<string, unknown>>(
      sql`select * from outbox_messages where event = 'referral.sent' order by created_at desc limit 1`,
    )
    t.ok(letter, 'a row waits in the outbox')
    t.notMatch(JSON.stringify(letter), new RegExp(draft.patient.full_name))
  })

  t.test('departing without acceptance is a gate (REF-4)', async (t) => {
    const routine = await sent()
    const refused = await doctor.post(`/referrals/${routine.id}/depart`)
    t.equal(refused.status, 409)
    t.equal(
      refused.message,
      `Not accepted yet: Bombo Regional Hospital has not accepted ${routine.number}. Call there, or send the letter again. Medical officer in charge may let this through with a reason.`,
    )
    const chief = await people.with('medical_in_charge')
    const let_through = await chief.post(`/referrals/${routine.id}/depart`, {
      overrides: [{ gate: 'REF_NO_ACCEPTANCE', reason_code: 'CLINICAL_NEED' }],
    })
    t.equal(let_through.data.status, 'IN_TRANSIT', let_through.message)
    const urgent = await sent({ urgency: 'URGENT' })
    const warned = await doctor.post(`/referrals/${urgent.id}/depart`)
    t.match(warned.data.warnings, [{ gate: 'REF_NO_ACCEPTANCE', level: 'WARN' }], warned.message)
    const emergency = await sent({ urgency: 'EMERGENCY' })
    const gone = await doctor.post(`/referrals/${emergency.id}/depart`)
    t.same(gone.data.warnings, [], gone.message)
  })

  t.test('an ambulance is asked for; without the module it goes otherwise (REF-4)', async (t) => {
    const first = await sent({ urgency: 'EMERGENCY', transport: 'AMBULANCE' })
    const without = await doctor.post(`/referrals/${first.id}/depart`)
    t.match(without.data, { transport: 'OTHER', trip: null, warnings: [{ level: 'WARN' }] })
    answering(t, requestTrip, async () => ({ request_id: house.facility_id, number: 'AR-1' }))
    const second = await sent({ urgency: 'EMERGENCY', transport: 'AMBULANCE' })
    const ridden = await doctor.post(`/referrals/${second.id}/depart`)
    t.match(ridden.data, { transport: 'AMBULANCE', trip: { number: 'AR-1' } }, ridden.message)
  })

  t.test('declined, and sent again elsewhere with a new letter (3.5)', async (t) => {
    const referral = await sent()
    const at = `/referrals/${referral.id}`
    const no = await doctor.post(`${at}/decline`, { reason: 'no bed', answered_by_name: 'Dr X' })
    t.match(no.data, { status: 'DECLINED', decline_reason: 'no bed' }, no.message)
    const again = await doctor.post(`${at}/resend`, {
      facility: 'KCMC',
      channel: 'PRINT',
      reason: 'no bed at Bombo',
    })
    t.match(
      again.data,
      { status: 'SENT', facility: 'KCMC', letter_version: 2, decline_reason: null },
      again.message,
    )
  })

  t.test('a draft cannot be accepted', async (t) => {
    const draft = await drafted()
    const refused = await doctor.post(`/referrals/${draft.id}/accept`)
    t.equal(refused.status, 409)
    t.equal(refused.message, `Referral ${draft.number} is DRAFT. It can: send, cancel, void.`)
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

  t.test('lists are narrowed, and need a fixed number of statements', async (t) => {
    const all = await doctor.get('/referrals', { per_page: '200' })
    t.ok((all.meta?.total ?? 0) > 10)
    const incoming = await doctor.get('/referrals', { direction: 'IN' })
    t.ok(incoming.data.every((one: { direction: string }) => one.direction === 'IN'))
    const [first] = all.data
    const found = await doctor.get('/referrals', { search: first.number })
    t.match(found.data, [{ id: first.id }])
    t.equal(
      (await doctor.get('/referrals', { from: '2026-04-02', to: '2026-04-01' })).message,
      'from is after to.',
    )
    const few = await statementsOf(() => doctor.get('/referrals', { per_page: '2' }))
    const many = await statementsOf(() => doctor.get('/referrals', { per_page: '50' }))
    t.equal(many.length, few.length)
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

  t.test('who dies on the way arrives nowhere; others stay as they are (REF-9)', async (t) => {
    const gone = await sent({ urgency: 'EMERGENCY' })
    const left = await doctor.post(`/referrals/${gone.id}/depart`, { transport: 'OWN' })
    t.equal(left.data.status, 'IN_TRANSIT', left.message)
    const waiting = await sent()
    const die = (patient_id: string) =>
      within(() =>
        markDeceased(house.system, {
          patient_id,
          died_at: clock.instant(),
          place: 'IN_TRANSIT',
          confirmed_by: 'The driver called',
        }),
      )
    await die(gone.patient.id)
    await die(waiting.patient.id)
    t.match((await doctor.get(`/referrals/${gone.id}`)).data, {
      status: 'CANCELLED',
      cancel_reason: 'DIED',
    })
    const [last] = (await doctor.get(`/referrals/${gone.id}/history`)).data
    t.match(last, { move: 'cancel', from_state: 'IN_TRANSIT', to_state: 'CANCELLED' })
    t.equal((await doctor.get(`/referrals/${waiting.id}`)).data.status, 'SENT')
    t.equal((await doctor.post(`/referrals/${gone.id}/arrive`)).status, 409)
  })

  t.test('nobody departed in 90 days; feedback that is late (3.5, REF-7)', async (t) => {
    const referral = await sent()
    await within(() =>
      run(
        sql`update referrals set sent_at = ${new Date(clock.ms() - days(91)).toISOString()}, feedback_due_on = '2026-03-01' where id = ${referral.id}`,
      ),
    )
    t.match((await doctor.get('/referrals', { feedback_late: 'true' })).data, [
      { id: referral.id, feedback_late: true },
    ])
    t.equal(await within(() => tellLateFeedback(house.system)), 1)
    t.match((await doctor.get('/notifications')).data, [{ kind: 'referral.feedback_late' }])
    t.equal(await within(() => expireOld(house.system)), 1)
    t.equal((await doctor.get(`/referrals/${referral.id}`)).data.status, 'EXPIRED')
    t.equal(await within(() => expireOld(house.system)), 0)
  })
})
