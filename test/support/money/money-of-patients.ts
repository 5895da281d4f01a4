// A house in which every record of money names a patient: bills, payments, deposits, refunds, credit
// notes, waivers, write-offs, exemptions, claims, approvals, overrides, a debt.

import type { Test } from 'tap'
import { clock } from '../../../db/core/clock.ts'
import type { House } from '../boot.ts'
import { atDrawer } from './drawers.ts'
import { remitting } from './remitting.ts'
import { somebody } from '../desk/visits.ts'

type Said = Readonly<Record<string, unknown>>

export async function moneyOfPatients(t: Pick<Test, 'equal'>, house: House) {
  const { people } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const { cast, sent, posted } = await remitting(t, house)
  const { officer, cashier, clerk } = cast
  const biller = await people.with('billing')
  const supervisor = await people.with('supervisor')
  const welfare = await people.with('welfare')
  const manager = await people.with('manager')
  await atDrawer(house, cashier, 20_000)
  const done = async (by: typeof officer, path: string, body: Said = {}) => {
    const answer = await by.post(path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.message}`)
    return answer.data
  }
  const { claim, scheme_id } = await sent()
  await posted(scheme_id, {
    amount: 20_000,
    lines: [{ claim_id: claim.id, line_id: claim.lines[1].id, paid: 20_000 }],
  })
  await cast.rule(scheme_id, { code: 'XRAY', preauth_required: true })
  const visit = await cast.visit(scheme_id)
  const { patient_id, membership_id } = visit
  const asked = await done(officer, '/billing/preauthorisations', {
    membership_id,
    items: [{ code: 'XRAY' }],
    diagnosis_codes: ['G44'],
  })
  await done(officer, `/billing/preauthorisations/${asked.id}/request`)
  await visit.charge('XRAY')
  const { id: payer_id } = await somebody(clerk)
  const issued = async () => {
    const made = await done(biller, '/billing/bills', {
      patient_id: payer_id,
      items: [{ code: 'FBC' }, { code: 'XRAY' }],
    })
    return done(cashier, `/billing/bills/${made.id}/issue`)
  }
  const bill = await issued()
  await done(cashier, `/billing/bills/${bill.id}/payments`, { amount: 30_000 })
  const note = await done(biller, '/billing/credit-notes', {
    bill_id: bill.id,
    reason: 'Too dear',
    reason_code: 'WRONG_PRICE',
    lines: [{ item_id: bill.items[1].id, amount: 5_000 }],
  })
  await done(supervisor, `/billing/credit-notes/${note.id}/issue`)
  const kept = await done(cashier, '/billing/deposits', {
    patient_id: payer_id,
    amount: 700,
    method: 'Cash',
  })
  await done(biller, '/billing/refunds', {
    deposit_id: kept.deposit.id,
    amount: 200,
    payee_name: 'Somebody',
    reason: 'Asked for it',
  })
  await done(cashier, '/billing/sales', {
    patient_id: payer_id,
    method: 'Cash',
    lines: [{ code: 'FBC', quantity: 1 }],
  })
  const exemption = await done(welfare, '/billing/exemptions', {
    patient_id,
    category: 'INDIGENT',
    pct: 50,
    valid_from: '2026-03-01',
    valid_to: '2026-12-31',
    evidence: 'Letter of the village',
  })
  await done(manager, `/billing/exemptions/${exemption.id}/approve`)
  // Three, so that one stays asked for and the others can be decided.
  for (const amount of [1_000, 2_000, 3_000]) {
    const owed = await issued()
    await done(welfare, '/billing/waivers', {
      bill_id: owed.id,
      category: 'INDIGENT',
      amount,
      reason: 'Cannot pay',
    })
  }
  for (const reason of ['Never seen again', 'Moved away', 'Left the country']) {
    const lost = await issued()
    const body = { reason_code: 'ABSCONDED', reason }
    await done(biller, `/billing/bills/${lost.id}/write-off`, body)
  }
  return { cast, patient_ids: [claim.patient_id, patient_id, payer_id] as string[] }
}
