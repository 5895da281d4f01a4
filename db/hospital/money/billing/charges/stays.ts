// What care asks of a stay (BIL-7, BIL-10, BIL-67, BIL-169): its bills at the end of it, what stands
// against letting the patient go, and what was paid ahead. Money is in minor units.

import type { Caller } from '../../../../core/caller.ts'
import { row, rows } from '../../../../store/connection.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { purseOf } from '../../accounting/purse.ts'
import { ofStay, owedOn } from './clearance-facts.ts'
import { deposits } from '../deposits/tables.ts'
import type { DepositRow } from '../deposits/deposits.ts'
import { closeDrafts } from '../bills/issue.ts'
import type { DischargeClearance } from './rule-shapes.ts'

/** After the last day in bed: as at the end of a visit (BIL-7). */
export const admissionClosed = (
  caller: Caller,
  admission_id: string,
): Promise<{ issued: string[]; left_open: string[] }> =>
  closeDrafts(caller, ofStay(caller.hospital_id, admission_id))

/** Of who died: what hangs on no visit and no stay, once the body leaves (MOR-7). */
export const accountClosed = (
  caller: Caller,
  patient_id: string,
): Promise<{ issued: string[]; left_open: string[] }> =>
  closeDrafts(
    caller,
    sql`b.hospital_id = ${caller.hospital_id} and b.patient_id = ${patient_id}
      and b.visit_id is null and b.admission_id is null`,
  )

export async function depositsOf(
  { hospital_id }: Caller,
  { patient_id, admission_id }: { patient_id: string; admission_id?: string | null },
): Promise<{ remaining: number; rows: DepositRow[] }> {
  const found = await deposits.all(
    { hospital_id, patient_id, ...(admission_id ? { admission_id } : {}) },
    { order: ['business_date', 'id'], limit: 1000 },
  )
  return { remaining: found.reduce((sum, one) => sum + one.remaining, 0), rows: found }
}

export interface Discharge {
  cleared: boolean
  balance: number
  deposits: number
  unpriced: string[]
  pending_items: string[]
  open_refunds: number
  message: string | null
}

export async function dischargeClearance(caller: Caller, admission_id: string): Promise<Discharge> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const lines = await openLines(hospital_id, admission_id)
  const balance = await owedOn(hospital_id, admission_id)
  const patient_id = await patientOf(hospital_id, admission_id)
  const held = patient_id === null ? 0 : (await depositsOf(caller, { patient_id })).remaining
  const unpriced = lines.filter(({ priced }) => Number(priced) === 0).map(named)
  const pending = lines.filter(({ service_status }) => service_status === 'PENDING').map(named)
  const open_refunds = patient_id === null ? 0 : await refundsOf(hospital_id, patient_id)
  const short = Math.max(0, balance - held)
  const words = [
    ...(unpriced.length > 0 ? [`No price yet: ${unpriced.join(', ')}.`] : []),
    ...(short > 0 ? [`${purse.said(short)} is still to be paid.`] : []),
  ]
  return {
    cleared: words.length === 0,
    balance,
    deposits: held,
    unpriced,
    pending_items: pending,
    open_refunds,
    message: words.length === 0 ? null : words.join(' ').slice(0, 600),
  }
}

interface Line {
  description: string
  priced: unknown
  service_status: string
}
const named = ({ description }: Line): string => description

const openLines = (hospital_id: string, admission_id: string): Promise<Line[]> =>
  rows<Line>(
    sql`select i.description, case when i.unit_price is null then 0 else 1 end as priced,
        i.service_status
      from bill_items i join bills b on b.id = i.bill_id
      where ${ofStay(hospital_id, admission_id)} and b.status in ('DRAFT', 'ISSUED', 'PART_PAID', 'SETTLED')
        and (i.unit_price is null or i.service_status = 'PENDING')
        and i.service_status not in ('CANCELLED', 'RETURNED')
      order by i.created_at, i.id limit 500`,
  )

async function refundsOf(hospital_id: string, patient_id: string): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from refunds where hospital_id = ${hospital_id}
      and patient_id = ${patient_id} and status in ('REQUESTED', 'APPROVED')`,
  )
  return Number(found?.n ?? 0)
}

/** By whatever names the stay here: its visit, its bills, its advances. */
async function patientOf(hospital_id: string, admission_id: string): Promise<string | null> {
  const found = await row<{ patient_id: string | null }>(
    sql`select patient_id from visits
        where hospital_id = ${hospital_id} and admission_id = ${admission_id}
      union select patient_id from bills
        where hospital_id = ${hospital_id} and admission_id = ${admission_id}
      union select patient_id from deposits
        where hospital_id = ${hospital_id} and admission_id = ${admission_id} limit 1`,
  )
  return found?.patient_id ?? null
}

/** `GET /admissions/:id/clearance`: a stay that nothing here names is not known. */
export async function shownDischarge(caller: Caller, id: string): Promise<DischargeClearance> {
  if ((await patientOf(caller.hospital_id, id)) === null) throw noSuch('admission')
  const purse = await purseOf(caller)
  const found = await dischargeClearance(caller, id)
  return { ...found, balance: purse.major(found.balance), deposits: purse.major(found.deposits) }
}
