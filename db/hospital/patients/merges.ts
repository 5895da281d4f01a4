// Two records of one person become one, and apart again (PAT-17, 19, 21).

import { type Caller, can } from '../../caller.ts'
import { clock } from '../../clock.ts'
import { conflict, invalid, noSuch } from '../../refusal.ts'
import type { RowOf } from '../../table.ts'
import { fresh } from '../../versions.ts'
import { record } from '../audit/record.ts'
import { registry } from '../registry.ts'
import { nameColumns } from './input.ts'
import { closePair } from './pairs.ts'
import { opened } from './privacy.ts'
import { oneAtATime } from './register.ts'
import type { Ids } from './repoint.ts'
import { locked, type Row, rowOf } from './rows.ts'
import { settingsOf } from './settings.ts'
import type { MergeInput, PatientMerge } from './merge-shapes.ts'
import { patient_identifiers } from './hanging-tables.ts'
import { patient_merges } from './duplicate-tables.ts'
import { patients } from './tables.ts'
import { viewRows } from './view.ts'

type Merge = RowOf<(typeof patient_merges)['columns']>

export async function merge(caller: Caller, id: string, input: MergeInput): Promise<PatientMerge> {
  const { hospital_id } = caller
  await oneAtATime(caller)
  const duplicate_id = (await rowOf(caller, input.duplicate_id)).id
  if (id === duplicate_id) throw conflict('That is the same record.')
  // In one order, so that two merges never wait for each other.
  const [one, two] = [id, duplicate_id].sort()
  await locked(caller, one as string)
  await locked(caller, two as string)
  const kept = await rowOf(caller, id)
  const duplicate = await rowOf(caller, duplicate_id)
  fresh(caller, kept)
  await guard(caller, kept, duplicate)
  const filled = await fill(caller, kept, duplicate, input.keep ?? {})
  const moved = await repoint(caller, { from: duplicate_id, to: id })
  await patients.change(
    { hospital_id, id: duplicate_id },
    {
      status: 'MERGED',
      merged_into_id: id,
      ...(duplicate.portal === 'ACTIVE' ? { portal: 'SUSPENDED' as const } : {}),
    },
  )
  await closePair(caller, id, duplicate_id, 'MERGED', input.reason)
  const made = await patient_merges.insert({
    hospital_id,
    kept_id: id,
    duplicate_id,
    duplicate_was: duplicate.status,
    reason: input.reason,
    merged_by: caller.name.slice(0, 160),
    merged_at: clock.instant(),
    moved,
    fields_filled: filled,
    status: 'MERGED',
  })
  for (const patient_id of [id, duplicate_id]) {
    record(caller, 'patient.merge', {
      entity_type: 'patient_merge',
      entity_id: made.id,
      entity_label: `${duplicate.number} into ${kept.number}`,
      patient_id,
      from_state: patient_id === id ? kept.status : duplicate.status,
      to_state: patient_id === id ? kept.status : 'MERGED',
      reason: input.reason,
    })
  }
  return view(caller, made)
}

/** PAT-17. Visits, wards and the cash desk will add their own. */
async function guard(caller: Caller, kept: Row, duplicate: Row): Promise<void> {
  for (const one of [kept, duplicate]) {
    if (one.status === 'MERGED') {
      const into = await rowOf(caller, one.merged_into_id ?? '')
      throw conflict(`${one.number} was already merged into ${into.number}.`)
    }
    await opened(caller, one)
  }
  if (can(caller, 'patient:merge-override')) return
  const needs = 'It needs patient:merge-override.'
  if ((kept.status === 'DECEASED') !== (duplicate.status === 'DECEASED')) {
    throw conflict(`One of them is recorded as having died. ${needs}`)
  }
  const [a, b] = [await verifiedOf(caller, kept.id), await verifiedOf(caller, duplicate.id)]
  if (a !== undefined && b !== undefined && a !== b) {
    throw conflict(`Both hold verified national IDs, which differ. ${needs}`)
  }
}

const verifiedOf = async (
  { hospital_id }: Caller,
  patient_id: string,
): Promise<string | undefined> =>
  (
    await patient_identifiers.find({
      hospital_id,
      patient_id,
      type: 'NATIONAL_ID',
      verified: true,
      voided: false,
    })
  )?.value_key

