// What decides beside the line itself whether a service may go ahead (BIL-25, BIL-26, BIL-29): asked
// once for all lines of a visit, and only where anything waits for money at all.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { authorisedVisits } from '../../insurance/authorised.ts'
import { creditCheck } from '../../../neighbours/commercial.ts'
import { labourOf } from '../../../neighbours/maternity.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { policyOf } from '../../policy/policy.ts'
import type { VisitFacts } from '../../../desk/visits/for-areas.ts'
import { type FlowRow, flowRow } from './flow.ts'
import type { Row as Bill } from '../bills/rows.ts'

export interface ClearanceFacts {
  flow: FlowRow
  purse: Purse
  visit: VisitFacts | null
  /** Bills whose scheme asks for no authorisation, or has given one. */
  authorised: ReadonlySet<string>
  /** Clients who may owe. */
  credit: ReadonlySet<string>
  /** Stays whose advances, with what the house lends, reach for all that is unpaid on them. */
  advanced: ReadonlySet<string>
  /** Nobody waits for money: an emergency, a birth, a newborn (BIL-26). */
  pressing: boolean
}

export async function factsFor(
  caller: Caller,
  visit: VisitFacts | null,
  bills: readonly Bill[],
): Promise<ClearanceFacts> {
  const flow = await flowRow(caller)
  const asks = flow.payment_before_service
  return {
    flow,
    visit,
    purse: await purseOf(caller),
    authorised: await authorisedVisits(caller, bills),
    credit: asks ? await creditOf(caller, bills) : new Set(),
    advanced: asks ? await advancedOf(caller, visit, bills) : new Set(),
    pressing: asks && (await isPressing(caller, visit, bills)),
  }
}

async function creditOf(caller: Caller, bills: readonly Bill[]): Promise<ReadonlySet<string>> {
  const allowed = new Set<string>()
  const clients = new Set(bills.flatMap(({ client_id }) => client_id ?? []))
  for (const client_id of clients) {
    const { allowed: may } = await creditCheck(caller, { client_id, amount: 0 })
    if (may) allowed.add(client_id)
  }
  return allowed
}

/** A bill from before the patient was admitted belongs to the stay too. */
export const stayOf = (bill: Bill, visit: VisitFacts | null): string | null =>
  bill.admission_id ?? visit?.admission_id ?? null

/** BIL-29: what remains of the advances and the credit of the house cover what is unpaid on a stay. */
async function advancedOf(
  caller: Caller,
  visit: VisitFacts | null,
  bills: readonly Bill[],
): Promise<ReadonlySet<string>> {
  const stays = new Map(
    bills.flatMap((bill) => {
      const stay = stayOf(bill, visit)
      return stay === null || bill.patient_id === null ? [] : [[stay, bill.patient_id] as const]
    }),
  )
  const reached = new Set<string>()
  for (const [admission_id, patient_id] of stays) {
    const { inpatient_credit_limit } = await policyOf(caller)
    const held = await remainingOf(caller, patient_id)
    const due = await owedOn(caller.hospital_id, admission_id)
    if (held + (inpatient_credit_limit ?? 0) >= due) reached.add(admission_id)
  }
  return reached
}

/** The bills of a stay, under `b`: its own, and those of the visit from which it began. */
export const ofStay = (hospital_id: string, admission_id: string): Sql =>
  sql`b.hospital_id = ${hospital_id} and (b.admission_id = ${admission_id}
    or b.visit_id in (select v.id from visits v
      where v.hospital_id = ${hospital_id} and v.admission_id = ${admission_id}))`

/** What the patient owes himself; a client's account is another matter. */
export async function owedOn(hospital_id: string, admission_id: string): Promise<number> {
  const found = await row<{ due: number }>(
    sql`select cast(coalesce(sum(b.balance), 0) as bigint) as due from bills b
      where ${ofStay(hospital_id, admission_id)}
        and b.payer_kind <> 'CLIENT' and b.status in ('DRAFT', 'ISSUED', 'PART_PAID')`,
  )
  return Number(found?.due ?? 0)
}

export async function remainingOf({ hospital_id }: Caller, patient_id: string): Promise<number> {
  const found = await row<{ held: number }>(
    sql`select cast(coalesce(sum(remaining), 0) as bigint) as held from deposits
      where hospital_id = ${hospital_id} and patient_id = ${patient_id} and remaining > 0`,
  )
  return Number(found?.held ?? 0)
}

const newborn_days = 28

async function isPressing(
  caller: Caller,
  visit: VisitFacts | null,
  bills: readonly Bill[],
): Promise<boolean> {
  const category = visit?.triage_category ?? null
  if (category === 1 || category === 2 || visit?.visit_class === 'EMERGENCY') return true
  const patient_id = visit?.patient_id ?? bills[0]?.patient_id ?? null
  if (patient_id === null) return false
  const { birth_date } = await patientRecord.get(caller, patient_id)
  const lived = Date.parse(await today(caller)) - Date.parse(birth_date)
  if (lived < newborn_days * 86_400_000) return true
  const stays = bills.some((bill) => stayOf(bill, visit) !== null)
  return stays && (await labourOf(caller, patient_id)) !== null
}
