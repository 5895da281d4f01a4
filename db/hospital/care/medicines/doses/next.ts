// The next dose of each stay, as the board of a ward shows it (CAR-205): in one statement, however many lie there.

import { type Caller, can } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { NextDose } from '../../../neighbours/bedside.ts'
import { closedPrescriptions } from '../../../neighbours/medicines.ts'
import { restricted_medicine } from '../prescribing/closed.ts'
import { timingOf, windowsOf } from './record.ts'
import type { DoseKind } from './words.ts'

interface Found {
  admission_id: string
  medicine: string
  dose: string
  due_at: string
  kind: DoseKind
  prescription_id: string | null
  open: number
}

export async function nextDosesOf(
  caller: Caller,
  admission_ids: readonly string[],
): Promise<ReadonlyMap<string, NextDose>> {
  if (admission_ids.length === 0 || !can(caller, 'dose:read')) return new Map()
  const found = await firstOfEach(caller, admission_ids)
  const ids = found.flatMap(({ prescription_id }) => prescription_id ?? [])
  const closed = await closedPrescriptions(caller, [...new Set(ids)])
  const windows = await windowsOf(caller)
  // Of several at the same time the first is told.
  return new Map(
    found.toReversed().map(({ admission_id, prescription_id, open, kind, ...dose }) => [
      admission_id,
      {
        ...dose,
        ...(closed.has(prescription_id ?? '') ? { medicine: restricted_medicine, dose: '' } : {}),
        timing: timingOf({ status: 'SCHEDULED', due_at: dose.due_at, kind }, windows),
        open: Number(open),
      },
    ]),
  )
}

const firstOfEach = ({ hospital_id }: Caller, admission_ids: readonly string[]): Promise<Found[]> =>
  rows<Found>(
    sql`select d.admission_id, d.medicine, d.dose, d.due_at, d.kind, i.prescription_id, n.open
      from (select admission_id, min(due_at) as due_at, count(*) as open from doses
          where hospital_id = ${hospital_id} and admission_id${oneOf([...admission_ids])}
            and status = 'SCHEDULED' group by admission_id) n
        join doses d on d.admission_id = n.admission_id and d.due_at = n.due_at
          and d.status = 'SCHEDULED'
        left join prescription_items i on i.id = d.prescription_item_id
      order by d.admission_id, d.id`,
  )
