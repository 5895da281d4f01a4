// What a scheme's member numbers look like (BIL-107). The pattern is typed by people and read with
// every membership, so it may not be one that takes long.

import { invalid } from '../../../core/refusal.ts'

const variable_parts_max = 4

export function checkPattern(pattern: string): void {
  try {
    void new RegExp(pattern, 'u')
  } catch {
    throw invalid('member_no_pattern', 'is not a regular expression.')
  }
  const plain = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  const repeats_a_group = /\)[*+?{]/.test(plain)
  const looks_elsewhere = /\(\?/.test(plain) || /\\[1-9kpP]/.test(pattern)
  const variable = plain.match(/[*+?]|\{\d*,\d*\}/g) ?? []
  if (repeats_a_group || looks_elsewhere || variable.length > variable_parts_max) {
    throw invalid('member_no_pattern', 'is too intricate: use letters, digits, sets and counts.')
  }
}

export function checkMemberNo(member_no: string, pattern: string | null): void {
  if (pattern === null || new RegExp(`^(?:${pattern})$`, 'u').test(member_no)) return
  throw invalid('member_no', `"${member_no}" does not fit ${pattern}.`)
}
