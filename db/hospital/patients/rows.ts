// Reading one patient's record, and what keeps it from being written (FRO-8).

import type { Caller } from '../../caller.ts'
import { dayIn } from '../../clock.ts'
import { conflict, noSuch } from '../../refusal.ts'
import type { RowOf } from '../../table.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import { patients } from './tables.ts'

export type Row = RowOf<(typeof patients)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export async function rowOf({ hospital_id }: Of, id: string): Promise<Row> {
  const found = await patients.find({ hospital_id, id })
  if (found === undefined) throw noSuch('patient')
  return found
}

/** Several at once, in no order. */
export const rowsOf = async ({ hospital_id }: Of, ids: readonly string[]): Promise<Row[]> =>
  ids.length === 0 ? [] : patients.all({ hospital_id, id: ids })

/** Kept from others until the transaction ends. */
export async function locked({ hospital_id }: Of, id: string): Promise<Row> {
  const found = await patients.find({ hospital_id, id }, { lock: true })
  if (found === undefined) throw noSuch('patient')
  return found
}

/** For a write: refused where FRO-8 says so. */
export async function writable({ hospital_id }: Of, id: string): Promise<Row> {
  const found = await locked({ hospital_id }, id)
  if (found.status === 'MERGED' && found.merged_into_id !== null) {
    const kept = await rowOf({ hospital_id }, found.merged_into_id)
    throw conflict(
      `This record was merged into ${kept.number} ${kept.full_name}. Use that one.`,
      'merged',
    )
  }
  if (found.status === 'DECEASED') {
    const { timezone } = await hospitalOf({ hospital_id })
    const on = dayIn(timezone, new Date(found.death?.died_at ?? found.updated_at))
    throw conflict(`${found.full_name} is recorded as having died on ${on}.`, 'deceased')
  }
  return found
}
