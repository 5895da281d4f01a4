// The bill that a payment is for (BIL-41, BIL-43): a draft is issued first.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { admissionOf } from '../../../neighbours/care.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { live } from '../amounts.ts'
import { stayOf } from '../charges/clearance-facts.ts'
import { issue, splitOff } from '../bills/issue.ts'
import { itemsOf } from '../charges/items.ts'
import { bill_life, called, billRecord, type Row as Bill } from '../bills/rows.ts'
import { open_states } from '../words.ts'

/** BIL-41: a draft is issued first, whole, or of it the named lines alone. */
export async function payable(
  caller: Caller,
  id: string,
  item_ids: readonly string[],
): Promise<Bill> {
  const bill = await billRecord.locked(caller, id)
  const lines = (await itemsOf(caller, id)).filter(live)
  if (item_ids.some((one) => !lines.some((line) => line.id === one))) throw noSuch('item')
  if (bill.status === 'SETTLED') {
    throw conflict(`Bill ${bill.number} has nothing left to pay.`, 'settled')
  }
  if (open_states.includes(bill.status) || bill.status === 'WRITTEN_OFF') return bill
  if (bill.status !== 'DRAFT') throw bill_life.refusal(bill.status, called(bill))
  const chosen = lines.filter((line) => item_ids.includes(line.id))
  if (chosen.length === 0) await refuseRunning(caller, bill)
  const some = chosen.length > 0 && chosen.length < lines.length
  const issued = await issue(caller, some ? (await splitOff(caller, bill, chosen)).id : id, {
    pays: true,
  })
  if (issued.balance === 0) throw conflict(nothingLeft(issued), 'settled')
  return issued
}

/** Refused, it is a draft again: whoever is covered whole has it issued and pays nothing. */
const nothingLeft = ({ scheme_share, payer }: Bill): string =>
  scheme_share > 0
    ? `${payer ?? 'The scheme'} pays all of this bill: issue it, nothing is left to pay.`
    : 'This bill has nothing left to pay: issue it.'

/** BIL-41: of a stay that goes on only lines that are named are paid. */
async function refuseRunning(caller: Caller, bill: Bill): Promise<void> {
  if (bill.patient_id === null) return
  const visit = bill.visit_id === null ? null : await visitOf(caller, bill.visit_id)
  const stay = stayOf(bill, visit)
  if (stay === null) return
  const now = await admissionOf(caller, bill.patient_id)
  if (visit?.status !== 'ADMITTED' && now?.admission_id !== stay) return
  throw conflict(
    'This is the running bill of an admission: take a deposit, or issue an interim bill first.',
    'running',
  )
}
