// Where everything of a recall lies and went, from the beginning of the books (STK-92).

import type { Caller } from '../../../../core/caller.ts'
import { can } from '../../../../core/caller.ts'
import { mapPage, type Page, paged, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql } from '../../../../store/sql.ts'
import { toldAbout } from '../../../desk/patient-messages/about.ts'
import { patientRows } from '../../../desk/patients/register/view.ts'
import { productName } from '../products/record.ts'
import { recallRecord } from './record.ts'
import type { TraceAsked, TraceRow } from './shapes.ts'
import { recall_notice, type TraceKind } from './words.ts'

interface Found {
  id: string
  batch_id: string
  name: string
  strength: string | null
  lot: string | null
  kind: string
  at: string | null
  quantity: number
  quarantined: number | null
  store_name: string | null
  department: string | null
  patient_id: string | null
  reference: string | null
  by_name: string | null
}

export async function trace(
  caller: Caller,
  id: string,
  asked: TraceAsked & PageAsked,
): Promise<Page<TraceRow>> {
  await recallRecord.get(caller, id)
  const kind = asked.kind ?? 'holdings'
  const found = await (kind === 'holdings'
    ? holdings(caller, id, asked)
    : moves(caller, id, kind, asked))
  const may = can(caller, 'patient:read')
  const ids = may ? found.rows.flatMap(({ patient_id }) => patient_id ?? []) : []
  const patients = await patientRows(caller, ids)
  const told = await toldAbout(caller, { template: recall_notice, id }, ids)
  return mapPage(found, ({ name, strength, ...row }) => {
    const patient = patients.get(row.patient_id ?? '')
    return {
      ...row,
      product_name: productName({ name, strength }),
      quantity: Number(row.quantity) / 1000,
      quarantined: row.quarantined === null ? null : Number(row.quarantined) / 1000,
      patient_id: may ? row.patient_id : null,
      patient_name: patient?.full_name ?? null,
      patient_number: patient?.number ?? null,
      patient_phone: patient?.phone ?? null,
      told: told.get(row.patient_id ?? '') ?? null,
    }
  })
}

/** On shelves, and on the way between two of them. */
const holdings = (
  { hospital_id }: Caller,
  recall_id: string,
  asked: PageAsked,
): Promise<Page<Found>> =>
  paged<Found>(asked, {
    select: sql`h.*, p.name, p.strength, b.lot`,
    from: sql` from (
        select l.id, l.batch_id, 'STORE' as kind, null as at, l.quantity, l.quarantined,
          s.name as store_name, s.department, null as patient_id, null as reference,
          null as by_name
        from stock_levels l join stores s on s.id = l.store_id
        where l.hospital_id = ${hospital_id} and l.quantity > 0
          and l.batch_id in (select batch_id from recall_batches where recall_id = ${recall_id})
        union all
        select t.id, t.batch_id, 'ON_THE_WAY' as kind, null as at, t.sent as quantity,
          0 as quarantined, s.name as store_name, s.department, null as patient_id,
          f.number as reference, f.sent_by_name as by_name
        from stock_transfer_batches t join stock_transfers f on f.id = t.transfer_id
        join stores s on s.id = f.to_store_id
        where t.hospital_id = ${hospital_id} and f.status = 'SENT'
          and t.batch_id in (select batch_id from recall_batches where recall_id = ${recall_id})
        union all
        select t.id, t.batch_id, 'ON_THE_WAY' as kind, null as at, t.sent as quantity,
          0 as quarantined, s.name as store_name, s.department, null as patient_id,
          f.number as reference, f.issued_by_name as by_name
        from requisition_batches t join requisitions f on f.id = t.requisition_id
        join stores s on s.id = f.to_store_id
        where t.hospital_id = ${hospital_id} and t.received is null
          and t.batch_id in (select batch_id from recall_batches where recall_id = ${recall_id})
      ) h join batches b on b.id = h.batch_id join products p on p.id = b.product_id`,
    order: sql` order by h.store_name, b.lot, h.id`,
  })

const used = ['DISPENSE', 'WARD_USE', 'ISSUE', 'SALE']

const meant: Record<Exclude<TraceKind, 'holdings'>, Sql> = {
  patients: sql`m.patient_id is not null`,
  departments: sql`m.patient_id is null and coalesce(o.kind, m.kind)${oneOf(used)}`,
  clients: sql`coalesce(o.kind, m.kind) = 'DELIVERY'`,
  receipts: sql`m.kind${oneOf(['OPENING', 'RECEIPT', 'SUPPLIER_RETURN', 'DISPOSAL'])}`,
}

const moves = (
  { hospital_id }: Caller,
  recall_id: string,
  kind: Exclude<TraceKind, 'holdings'>,
  asked: PageAsked,
): Promise<Page<Found>> =>
  paged<Found>(asked, {
    select: sql`m.id, m.batch_id, p.name, p.strength, b.lot, m.kind, m.at, m.quantity,
      null as quarantined, s.name as store_name, m.department, m.patient_id, m.reference, m.by_name`,
    from: sql` from stock_moves m join batches b on b.id = m.batch_id
      join products p on p.id = m.product_id join stores s on s.id = m.store_id
      left join stock_moves o on o.id = m.back_of_id
      where m.hospital_id = ${hospital_id} and ${meant[kind]}
        and m.batch_id in (select batch_id from recall_batches where recall_id = ${recall_id})`,
    order: sql` order by m.at, m.id`,
  })
