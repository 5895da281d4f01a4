// At a merge of two records what the one owes, paid and is owed becomes the other's, and back at its
// undo (BIL-170). Numbers, amounts and the lines of the ledger stay as they are; what was posted on the other record between
// the two is followed by an entry.

import { rows, run } from '../../../store/connection.ts'
import { oneOf, raw, sql } from '../../../store/sql.ts'
import { debtGoesBack } from './debts/given-back.ts'
import { noteWritten } from '../../../store/table.ts'
import type { OnDeath, Repoint } from '../../registry.ts'

const tables = [
  'bills',
  'bill_items',
  'payments',
  'deposits',
  'credit_notes',
  'refunds',
  'waivers',
  'exemptions',
  'bill_overrides',
  'write_offs',
  'leakages',
] as const

export const repointPatient: Repoint = async (caller, { from, to, only }) => {
  const { hospital_id } = caller
  const moved: Record<string, string[]> = {}
  const along = only === undefined ? {} : await broughtAlong(hospital_id, from, only)
  for (const name of tables) {
    const chosen =
      only === undefined
        ? sql``
        : sql` and id${oneOf([...(only[name] ?? []), ...(along[name] ?? [])])}`
    const found = await rows<{ id: string }>(
      sql`select id from ${raw(name)} where hospital_id = ${hospital_id}
        and patient_id = ${from}${chosen} order by id`,
    )
    if (found.length === 0) continue
    const ids = found.map(({ id }) => id)
    if (name === 'bills') await oneRunning(hospital_id, ids, to)
    await run(
      sql`update ${raw(name)} set patient_id = ${to}
        where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
    noteWritten(name, ids)
    moved[name] = ids
  }
  if (only !== undefined) await debtGoesBack(caller, { from, to })
  return moved
}

type Only = Readonly<Record<string, readonly string[]>>

/** What was taken for bills that go back, and what of it was left over and perhaps asked back. */
async function broughtAlong(hospital_id: string, patient_id: string, only: Only): Promise<Only> {
  const bills = only['bills'] ?? []
  const payments = await paidFor(hospital_id, patient_id, bills)
  const receipts = [...payments, ...(only['payments'] ?? [])]
  const left = await rows<{ id: string }>(
    sql`select d.id from deposits d where d.hospital_id = ${hospital_id}
      and d.patient_id = ${patient_id} and d.payment_id${oneOf(receipts)}
      and not exists (select 1 from deposit_uses u
        where u.deposit_id = d.id and u.live and not u.bill_id${oneOf(bills)})`,
  )
  const deposits = left.map(({ id }) => id)
  const asked = await rows<{ id: string }>(
    sql`select id from refunds where hospital_id = ${hospital_id}
      and patient_id = ${patient_id} and deposit_id${oneOf(deposits)}`,
  )
  return { payments, deposits, refunds: asked.map(({ id }) => id) }
}

/** What was taken for these bills and for no other goes back with them (PAT-21). */
async function paidFor(
  hospital_id: string,
  patient_id: string,
  bills: readonly string[],
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    sql`select p.id from payments p where p.hospital_id = ${hospital_id}
      and p.patient_id = ${patient_id}
      and exists (select 1 from payment_allocations a
        where a.payment_id = p.id and a.bill_id${oneOf(bills)})
      and not exists (select 1 from payment_allocations a
        where a.payment_id = p.id and not a.bill_id${oneOf(bills)})`,
  )
  return found.map(({ id }) => id)
}

/** Of two drafts that gather charges the kept record's goes on gathering (BIL-1). */
const oneRunning = (hospital_id: string, ids: readonly string[], to: string): Promise<number> =>
  run(
    sql`update bills set running = ${false} where hospital_id = ${hospital_id} and running
      and id${oneOf(ids)} and running_key in (select k.running_key from bills k
        where k.hospital_id = ${hospital_id} and k.patient_id = ${to} and k.running)`,
  )

/** Bills, deposits and claims stay as they are; nothing here writes to the patient by itself. */
export const onDeath: OnDeath = async () => ({})
