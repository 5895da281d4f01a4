// The safety questions are answered, or answered anew (DIA-117, DIA-118).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, notPermitted } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { type StudyRow, studyRecord } from '../studies/record.ts'
import type { SafetyWhole } from '../studies/shapes.ts'
import { justify } from './gates.ts'

const before_images: ReadonlySet<string> = new Set(['ORDERED', 'SCHEDULED', 'ARRIVED'])
const may = ['imaging:schedule', 'imaging:perform', 'diagnostic:order'] as const

/** What is not said again stays as it was answered. */
export async function answer(caller: Caller, id: string, input: SafetyWhole): Promise<StudyRow> {
  const before = await studyRecord.locked(caller, id)
  if (!may.some((code) => can(caller, code))) throw notPermitted(may[0])
  fresh(caller, before)
  if (!before_images.has(before.status)) {
    throw conflict(`Study ${before.accession} is ${before.status}: the answers stand.`, 'state')
  }
  const { overrides = [], ...said } = input
  const metal = said.metal ? { ...before.safety.metal, ...said.metal } : before.safety.metal
  const safety = { ...before.safety, ...said, ...(metal ? { metal } : {}) }
  const answered = { ...before, safety, answered_at: clock.instant() }
  const justified = await justify(caller, answered, overrides)
  return studyRecord.changed(caller, before, 'safety', {
    safety,
    justified,
    answered_at: answered.answered_at,
    answered_by_name: caller.name,
  })
}
