// What a merge would do, before anybody asks for it (PAT-18). The rows that would go over are
// counted by moving them and taking all of it back, so that the preview says what the merge does.

import type { Caller } from '../../../../core/caller.ts'
import { within } from '../../../../store/connection.ts'
import { conflict, isRefusal } from '../../../../core/refusal.ts'
import { filling, merge_fields } from './merge-fields.ts'
import { guard, wouldMismatch } from './merge-guard.ts'
import type { MergePreview } from './merge-shapes.ts'
import { repoint } from './merges.ts'
import { authoriseRead } from '../privacy/authorise.ts'
import type { PatientRow } from '../register/row-shapes.ts'
import { type Row, patientRecord } from '../rows.ts'
import { viewRows } from '../register/view.ts'

export async function preview(caller: Caller, id: string, other: string): Promise<MergePreview> {
  const kept = await patientRecord.get(caller, id)
  const duplicate = await patientRecord.get(caller, other)
  if (kept.id === duplicate.id) throw conflict('That is the same record.')
  // The door has asked for the one in the path.
  await authoriseRead(caller, duplicate.id, 'patient.merge_preview')
  const tried = await tryOut(caller, kept, duplicate)
  const [a, b] = await viewRows(caller, [kept, duplicate])
  return {
    kept: a as PatientRow,
    duplicate: b as PatientRow,
    fields: fieldsOf(kept, duplicate),
    moves: tried.moves,
    conflicts: tried.conflicts,
    warnings: await wouldMismatch(caller, kept, duplicate),
  }
}

function fieldsOf(kept: Row, duplicate: Row): MergePreview['fields'] {
  const filled = filling(kept, duplicate, {})
  return merge_fields.map((field) => {
    const [one, other] = [kept[field], duplicate[field]]
    const same = JSON.stringify(one) === JSON.stringify(other)
    const fate = same ? 'SAME' : field in filled ? 'FILLED' : other === null ? 'KEPT' : 'CONFLICT'
    return { field, kept: one, duplicate: other, fate }
  })
}

/** Thrown to take back what was only tried. */
const taken_back = new Error('taken back')

async function tryOut(
  caller: Caller,
  kept: Row,
  duplicate: Row,
): Promise<Pick<MergePreview, 'moves' | 'conflicts'>> {
  let moves: Record<string, number> = {}
  try {
    await within(async () => {
      await guard(caller, kept, duplicate)
      const moved = await repoint(caller, { from: duplicate.id, to: kept.id })
      moves = Object.fromEntries(Object.entries(moved).map(([kind, ids]) => [kind, ids.length]))
      throw taken_back
    })
  } catch (error) {
    if (isRefusal(error) && error.status === 409) return { moves, conflicts: [error.message] }
    if (error !== taken_back) throw error
  }
  return { moves, conflicts: [] }
}
