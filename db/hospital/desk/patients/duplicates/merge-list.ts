// Merges that were made: as a list, and one with the rows that went over.

import type { Caller } from '../../../../core/caller.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { raw, sql, when, where } from '../../../../store/sql.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { patient_merges } from './tables.ts'
import type { PatientMerge } from './merge-shapes.ts'
import { type Merge, mergeRecord, seen } from './merges.ts'
import { patientRows } from '../register/view.ts'
import type { merge_states } from '../words.ts'

interface Filter extends PageAsked {
  status?: (typeof merge_states)[number]
  patient_id?: string
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: Filter): Promise<Page<PatientMerge>> {
  const { timezone } = await hospitalOf(caller)
  const { from, to, patient_id } = asked
  const found = await pageFrom(patient_merges, asked, {
    from: sql` from patient_merges${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(patient_id, sql`(kept_id = ${patient_id} or duplicate_id = ${patient_id})`),
      ...withinDays(sql`merged_at`, timezone, { from, to }),
    ])}`,
    order: raw(' order by merged_at desc, id desc'),
  })
  return { rows: await views(caller, found.rows), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<PatientMerge> {
  const merged = await mergeRecord.get(caller, id)
  const [one] = await views(caller, [merged])
  return { ...(one as PatientMerge), rows_moved: merged.moved }
}

async function views(caller: Caller, merges: readonly Merge[]): Promise<PatientMerge[]> {
  const ids = merges.flatMap(({ kept_id, duplicate_id }) => [kept_id, duplicate_id])
  const patients = await patientRows(caller, ids)
  return merges.map((merged) => seen(merged, patients))
}
