// What of one record goes over to another at a merge, and back at its undo (PAT-18, 19, 21).

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { nameColumns } from '../register/input.ts'
import type { Row } from '../rows.ts'
import { settingsOf } from '../settings.ts'
import { patients } from '../tables.ts'

const always = ['first_name', 'last_name', 'sex', 'birth_date'] as const
export const merge_fields = [
  ...always,
  'middle_name',
  'known_as',
  'phone',
  'alt_phone',
  'email',
  'nationality',
  'marital_status',
  'occupation',
  'education',
  'religion',
  'area_id',
  'street',
  'house_no',
  'landmark',
  'postal_code',
  'local_leader',
  'local_leader_phone',
  'blood_group',
  'blood_group_source',
  'unknown_label',
  'mother_id',
  'death',
] as const

export type Filled = Record<string, [unknown, unknown]>

/** Blank fields are filled, and those the officer chose; what each was before is kept. */
export function filling(kept: Row, duplicate: Row, keep: Record<string, unknown>): Filled {
  const filled: Filled = {}
  for (const field of merge_fields) {
    const chosen = kept[field] === null || keep[field] === 'duplicate'
    if (!chosen || duplicate[field] === null || duplicate[field] === kept[field]) continue
    filled[field] = [kept[field], duplicate[field]]
  }
  if (filled['birth_date'] !== undefined) {
    filled['birth_date_estimated'] = [kept.birth_date_estimated, duplicate.birth_date_estimated]
  }
  if ((duplicate.last_visit_at ?? '') > (kept.last_visit_at ?? '')) {
    filled['last_visit_at'] = [kept.last_visit_at, duplicate.last_visit_at]
  }
  if (duplicate.status === 'DECEASED' && kept.status !== 'DECEASED') {
    filled['status'] = [kept.status, 'DECEASED']
  }
  return filled
}

export async function fill(
  caller: Caller,
  kept: Row,
  duplicate: Row,
  keep: Record<string, unknown>,
): Promise<Filled> {
  for (const [field, word] of Object.entries(keep)) {
    if (!(merge_fields as readonly string[]).includes(field)) {
      throw invalid(`keep.${field}`, 'is not a field of the record.')
    }
    if (word !== 'kept' && word !== 'duplicate') {
      throw invalid(`keep.${field}`, 'must be one of kept, duplicate.')
    }
  }
  const filled = filling(kept, duplicate, keep)
  await write(caller, kept, Object.fromEntries(Object.entries(filled).map(([k, [, v]]) => [k, v])))
  return filled
}

export async function write(caller: Caller, row: Row, changes: Partial<Row>): Promise<void> {
  const { name_aliases } = await settingsOf(caller)
  const after = { ...row, ...changes }
  const names = {
    first_name: after.first_name,
    middle_name: after.middle_name,
    last_name: after.last_name,
    known_as: after.known_as,
  }
  await patients.change(
    { hospital_id: caller.hospital_id, id: row.id },
    { ...changes, ...nameColumns(names, name_aliases, after.unknown_label) },
  )
}

/** As it was before the merge, unless somebody has changed it since. */
export const unfilled = (kept: Row, filled: Filled): Partial<Row> =>
  Object.fromEntries(
    Object.entries(filled)
      .filter(([field, [, after]]) => {
        const now = (kept as Record<string, unknown>)[field]
        return JSON.stringify(now) === JSON.stringify(after)
      })
      .map(([field, [before]]) => [field, before]),
  )
