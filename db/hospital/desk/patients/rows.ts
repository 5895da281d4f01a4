// Reading one patient's record, and what keeps it from being written (FRO-8).

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { patient_life } from './life.ts'
import { patients } from './tables.ts'
import { walk_in_number } from './walk-in.ts'

export type Row = RowOf<(typeof patients)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const patientRecord = recordWithLife(patients, {
  life: patient_life,
  called: ({ number }) => number,
  patient: ({ id }) => id,
})

/** Several at once, in no order. */
export const rowsOf = async ({ hospital_id }: Of, ids: readonly string[]): Promise<Row[]> =>
  ids.length === 0 ? [] : patients.all({ hospital_id, id: ids })

/** What a list shows or decides by: a record is sixty values, and each that is read costs time. */
export const list_columns = [
  'id',
  'number',
  'status',
  'identity',
  'full_name',
  'known_as',
  'sex',
  'birth_date',
  'birth_date_estimated',
  'phone',
  'phone_shared',
  'area_id',
  'allergy_status',
  'sensitivity',
  'last_visit_at',
] as const

export type ListedRow = Pick<Row, (typeof list_columns)[number]>

/** These, as a list shows them, in their order. */
export async function listed(
  { hospital_id }: Of,
  found: readonly { id: string }[],
): Promise<ListedRow[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  // The hospital is compared afterwards: SQLite would choose an index over all of it.
  const read = await patients.read(
    sql`select ${patients.selection('p', [...list_columns, 'hospital_id'])} from patients p
      where p.id${oneOf(ids)}`,
  )
  const own = read.filter((row) => row.hospital_id === hospital_id)
  const by_id = new Map(own.map((row) => [row.id, row]))
  return ids.flatMap((id) => by_id.get(id) ?? [])
}

/** For a write: refused where FRO-8 says so. */
export async function writable(of: Of, id: string): Promise<Row> {
  const found = await payable(of, id)
  mustBeSomebody(found)
  return found
}

/** BIL-63: behind the walk-in customer stand many; what is told of one would be told of all. */
export function mustBeSomebody({ number, full_name }: Pick<Row, 'number' | 'full_name'>): void {
  if (number !== walk_in_number) return
  throw conflict(
    `${full_name} stands for whoever buys without a file. Register the patient.`,
    'walk_in',
  )
}

/**
 * For what is charged: whoever buys without a file as well. `afterDeath` says of a day of death whether
 * this may still be charged to who died then.
 */
export async function payable(
  { hospital_id }: Of,
  id: string,
  afterDeath: (died_on: string) => boolean = () => false,
): Promise<Row> {
  const found = await patientRecord.locked({ hospital_id }, id)
  if (found.status === 'MERGED' && found.merged_into_id !== null) {
    const kept = await patientRecord.get({ hospital_id }, found.merged_into_id)
    throw conflict(
      `This record was merged into ${kept.number} ${kept.full_name}. Use that one.`,
      'merged',
    )
  }
  if (found.status === 'DECEASED') {
    const { timezone } = await hospitalOf({ hospital_id })
    const on = dayIn(timezone, new Date(found.death?.died_at ?? found.updated_at))
    if (afterDeath(on)) return found
    throw conflict(`${found.full_name} is recorded as having died on ${on}.`, 'deceased')
  }
  return found
}
