// A group that follows from the record has no row, yet it is listed and may be asked for: its id is
// the patient's own with the digit of the version changed, one for each group, and reads back.

import type { VulnerableTag } from './group-words.ts'

const digits: Readonly<Partial<Record<VulnerableTag, string>>> = {
  TB: 'a',
  HIV: 'b',
  UNDER_FIVE: 'c',
  ELDERLY: 'd',
  PREGNANT: 'e',
  POSTPARTUM: 'f',
}
const version_at = 14

export const computedId = (patient_id: string, tag: VulnerableTag): string =>
  withVersion(patient_id, digits[tag] ?? '0')

/** Which group of which patient, or nothing where the id is an ordinary one. */
export function computedOf(id: string): { patient_id: string; tag: VulnerableTag } | undefined {
  const found = Object.entries(digits).find(([, digit]) => digit === id[version_at]?.toLowerCase())
  if (found === undefined) return undefined
  return { patient_id: withVersion(id, '7'), tag: found[0] as VulnerableTag }
}

const withVersion = (id: string, digit: string): string =>
  `${id.slice(0, version_at)}${digit}${id.slice(version_at + 1)}`
