// The lines of a career.

import type { Caller } from '../../../../core/caller.ts'
import { cadreRecord } from '../cadres/cadres.ts'
import type { StaffRow } from './rows.ts'
import { inScope } from './scope.ts'
import type { Posting } from './shapes.ts'
import { type Place, staff_postings } from './tables.ts'
import type { PostingKind } from './words.ts'

export async function placeOf(caller: Caller, row: StaffRow): Promise<Place> {
  const { facility_id, department, job_title, grade, step, employment_type, supervisor_id } = row
  const { name: cadre } = await cadreRecord.get(caller, row.cadre_id)
  return { facility_id, department, cadre, job_title, grade, step, employment_type, supervisor_id }
}

export async function posted(
  caller: Caller,
  row: StaffRow,
  line: { kind: PostingKind; effective_on: string; from?: Place; reason?: string | null },
): Promise<void> {
  await staff_postings.insert({
    hospital_id: caller.hospital_id,
    staff_id: row.id,
    kind: line.kind,
    effective_on: line.effective_on,
    from_place: line.from ?? {},
    to_place: await placeOf(caller, row),
    reason: line.reason ?? null,
    by_name: caller.name,
  })
}

export async function ofStaff(caller: Caller, id: string): Promise<Posting[]> {
  await inScope(caller, id)
  return postingsOf(caller, id)
}

export async function postingsOf(caller: Caller, id: string): Promise<Posting[]> {
  const { hospital_id } = caller
  const found = await staff_postings.all(
    { hospital_id, staff_id: id },
    { order: ['effective_on', 'id'] },
  )
  return found.map(({ from_place, to_place, ...line }) => ({
    ...line,
    from: from_place as Posting['from'],
    to: to_place as Posting['to'],
  }))
}
