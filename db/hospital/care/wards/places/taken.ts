// Who lies in a bed, and what of a ward is not closed over somebody's head (CAR-136, CAR-137).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { raw, sql } from '../../../../store/sql.ts'
import { patientRows } from '../../../desk/patients/register/view.ts'

const columns = { ward: 'ward_id', room: 'room_id', bed: 'id', class: 'class_id' } as const

/** Deactivating what somebody lies in, or what is kept for somebody, is refused with who. */
export async function mustBeEmpty(
  caller: Caller,
  what: keyof typeof columns,
  { id }: { id: string },
): Promise<void> {
  const [held] = await rows<{ label: string; status: string; patient_id: string }>(
    sql`select b.label, b.status, a.patient_id from beds b
      join admissions a on a.id = b.admission_id
      where b.hospital_id = ${caller.hospital_id} and b.${raw(columns[what])} = ${id}
      order by b.label_order, b.id limit 1`,
  )
  if (held === undefined) return
  const who = await initialsOf(caller, held.patient_id)
  const how = held.status === 'OCCUPIED' ? 'taken by' : 'kept for'
  throw conflict(`Bed ${held.label} is ${how} ${who}`, 'taken')
}

/** `A.J.`, which ends the sentence; of a record that is closed to the caller nobody learns more than that somebody is there. */
export async function initialsOf(caller: Caller, patient_id: string): Promise<string> {
  const row = (await patientRows(caller, [patient_id])).get(patient_id)
  return row === undefined || row.restricted === true ? 'somebody.' : initials(row.full_name)
}

export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0] ?? ''}.`)
    .join('')
