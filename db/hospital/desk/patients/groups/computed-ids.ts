// A group that follows from the record has no row, yet it is listed and may be asked for: its id is
// the patient's own with the digit of the version changed, one for each group, and reads back. Those
// that a caller may not know (VUL-6) have one digit between them, as they have one word.

import type { Caller } from '../../../../core/caller.ts'
import type { VulnerableGroup } from './shapes.ts'
import { follows, masked_tag } from './words.ts'
import { type Belonging, isTold, namedFor } from './vulnerability.ts'

const digits: Readonly<Record<string, string>> = {
  [masked_tag]: '9',
  TB: 'a',
  HIV: 'b',
  UNDER_FIVE: 'c',
  ELDERLY: 'd',
  PREGNANT: 'e',
  POSTPARTUM: 'f',
}
const version_at = 14

/** By the word that the caller is shown, never by the one behind it. */
const computedId = (patient_id: string, shown: string): string =>
  withVersion(patient_id, digits[shown] ?? '0')

/** What has no row of its own. Two that the caller may not tell apart are one line (VUL-6). */
export function asShown(
  caller: Caller,
  patient_id: string,
  found: readonly Belonging[],
): VulnerableGroup[] {
  const shown = new Map<string, VulnerableGroup>()
  for (const { group, evidence, id, ...rest } of found) {
    const named = namedFor(caller, group)
    if (id !== null || shown.has(named) || !isTold(caller, group)) continue
    shown.set(named, {
      ...rest,
      id: computedId(patient_id, named),
      patient_id,
      group: named,
      evidence_type: evidence as 'AGE',
      evidence_no: null,
      attachment_id: null,
      notes: null,
      requested_by: 'Kituo',
      decided_by: null,
      decided_at: null,
      decision_reason: null,
    })
  }
  return [...shown.values()]
}

/** Which patient's, and why nobody decides on it, or nothing where the id is an ordinary one. */
export function computedOf(id: string): { patient_id: string; refusal: string } | undefined {
  const found = Object.entries(digits).find(([, digit]) => digit === id[version_at]?.toLowerCase())
  if (found === undefined) return undefined
  const [shown] = found
  const source = Object.entries(follows).find(([tag]) => tag === shown)?.[1] ?? follows.TB
  return { patient_id: withVersion(id, '7'), refusal: `${shown} ${source}` }
}

const withVersion = (id: string, digit: string): string =>
  `${id.slice(0, version_at)}${digit}${id.slice(version_at + 1)}`
