// What a bill is lowered by when it is issued (BIL-38): certificates first, then the rules that are
// switched on; of each what is highest for the line. Income stays, its reduction stands beside it.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { clock } from '../../../../core/clock.ts'
import { sql } from '../../../../store/sql.ts'
import { reverse } from '../../accounting/posting/reverse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { vulnerabilityOf } from '../../../desk/patients/groups/vulnerability.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { live } from '../amounts.ts'
import { exemptionRules } from './exemption-rules.ts'
import { exemptions } from './exemption-tables.ts'
import { usedMore } from './exemption-used.ts'
import { nameOf } from '../history.ts'
import { categoryOf } from '../bills/income.ts'
import type { Row as Item } from '../charges/items.ts'
import { payments } from '../payments/tables.ts'
import { billRecord, type Row as Bill } from '../bills/rows.ts'
import { type Allotted, unsettle } from '../payments/settle.ts'
import { waiverRecord } from './waiver-rows.ts'
import { waivers } from './waiver-tables.ts'
import type { ExemptionRule, WaiverCategory } from './waiver-words.ts'
import { granted, written } from './waivers.ts'

/** A certificate or a rule that fits this patient today. */
interface Reason {
  exemption_id: string | null
  category: WaiverCategory
  pct_bp: number
  categories: readonly string[] | null
  said: string
}

export interface Exempted extends Reason {
  allotted: Allotted
}

/** Before the books are locked: which lines fall, by how much and by what. */
export async function exemptionsFor(
  caller: Caller,
  bill: Bill,
  items: readonly Item[],
): Promise<Exempted[]> {
  const mine = bill.payer_kind !== 'CLIENT' && (bill.kind === 'VISIT' || bill.kind === 'MANUAL')
  if (!mine || bill.patient_id === null) return []
  const owed = items.filter((item) => live(item) && item.balance > 0)
  if (owed.length === 0) return []
  const certificates = await certificatesOf(caller, bill.patient_id, bill.visit_id)
  const rules = await rulesOf(caller, bill.patient_id)
  const found = new Map<string, Exempted>()
  for (const item of owed) {
    const reason = best(certificates, item) ?? best(rules, item)
    if (reason === undefined) continue
    const amount = portion(item.balance, reason.pct_bp, 10_000)
    if (amount === 0) continue
    const known = found.get(reason.said) ?? { ...reason, allotted: [] }
    known.allotted.push({ item, amount })
    found.set(reason.said, known)
  }
  return [...found.values()]
}

const best = (reasons: readonly Reason[], item: Item): Reason | undefined =>
  reasons
    .filter(({ categories }) => categories?.includes(categoryOf(item)) ?? true)
    .toSorted((a, b) => b.pct_bp - a.pct_bp)[0]

async function certificatesOf(
  caller: Caller,
  patient_id: string,
  visit_id: string | null,
): Promise<Reason[]> {
  const day = await today(caller)
  const found = await exemptions.read(
    sql`select ${exemptions.selection('e')} from exemptions e
      where e.hospital_id = ${caller.hospital_id} and e.patient_id = ${patient_id}
        and e.status = 'APPROVED' and e.valid_from <= ${day}
        and (e.valid_to is null or e.valid_to >= ${day})
        and (e.visit_id is null or e.visit_id = ${visit_id}) order by e.id limit 100`,
  )
  return found.map(({ id, number, category, pct_bp, categories }) => ({
    exemption_id: id,
    category,
    pct_bp,
    categories,
    said: `Exemption ${number}`,
  }))
}

async function rulesOf(caller: Caller, patient_id: string): Promise<Reason[]> {
  const active = (await exemptionRules(caller)).filter((rule) => rule.active)
  if (active.length === 0) return []
  const { sex } = await patientRecord.get(caller, patient_id)
  const on = await today(caller)
  const { groups, pregnant, age } = await vulnerabilityOf(caller, { patient_id, on })
  const tags = new Set<string>(groups.map(({ group }) => group))
  const fits = ({ condition }: ExemptionRule): boolean =>
    (condition.age_from ?? 0) <= age &&
    (condition.age_to ?? age) >= age &&
    (condition.sex ?? sex) === sex &&
    (condition.pregnant ?? pregnant) === pregnant &&
    (condition.tag === undefined || condition.tag === null || tags.has(condition.tag))
  return active.filter(fits).map(({ category, pct, tariff_categories }) => ({
    exemption_id: null,
    category,
    pct_bp: Math.round(pct * 100),
    categories: tariff_categories,
    said: `Exemption rule ${category}`,
  }))
}

/** P-14 for each: a waiver of kind EXEMPTION, approved by the certificate. */
export async function giveExemptions(
  caller: Caller,
  issued: Bill,
  given: readonly Exempted[],
): Promise<Bill> {
  for (const { allotted, category, exemption_id, said } of given) {
    const bill = await billRecord.locked(caller, issued.id)
    const amount = allotted.reduce((sum, one) => sum + one.amount, 0)
    const waiver = await written(caller, bill, {
      bill_id: bill.id,
      item_ids: allotted.map(({ item }) => item.id),
      amount,
      category,
      reason: said,
      kind: 'EXEMPTION',
      exemption_id,
    })
    await granted(caller, waiver, bill, { amount, note: null, allotted, by: said })
    await usedMore(caller, exemption_id, amount)
  }
  return given.length === 0 ? issued : billRecord.locked(caller, issued.id)
}

/** A bill that is cancelled takes them with it (3.1). */
export async function takeBackExemptions(
  caller: Caller,
  bill: Bill,
  reason: string,
): Promise<Bill> {
  const { hospital_id } = caller
  const given = await waivers.all({
    hospital_id,
    bill_id: bill.id,
    kind: 'EXEMPTION',
    status: 'APPROVED',
  })
  let now = bill
  for (const waiver of given) {
    const payment_id = waiver.payment_id ?? ''
    now = await unsettle(caller, now, { id: payment_id }, reason, 'waived')
    await reverse(caller, 'PAYMENT', payment_id, reason)
    await payments.change(
      { hospital_id, id: payment_id },
      {
        status: 'REVERSED',
        reversed_at: clock.instant(),
        reversed_by_name: nameOf(caller),
        reverse_reason: reason,
      },
    )
    await waiverRecord.moved(caller, waiver, 'reverse', {}, reason)
    await usedMore(caller, waiver.exemption_id, -waiver.amount)
  }
  return now
}