const always = ['first_name', 'last_name', 'sex', 'birth_date'] as const
const fields = [
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

/** Blank fields are filled, and those the officer chose; what each was before is kept. */
async function fill(
  caller: Caller,
  kept: Row,
  duplicate: Row,
  keep: Record<string, unknown>,
): Promise<Record<string, [unknown, unknown]>> {
  for (const [field, word] of Object.entries(keep)) {
    if (!(fields as readonly string[]).includes(field)) {
      throw invalid(`keep.${field}`, 'is not a field of the record.')
    }
    if (word !== 'kept' && word !== 'duplicate') {
      throw invalid(`keep.${field}`, 'must be one of kept, duplicate.')
    }
  }
  const filled: Record<string, [unknown, unknown]> = {}
  for (const field of fields) {
    const chosen = kept[field] === null || keep[field] === 'duplicate'
    if (!chosen || duplicate[field] === null || duplicate[field] === kept[field]) continue
    filled[field] = [kept[field], duplicate[field]]
  }
  if (filled['birth_date'] !== undefined) {
    filled['birth_date_estimated'] = [kept.birth_date_estimated, duplicate.birth_date_estimated]
  }
  if (duplicate.status === 'DECEASED' && kept.status !== 'DECEASED') {
    filled['status'] = [kept.status, 'DECEASED']
  }
  await write(caller, kept, Object.fromEntries(Object.entries(filled).map(([k, [, v]]) => [k, v])))
  return filled
}

async function write(caller: Caller, row: Row, changes: Partial<Row>): Promise<void> {
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

/** Every area moves its own rows, in this transaction. */
async function repoint(
  caller: Caller,
  asked: { from: string; to: string; only?: Ids },
): Promise<Ids> {
  const moved: Ids = {}
  for (const one of registry.repoints) Object.assign(moved, await one(caller, asked))
  return moved
}

export async function mergeRow({ hospital_id }: Pick<Caller, 'hospital_id'>, id: string) {
  const found = await patient_merges.find({ hospital_id, id })
  if (found === undefined) throw noSuch('merge')
  return found
}

export async function undo(caller: Caller, id: string, reason: string): Promise<PatientMerge> {
  const { hospital_id } = caller
  await oneAtATime(caller)
  const row = await mergeRow(caller, id)
  if (row.status === 'UNDONE') {
    throw conflict(`Merge ${id} is UNDONE. Nothing more can be done with it.`, 'state')
  }
  const kept = await locked(caller, row.kept_id)
  if (kept.status === 'MERGED') {
    const later = await patient_merges.find({
      hospital_id,
      duplicate_id: kept.id,
      status: 'MERGED',
    })
    throw conflict(`Undo merge ${later?.id ?? ''} first.`)
  }
  await repoint(caller, { from: row.kept_id, to: row.duplicate_id, only: row.moved })
  await write(caller, kept, unfilled(kept, row.fields_filled as Record<string, [unknown, unknown]>))
  await patients.change(
    { hospital_id, id: row.duplicate_id },
    { status: row.duplicate_was, merged_into_id: null },
  )
  await closePair(caller, row.kept_id, row.duplicate_id, 'DISMISSED', reason)
  const changes = {
    status: 'UNDONE',
    undone_by: caller.name.slice(0, 160),
    undone_at: clock.instant(),
    undo_reason: reason,
  } as const
  await patient_merges.change({ hospital_id, id }, changes)
  for (const patient_id of [row.kept_id, row.duplicate_id]) {
    record(caller, 'patient.unmerge', {
      entity_type: 'patient_merge',
      entity_id: id,
      patient_id,
      from_state: 'MERGED',
      to_state: 'UNDONE',
      reason,
    })
  }
  return view(caller, { ...row, ...changes })
}

/** As it was before the merge, unless somebody has changed it since. */
const unfilled = (kept: Row, filled: Record<string, [unknown, unknown]>): Partial<Row> =>
  Object.fromEntries(
    Object.entries(filled)
      .filter(([field, [, after]]) => {
        const now = (kept as Record<string, unknown>)[field]
        return JSON.stringify(now) === JSON.stringify(after)
      })
      .map(([field, [before]]) => [field, before]),
  )

export async function view(caller: Caller, merged: Merge): Promise<PatientMerge> {
  const [kept, duplicate] = await viewRows(caller, [
    await rowOf(caller, merged.kept_id),
    await rowOf(caller, merged.duplicate_id),
  ])
  return {
    ...merged,
    kept: kept as PatientMerge['kept'],
    duplicate: duplicate as PatientMerge['duplicate'],
    moved: Object.fromEntries(
      Object.entries(merged.moved).map(([table, ids]) => [table, ids.length]),
    ),
    fields_filled: Object.keys(merged.fields_filled),
  }
}
