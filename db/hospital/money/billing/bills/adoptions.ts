// Bills under a name that a client now bears (BIL-14, P-05b): the client owes what the patient owed. What
// was posted before on the patient is never touched; its reversals are followed by an entry of their own.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { newId } from '../../../../core/ids.ts'
import { sql, oneOf } from '../../../../store/sql.ts'
import type { PostingLine } from '../../accounting/entries/lines.ts'
import { lockHead, post } from '../../accounting/posting/post.ts'
import { clientNames } from '../../../neighbours/parties.ts'
import { keyOfPayer } from '../../tariff/payer-names.ts'
import { debtOf } from '../payments/owing.ts'
import { ofClientNamed } from './payers.ts'
import { billRecord, moved, type Row as Bill } from './rows.ts'
import { bill_adoptions } from './tables.ts'
import { open_states } from '../words.ts'

const keysOf = (names: readonly string[]): string[] => [
  ...new Set(names.map(keyOfPayer).filter((key) => key !== '')),
]

export async function adoptPayer(
  caller: Caller,
  { client_id, names }: { client_id: string; names: readonly string[] },
): Promise<{ adopted: number }> {
  const { hospital_id } = caller
  const name = (await clientNames(caller, [client_id]))[0]?.name ?? names[0]?.trim() ?? ''
  const keys = keysOf(names)
  const found = await rows<{ id: string }>(
    sql`select b.id from bills b where b.hospital_id = ${hospital_id}
      and b.payer_key${oneOf(keys)} and b.payer_kind = 'OTHER'
      and b.status${oneOf(adoptable)} order by b.id`,
  )
  let adopted = 0
  for (const { id } of found) {
    const bill = await billRecord.locked(caller, id)
    if (!stillTheirs(bill, keys)) continue
    await adopt(caller, bill, client_id, name)
    adopted += 1
  }
  return { adopted }
}

const adoptable: readonly string[] = ['DRAFT', ...open_states]

/** While the lock was waited for, another may have adopted it, paid it or written another payer. */
const stillTheirs = ({ payer_kind, payer_key, status }: Bill, keys: readonly string[]): boolean =>
  payer_kind === 'OTHER' && keys.includes(payer_key) && adoptable.includes(status)

async function adopt(caller: Caller, bill: Bill, client_id: string, name: string): Promise<void> {
  const draft = bill.status === 'DRAFT'
  const warnings = bill.warnings.filter((one) => one !== 'OTHER_PAYER')
  const after = await moved(
    caller,
    bill,
    'adopt',
    {
      ...ofClientNamed(client_id, name),
      warnings,
      adopted_at: draft ? null : clock.instant(),
    },
    `${bill.payer} is the client ${name}`.slice(0, 300),
  )
  if (!draft) await followed(caller, after, bill.balance)
}

/** The balance goes from the patient to the client, or with less than nothing back again. */
export async function followed(caller: Caller, bill: Bill, amount: number): Promise<void> {
  if (amount === 0) return
  await lockHead(caller)
  const id = newId()
  await post(caller, {
    source: 'BILL_ADOPT',
    source_id: id,
    memo: `Bill ${bill.number} is owed by ${bill.client_name}`,
    lines: adoptionLines(bill, amount),
  })
  await bill_adoptions.insert({
    id,
    hospital_id: caller.hospital_id,
    bill_id: bill.id,
    amount,
    at: clock.instant(),
    by_name: caller.name,
  })
}

export function adoptionLines(bill: Bill, amount: number): PostingLine[] {
  const { facility_id } = bill
  const to = { ...debtOf(bill).debt, facility_id }
  const from = { ...debtOf(ofPatient(bill)).debt, facility_id }
  return amount > 0
    ? [
        { ...to, debit: amount },
        { ...from, credit: amount },
      ]
    : [
        { ...from, debit: -amount },
        { ...to, credit: -amount },
      ]
}

const ofPatient = (bill: Bill): Bill => ({ ...bill, payer_kind: 'OTHER', client_id: null })

/** As the bill stood when something was posted for it. */
export const asThen = (bill: Bill, at: string | null): Bill =>
  bill.adopted_at !== null && (at ?? '') < bill.adopted_at ? ofPatient(bill) : bill

/** What was taken back of before the adoption is owed by the client now. */
export async function followReversal(
  caller: Caller,
  bill: Bill,
  posted_at: string,
  amount: number,
): Promise<void> {
  if (asThen(bill, posted_at) !== bill) await followed(caller, bill, amount)
}

/** Of a client: its own bills, and those under a name of it. */
export const billsUnder = (names: readonly string[]) => sql`b.payer_key${oneOf(keysOf(names))}`
