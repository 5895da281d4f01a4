// Signing, sending, departing, declining (3.5; REF-3, REF-4).

import t from 'tap'
import { row } from '../../../../db/store/connection.ts'
import { requestTrip } from '../../../../db/hospital/neighbours/ambulance.ts'
import { mayPractise, staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { statementsOf } from '../../../support/statements.ts'
import { referring } from '../../../support/desk/referring.ts'

t.test('sending a referral', async (t) => {
  const { house, people, doctor, records, drafted, sent } = await referring(t)

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
})
