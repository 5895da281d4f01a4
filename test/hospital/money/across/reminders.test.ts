// Patients who owe are written to (BIL-137): how much and how to pay, never for what.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { patient_messages } from '../../../../db/hospital/desk/patient-messages/tables.ts'
import { boot } from '../../../support/boot.ts'
import { money } from '../../../support/money/money.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('reminders of debts (BIL-137)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const { issued } = await money(house)
  const desk = await house.people.with('billing')
  const { hospital_id } = house.system
  const owes = async (codes?: string[]) => {
    const made = await issued(codes)
    return { id: made.visit.patient.id as string, bill: made.bill }
  }
  const remind = (patient_ids: string[], more: object = {}) =>
    desk.post('/billing/debtors/remind', { patient_ids, ...more })
  const written = (patient_id: string) => patient_messages.all({ hospital_id, patient_id })

  const one = await owes()
  const first = await remind([one.id, one.id])
  t.match(first, { status: 200, data: { sent: 1, skipped: [] } })
  const [text] = await written(one.id)
  t.equal(text?.template_code, 'BILL_REMINDER')
  t.match(text?.text, one.bill.number)
  t.match(text?.text, /TZS \d+,000/)
  t.notMatch(text?.text, /FBC|blood|consult/i, 'nothing of the service')

  t.same(
    (await remind([one.id])).data,
    { sent: 0, skipped: [{ patient_id: one.id, why: 'REMINDED_LATELY' }] },
    'at most one in seven days',
  )
  const manager = await house.people.with('manager')
  const listed = await manager.get('/billing/debtors')
  t.ok(
    listed.data.find((row: { patient: { id: string } }) => row.patient.id === one.id).last_reminder,
  )
  clock.freeze('2026-04-07T06:00:01.000Z')
  const again = await house.people.with('billing')
  t.match(
    (await again.post('/billing/debtors/remind', { patient_ids: [one.id] })).data,
    { sent: 1 },
    'and one after them',
  )

  const disputed = await owes(['FBC'])
  const held = await again.post(`/billing/bills/${disputed.bill.id}/hold`, { reason: 'Not theirs' })
  t.equal(held.status, 200, held.message)
  const nobody = await house.people.with('reception')
  t.equal((await nobody.post('/billing/debtors/remind', { patient_ids: [one.id] })).status, 403)
  const paid = await owes(['FBC'])
  const cashier = await house.people.with('cashier')
  await cashier.post(`/billing/bills/${paid.bill.id}/payments`, {
    amount: paid.bill.balance,
    method: 'Card',
    reference: 'R-1',
  })
  t.same(
    (
      await again.post('/billing/debtors/remind', { patient_ids: [disputed.id, paid.id] })
    ).data.skipped.toSorted((a: { why: string }, b: { why: string }) => (a.why < b.why ? -1 : 1)),
    [
      { patient_id: disputed.id, why: 'IN_DISPUTE' },
      { patient_id: paid.id, why: 'NOT_OWING' },
    ],
  )
  const unknown = '019f0000-0000-7000-8000-000000000000'
  t.match(await again.post('/billing/debtors/remind', { patient_ids: [unknown] }), {
    status: 404,
    message: 'No such patient.',
  })
})
