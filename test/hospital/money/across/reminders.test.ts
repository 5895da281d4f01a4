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
  const { issued, clerk, cashier } = await money(house)
  const desk = await house.people.with('billing')
  const { hospital_id } = house.system
  const owes = async (phone: string | null) => {
    const { visit, bill } = await issued(['FBC'])
    const id: string = visit.patient.id
    if (phone !== null) {
      const changed = await clerk.patch(`/patients/${id}`, { phone })
      if (changed.status !== 200) throw new Error(changed.message)
    }
    return { id, bill }
  }
  const remind = async (...patient_ids: string[]) =>
    (await desk.post('/billing/debtors/remind', { patient_ids })).data

  t.test('once, with amount and number and nothing of the service', async (t) => {
    const one = await owes('+255712000101')
    t.same(await remind(one.id, one.id), { sent: 1, skipped: [] })
    const [text] = await patient_messages.all({ hospital_id, patient_id: one.id })
    t.equal(text?.template_code, 'BILL_REMINDER')
    t.match(text?.text, /TZS 5,000/)
    t.ok(text?.text.includes(one.bill.number))
    t.notMatch(text?.text, /FBC|blood/i)
    const manager = await house.people.with('manager')
    const listed = await manager.get('/billing/debtors')
    const row = listed.data.find(
      ({ patient }: { patient: { id: string } }) => patient.id === one.id,
    )
    t.ok(row.last_reminder)
    t.same(
      await remind(one.id),
      { sent: 0, skipped: [{ patient_id: one.id, why: 'REMINDED_LATELY' }] },
      'at most one in seven days',
    )
    clock.freeze('2026-04-07T06:00:01.000Z')
    const later = await house.people.with('billing')
    const again = await later.post('/billing/debtors/remind', { patient_ids: [one.id] })
    t.match(again.data, { sent: 1 }, 'and one after them')
    clock.freeze('2026-03-31T06:00:00.000Z')
  })

  t.test('not of what is in dispute, paid, or without a telephone', async (t) => {
    const disputed = await owes('+255712000102')
    const held = await desk.post(`/billing/bills/${disputed.bill.id}/hold`, {
      reason: 'Not theirs',
    })
    t.equal(held.status, 200, held.message)
    const paid = await owes('+255712000103')
    const taken = await cashier.post(`/billing/bills/${paid.bill.id}/payments`, {
      amount: 5_000,
      method: 'Card',
      reference: 'R-1',
    })
    t.equal(taken.status, 201, taken.message)
    const silent = await owes(null)
    const { sent, skipped } = await remind(disputed.id, paid.id, silent.id)
    t.equal(sent, 0)
    t.same(
      new Map(
        skipped.map(({ patient_id, why }: { patient_id: string; why: string }) => [
          patient_id,
          why,
        ]),
      ),
      new Map([
        [disputed.id, 'IN_DISPUTE'],
        [paid.id, 'NOT_OWING'],
        [silent.id, 'NO_PHONE'],
      ]),
    )
    const unknown = { patient_ids: ['019f0000-0000-7000-8000-000000000000'] }
    t.match(await desk.post('/billing/debtors/remind', unknown), {
      status: 404,
      message: 'No such patient.',
    })
    const other = await house.people.with('reception')
    t.equal((await other.post('/billing/debtors/remind', unknown)).status, 403)
  })
})
