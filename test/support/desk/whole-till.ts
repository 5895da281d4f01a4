// Money of a patient: a bill with all that may hang on one, and what an insurer is told.

import { clock, nextDay } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { charge } from '../../../db/hospital/money/billing/charges/charge.ts'
import { serviceDone } from '../../../db/hospital/money/billing/charges/service-done.ts'
import { leakages } from '../../../db/hospital/money/billing/leakage/tables.ts'
import { newId } from '../../../db/core/ids.ts'
import type { Data } from '../ask.ts'
import type { House } from '../boot.ts'
import { boughtFor } from '../trade/bought-for.ts'
import { everything } from '../everything.ts'
import { done } from './ward.ts'
import type { Workshop } from './whole-patient.ts'

/** What the desk writes about money is for who handles it. */
const said = 'Said at the till'

export async function atTheTill(
  shop: Workshop,
  { id: patient_id }: Data,
  { visit, member }: { visit: Data; member: Data },
): Promise<Record<string, string>> {
  const { hands } = shop
  const claim = await claimOf(shop, patient_id, visit.id)
  const draft = await done(
    hands.post('/billing/bills', {
      patient_id,
      payer: 'Self Pay',
      notes: said,
      items: [
        { code: 'FBC', quantity: 1 },
        { code: 'XRAY', quantity: 1 },
      ],
    }),
  )
  const bill = await done(hands.post(`/billing/bills/${draft.id}/issue`))
  const paid = await done(
    hands.post(`/billing/bills/${bill.id}/payments`, { amount: 1_000, method: 'Cash' }),
  )
  const deposit = await done(
    hands.post('/billing/deposits', { patient_id, amount: 4_000, notes: said }),
  )
  const refund = await done(
    hands.post('/billing/refunds', {
      deposit_id: deposit.deposit.id,
      amount: 100,
      payee_name: 'Neema',
      reason: said,
    }),
  )
  const approved = await done(
    hands.post('/billing/refunds', {
      deposit_id: deposit.deposit.id,
      amount: 100,
      payee_name: 'Neema',
      reason: said,
    }),
  )
  const manager = await shop.house.people.holding(...everything)
  await done(manager.post(`/billing/refunds/${approved.id}/approve`, {}))
  const waiver = await done(
    hands.post('/billing/waivers', {
      bill_id: bill.id,
      amount: 100,
      category: 'INDIGENT',
      reason: said,
    }),
  )
  const let_off = await done(
    hands.post('/billing/bills', {
      patient_id,
      payer: 'Self Pay',
      items: [{ code: 'XRAY', quantity: 1 }],
    }),
  )
  const discount = await done(
    hands.post('/commercial/discounts', {
      target_type: 'BILL',
      target_id: let_off.id,
      amount: 100,
      reason: said,
    }),
  )
  const follow_up = await done(
    hands.post('/commercial/follow-ups', {
      subject: said,
      due_on: nextDay(clock.instant().slice(0, 10), 7),
      patient_id,
    }),
  )
  const traded = await boughtFor(hands, patient_id, said)
  const exemption = await done(
    hands.post('/billing/exemptions', {
      patient_id,
      category: 'INDIGENT',
      pct: 50,
      valid_from: '2026-03-01',
      evidence: said,
    }),
  )
  const credit = await done(
    hands.post('/billing/credit-notes', {
      bill_id: bill.id,
      reason: said,
      reason_code: 'DUPLICATE',
      lines: [{ item_id: bill.items[0].id }],
    }),
  )
  const sale = await done(
    hands.post('/billing/sales', {
      patient_id,
      method: 'Cash',
      lines: [{ code: 'FBC', quantity: 1 }],
    }),
  )
  const preauth = await done(
    hands.post('/billing/preauthorisations', {
      membership_id: member.id,
      items: [{ code: 'XRAY' }],
      diagnosis_codes: ['B54'],
      justification: said,
    }),
  )
  const authorisation = await done(
    hands.post('/billing/authorisations', {
      membership_id: member.id,
      visit_id: visit.id,
      visit_type: 1,
      number: `A-${patient_id.slice(-8)}`,
    }),
  )
  await done(
    hands.post('/billing/coverage/simulate', {
      patient_id,
      membership_id: member.id,
      save: true,
      items: [{ code: 'FBC', quantity: 1 }],
    }),
  )
  return {
    'billing/bills': bill.id,
    'billing/payments': paid.id,
    'billing/deposits': deposit.deposit.id,
    'billing/refunds': refund.id,
    '/billing/refunds/:id/voucher': approved.id,
    'billing/waivers': waiver.id,
    'billing/exemptions': exemption.id,
    'commercial/discounts': discount.id,
    'commercial/follow-ups': follow_up.id,
    ...traded,
    'billing/credit-notes': credit.id,
    'billing/sales': sale.bill.id,
    'billing/preauthorisations': preauth.id,
    'billing/authorisations': authorisation.id,
    'billing/claims': claim.id,
    'billing/leakage': await leakOf(shop.house, patient_id),
  }
}

/** As the night finds one. */
async function leakOf({ hospital, facility_id }: House, patient_id: string): Promise<string> {
  const act = { kind: 'DONE_NOT_CHARGED', source: 'procedure', source_id: newId() } as const
  const found = { found_on: '2026-03-09', code: 'FBC', value: 500, status: 'OPEN' } as const
  const about = { hospital_id: hospital.id, facility_id, patient_id }
  return (await within(() => leakages.insert({ ...about, ...act, ...found }))).id
}

/** Of an order, done and billed to the scheme. */
async function claimOf({ house, hands }: Workshop, patient_id: string, visit_id: string) {
  const source_id = newId()
  const about = { patient_id, visit_id, source: 'order', source_id }
  const line = await within(() => charge(house.system, { ...about, code: 'FBC', quantity: 1 }))
  await within(() => serviceDone(house.system, 'order', source_id, {}))
  await done(hands.post(`/billing/bills/${line.bill_id}/issue`))
  const [claim] = await done(hands.get('/billing/claims', { patient_id }))
  return claim
}
