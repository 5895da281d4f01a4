// What became of everything that a recall is about (STK-95), from the moves of its batches.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { Figures } from './shapes.ts'

interface Moved {
  recall_id: string
  kind: string
  named: boolean | number
  quantity: number
}
interface Lying {
  recall_id: string
  quantity: number
  quarantined: number
}

/** For several recalls in three statements. */
export async function figuresOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<(id: string) => Omit<Figures, 'patients_told'>> {
  if (ids.length === 0) return () => summed([], undefined, 0)
  const of = sql`from recall_batches r where r.hospital_id = ${hospital_id} and r.recall_id${oneOf(ids)}`
  // What came back belongs to the move that took it.
  const moved = await rows<Moved>(
    sql`select r.recall_id, coalesce(o.kind, m.kind) as kind, m.patient_id is not null as named,
        cast(sum(m.quantity) as bigint) as quantity
      from recall_batches r join stock_moves m on m.batch_id = r.batch_id
      left join stock_moves o on o.id = m.back_of_id
      where r.hospital_id = ${hospital_id} and r.recall_id${oneOf(ids)}
      group by r.recall_id, coalesce(o.kind, m.kind), m.patient_id is not null`,
  )
  const lying = await rows<Lying>(
    sql`select r.recall_id, cast(sum(l.quantity) as bigint) as quantity,
        cast(sum(l.quarantined) as bigint) as quarantined
      from recall_batches r join stock_levels l on l.batch_id = r.batch_id
      where r.hospital_id = ${hospital_id} and r.recall_id${oneOf(ids)} group by r.recall_id`,
  )
  const people = await rows<{ recall_id: string; n: number }>(
    sql`select r.recall_id, (select count(distinct m.patient_id) from stock_moves m
        where m.batch_id${sql` in (select b.batch_id from recall_batches b
          where b.recall_id = r.recall_id)`}) as n ${of} group by r.recall_id`,
  )
  return (id) =>
    summed(
      moved.filter(({ recall_id }) => recall_id === id),
      lying.find(({ recall_id }) => recall_id === id),
      Number(people.find(({ recall_id }) => recall_id === id)?.n ?? 0),
    )
}

const used = ['DISPENSE', 'WARD_USE', 'ISSUE']
const came = ['OPENING', 'RECEIPT']
const sent = ['TRANSFER_OUT', 'TRANSFER_IN']

function summed(
  moved: readonly Moved[],
  lying: Lying | undefined,
  patients: number,
): Omit<Figures, 'patients_told'> {
  const sum = (kinds: readonly string[], named?: boolean): number =>
    moved
      .filter((one) => kinds.includes(one.kind))
      .filter((one) => named === undefined || Boolean(one.named) === named)
      .reduce((total, { quantity }) => total + Number(quantity), 0)
  const out = (kinds: readonly string[], named?: boolean): number => -sum(kinds, named) + 0
  const received = sum(came)
  /** What is on its way between two stores lies nowhere and is not lost. */
  const on_hand = Number(lying?.quantity ?? 0) + out(sent)
  const quarantined = Number(lying?.quarantined ?? 0)
  const issued_patients = out([...used, 'SALE'], true)
  const issued_departments = out(used, false)
  const sold = out(['SALE'], false)
  const delivered_clients = out(['DELIVERY'])
  const disposed = out(['DISPOSAL'])
  const returned_supplier = out(['SUPPLIER_RETURN'])
  const gone = issued_patients + issued_departments + sold + delivered_clients
  const unaccounted = received - (on_hand + gone + disposed + returned_supplier)
  const accounted = quarantined + disposed + returned_supplier + issued_patients
  return {
    received: received / 1000,
    on_hand: on_hand / 1000,
    quarantined: quarantined / 1000,
    issued_patients: issued_patients / 1000,
    issued_departments: issued_departments / 1000,
    sold: sold / 1000,
    delivered_clients: delivered_clients / 1000,
    disposed: disposed / 1000,
    returned_supplier: returned_supplier / 1000,
    unaccounted: unaccounted / 1000,
    patients,
    accounted_pct: received === 0 ? null : Math.round((accounted * 1000) / received) / 10,
  }
}
