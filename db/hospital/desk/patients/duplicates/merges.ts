// Two records of one person become one, and apart again (PAT-17, 19, 21).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import { raw, sql } from '../../../../store/sql.ts'
import { type RowOf, tables } from '../../../../store/table.ts'
import { fresh } from '../../../../core/versions.ts'
import { record } from '../../../office/audit/record.ts'
import { registry } from '../../../registry.ts'
import { type Filled, fill, unfilled, write } from './merge-fields.ts'
import { guard, mismatch } from './merge-guard.ts'
import { closePair } from './pairs.ts'
import { oneAtATime } from '../register/register.ts'
import type { Ids } from './repoint.ts'
import { patientRecord } from '../rows.ts'
import type { MergeInput, PatientMerge } from './merge-shapes.ts'
import { withTheirs } from './of-visits.ts'
import { patient_merges } from './tables.ts'
import { patients } from '../tables.ts'
import type { PatientRow } from '../register/row-shapes.ts'
import { patientRows } from '../register/view.ts'
import { recordOf } from '../../../../store/record-of.ts'

export type Merge = RowOf<(typeof patient_merges)['columns']>

/** `as_known`: somebody has said who an unknown person is, with evidence; nothing is compared. */
export async function merge(
  caller: Caller,
  id: string,
  input: MergeInput,
  { as_known = false } = {},
): Promise<PatientMerge> {
  const { hospital_id } = caller
  await oneAtATime(caller)
  const duplicate_id = (await patientRecord.get(caller, input.duplicate_id)).id
  if (id === duplicate_id) throw conflict('That is the same record.')
  // In one order, so that two merges never wait for each other.
  const [one, two] = [id, duplicate_id].sort()
  await patientRecord.locked(caller, one as string)
  await patientRecord.locked(caller, two as string)
  const kept = await patientRecord.get(caller, id)
  const duplicate = await patientRecord.get(caller, duplicate_id)
  fresh(caller, kept)
  await guard(caller, kept, duplicate)
  const warnings = as_known ? [] : await mismatch(caller, kept, duplicate, input.overrides)
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
    merged_by: caller.name,
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
  return { ...(await view(caller, made)), warnings }
}

/** Every area moves its own rows, in this transaction. */
export async function repoint(
  caller: Caller,
  asked: { from: string; to: string; only?: Ids },
): Promise<Ids> {
  const moved: Ids = {}
  for (const one of registry.repoints) Object.assign(moved, await one(caller, asked))
  return moved
}

export const mergeRecord = recordOf(patient_merges, 'merge')

export async function undo(caller: Caller, id: string, reason: string): Promise<PatientMerge> {
  const { hospital_id } = caller
  await oneAtATime(caller)
  const row = await mergeRecord.get(caller, id)
  if (row.status === 'UNDONE') {
    throw conflict(`Merge ${id} is UNDONE. Nothing more can be done with it.`, 'state')
  }
  const kept = await patientRecord.locked(caller, row.kept_id)
  if (kept.status === 'MERGED') {
    const later = await patient_merges.find({
      hospital_id,
      duplicate_id: kept.id,
      status: 'MERGED',
    })
    const into = await patientRecord.get(caller, later?.kept_id ?? kept.merged_into_id ?? '')
    throw conflict(`Undo the merge of ${kept.number} into ${into.number} first.`)
  }
  const only = await withTheirs(caller, row.kept_id, row.moved)
  await repoint(caller, { from: row.kept_id, to: row.duplicate_id, only })
  await write(caller, kept, unfilled(kept, row.fields_filled as Filled))
  await patients.change(
    { hospital_id, id: row.duplicate_id },
    { status: row.duplicate_was, merged_into_id: null },
  )
  await closePair(caller, row.kept_id, row.duplicate_id, 'DISMISSED', reason)
  const changes = {
    status: 'UNDONE',
    undone_by: caller.name,
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
  const undone = { ...row, ...changes }
  return { ...(await view(caller, undone)), left_with_kept: await madeSince(caller, row) }
}

export async function view(caller: Caller, merged: Merge): Promise<PatientMerge> {
  return seen(merged, await patientRows(caller, [merged.kept_id, merged.duplicate_id]))
}

export const seen = (merged: Merge, patients: ReadonlyMap<string, PatientRow>): PatientMerge => ({
  ...merged,
  kept: patients.get(merged.kept_id) as PatientRow,
  duplicate: patients.get(merged.duplicate_id) as PatientRow,
  moved: Object.fromEntries(Object.entries(merged.moved).map(([kind, ids]) => [kind, ids.length])),
  fields_filled: Object.keys(merged.fields_filled),
})

/** PAT-21: what was made on the kept record since the merge is nobody's but its own. */
async function madeSince(caller: Caller, { kept_id, merged_at, moved }: Merge) {
  const left: { kind: string; count: number }[] = []
  for (const { name, columns } of Object.values(tables)) {
    const needed = ['id', 'hospital_id', 'patient_id', 'created_at']
    if (!needed.every((column) => column in columns)) continue
    const found = await rows<{ id: string }>(
      sql`select id from ${raw(name)} where hospital_id = ${caller.hospital_id}
        and patient_id = ${kept_id} and created_at >= ${merged_at}`,
    )
    const own = found.filter(({ id }) => !(moved[name] ?? []).includes(id))
    if (own.length > 0) left.push({ kind: name, count: own.length })
  }
  return left
}
