// What becomes of a leak by a person: it is charged now, or somebody says why not (BIL-138).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { recordOf } from '../../../../store/record-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { charge } from '../charges/charge.ts'
import { serviceDone } from '../charges/service-done.ts'
import { nameOf } from '../history.ts'
import { leakages } from './tables.ts'
import { isUncharged, type LeakageState } from './words.ts'

export type Row = RowOf<(typeof leakages)['columns']>
export const leakageRecord = recordOf(leakages, 'leak')

async function opened(caller: Caller, id: string): Promise<Row> {
  const row = await leakageRecord.locked(caller, id)
  if (row.status !== 'OPEN') throw conflict(`This leak is ${row.status}: it is over.`, 'state')
  return row
}

/** Charged as the area would have, on the draft of its visit. */
export async function bill(caller: Caller, id: string): Promise<Row> {
  const row = await opened(caller, id)
  if (!isUncharged(row.kind) || row.patient_id === null || row.code === null) {
    throw conflict('A line stands for it already: mend it on its bill, or explain it.', 'on_a_bill')
  }
  const { patient_id, visit_id, code, source, source_id, department, found_on } = row
  const line = await charge(caller, {
    patient_id,
    visit_id,
    code,
    quantity: 1,
    source,
    source_id,
    department,
    service_date: found_on,
  })
  await serviceDone(caller, source, source_id, {})
  return ended(caller, row, 'BILLED', { bill_id: line.bill_id })
}

export async function explain(caller: Caller, id: string, reason: string): Promise<Row> {
  return ended(caller, await opened(caller, id), 'EXPLAINED', { reason })
}

async function ended(
  caller: Caller,
  row: Row,
  status: LeakageState,
  said: { bill_id?: string; reason?: string },
): Promise<Row> {
  const { hospital_id } = caller
  const changes = { status, ended_by_name: nameOf(caller), ended_at: clock.instant(), ...said }
  await leakages.change({ hospital_id, id: row.id }, changes)
  record(caller, `leakage.${status.toLowerCase()}`, {
    entity_type: 'leakage',
    entity_id: row.id,
    entity_label: row.kind,
    patient_id: row.patient_id,
    from_state: row.status,
    to_state: status,
    reason: said.reason ?? null,
  })
  return leakageRecord.get(caller, row.id)
}
