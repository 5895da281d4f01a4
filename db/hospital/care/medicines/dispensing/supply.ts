// What lies on the ward for a patient (CAR-103): handed over, less what was given, wasted and returned. It is
// reckoned, never kept, by medicine: a changed dose takes of the same box.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'

/** In units of dose, in thousandths, by the medicine. */
export async function onWard(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  admission_id: string,
): Promise<Map<string, number>> {
  const left = new Map<string, number>()
  const add = (found: readonly { medicine_id: string; q: number }[], sign: 1 | -1): void => {
    for (const { medicine_id, q } of found) {
      left.set(medicine_id, (left.get(medicine_id) ?? 0) + sign * Number(q))
    }
  }
  add(
    await rows<{ medicine_id: string; q: number }>(
      sql`select l.medicine_id, cast(sum(l.supplied) as bigint) as q
        from dispense_lines l join dispenses d on d.id = l.dispense_id
        where d.hospital_id = ${hospital_id} and d.admission_id = ${admission_id}
          and d.kind = 'WARD' and d.status = 'HANDED_OVER' and l.medicine_id is not null
        group by l.medicine_id`,
    ),
    1,
  )
  add(
    await rows<{ medicine_id: string; q: number }>(
      sql`select l.medicine_id,
          cast(sum(round(r.quantity * 1.0 * l.supplied / l.quantity)) as bigint) as q
        from pharmacy_return_lines r join pharmacy_returns p on p.id = r.return_id
          join dispense_lines l on l.id = r.dispense_line_id
          join dispenses d on d.id = l.dispense_id
        where d.hospital_id = ${hospital_id} and d.admission_id = ${admission_id}
          and d.kind = 'WARD' and p.status <> 'REJECTED' and d.status = 'HANDED_OVER'
          and l.quantity > 0 and l.medicine_id is not null
        group by l.medicine_id`,
    ),
    -1,
  )
  add(
    await rows<{ medicine_id: string; q: number }>(
      sql`select medicine_id, cast(sum(units + wasted_units) as bigint) as q from doses
        where hospital_id = ${hospital_id} and admission_id = ${admission_id}
          and source = 'PATIENT_SUPPLY' and status in ('GIVEN', 'PARTIAL', 'RUNNING')
          and medicine_id is not null
        group by medicine_id`,
    ),
    -1,
  )
  return left
}
