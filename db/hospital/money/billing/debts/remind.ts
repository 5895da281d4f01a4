// Reminding patients of what they owe (BIL-137): how much, on which bill and how to pay, never for what.

import type { Caller } from '../../../../core/caller.ts'
import { days, instantIn } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { lastSent, messagePatient } from '../../../desk/patient-messages/message.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { record } from '../../../office/audit/record.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { actingBranch } from '../../accounting/posting/post.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { policyOf } from '../../policy/policy.ts'
import { payTo } from '../papers/invoice-facts.ts'
import type { DebtorsReminded, not_reminded, RemindDebtors } from './debtor-shapes.ts'

export const reminder = 'BILL_REMINDER'
const again_after = days(7)

type Why = (typeof not_reminded)[number]
interface Owes {
  patient_id: string
  number: string
  balance: number
  held: boolean
}

export async function remind(
  caller: Caller,
  { patient_ids, channel }: RemindDebtors,
): Promise<DebtorsReminded> {
  const ids = [...new Set(patient_ids)].toSorted()
  const owed = Map.groupBy(await owing(caller, ids), ({ patient_id }) => patient_id)
  const ways = await waysToPay(caller)
  const skipped: DebtorsReminded['skipped'] = []
  for (const patient_id of ids) {
    const patient = await patientRecord.locked(caller, patient_id)
    const why = await one(caller, patient_id, owed.get(patient_id) ?? [], {
      ...ways,
      channel: channel ?? undefined,
    })
    if (why !== null) skipped.push({ patient_id, why })
    record(caller, 'debtor.remind', {
      entity_type: 'patient',
      entity_id: patient_id,
      entity_label: patient.number,
      patient_id,
      reason: why,
    })
  }
  return { sent: ids.length - skipped.length, skipped }
}

interface Ways {
  pay: string
  purse: Purse
  channel: 'SMS' | 'WHATSAPP' | 'EMAIL' | undefined
}

/** Null when it goes; each patient's record is locked, so that two who remind write once. */
async function one(
  caller: Caller,
  patient_id: string,
  bills: readonly Owes[],
  { pay, purse, channel }: Ways,
): Promise<Why | null> {
  const due = bills.filter(({ held }) => !held)
  const why = await whyNot(caller, patient_id, bills, due)
  if (why !== null) return why
  const sum = due.reduce((total, { balance }) => total + balance, 0)
  const sent = await messagePatient(caller, {
    patient_id,
    template: reminder,
    data: { amount: `${purse.currency.code} ${purse.said(sum)}`, number: calledBills(due), pay },
    channel,
  })
  return sent.status === 'SUPPRESSED' ? (sent.suppressed ?? 'SWITCHED_OFF') : null
}

async function whyNot(
  caller: Caller,
  patient_id: string,
  bills: readonly Owes[],
  due: readonly Owes[],
): Promise<Why | null> {
  const { walk_in_patient_id } = await policyOf(caller)
  if (patient_id === walk_in_patient_id) return 'WALK_IN'
  if (bills.length === 0) return 'NOT_OWING'
  if (due.length === 0) return 'IN_DISPUTE'
  const last = (await lastSent(caller, reminder, [patient_id])).get(patient_id)
  return last !== undefined && last > instantIn(-again_after) ? 'REMINDED_LATELY' : null
}

const named_most = 2

function calledBills(due: readonly Owes[]): string {
  const named = due.slice(0, named_most).map(({ number }) => number)
  const more = due.length - named.length
  return `${named.join(', ')}${more > 0 ? ` +${more}` : ''}`
}

/** Where money can be sent to; nothing, where the hospital shows no account: the sentence falls away. */
async function waysToPay(caller: Caller): Promise<Pick<Ways, 'pay' | 'purse'>> {
  const [first] = await payTo(caller, await actingBranch(caller))
  const words = first === undefined ? [] : [first.institution ?? first.name, first.number]
  return {
    pay: words.filter((word) => word !== null).join(' '),
    purse: await purseOf(caller),
  }
}

async function owing(caller: Caller, ids: readonly string[]): Promise<Owes[]> {
  const scope = await scopeOf(caller, undefined)
  const found = await rows<Owes>(
    sql`select b.patient_id, b.number, b.balance, b.held from bills b
      where b.hospital_id = ${caller.hospital_id} and b.patient_id${oneOf(ids)}
        and b.balance > 0 and b.status in ('ISSUED', 'PART_PAID') and b.payer_kind <> 'CLIENT'
        ${scope === 'all' ? sql`` : sql`and b.facility_id${oneOf(scope)}`}
      order by b.due_on, b.number`,
  )
  return found.map((bill) => ({ ...bill, balance: Number(bill.balance), held: Boolean(bill.held) }))
}
