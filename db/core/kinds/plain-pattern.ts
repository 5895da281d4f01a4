// A pattern that people type and that is read with every record may not be one that takes long.

import { invalid } from '../refusal.ts'

const variable_parts_max = 4

export function mustBePlain(field: string, pattern: string): void {
  try {
    void new RegExp(pattern, 'u')
  } catch {
    throw invalid(field, 'is not a regular expression.')
  }
  const plain = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  const repeats_a_group = /\)[*+?{]/.test(plain)
  const looks_elsewhere = /\(\?/.test(plain) || /\\[1-9kpP]/.test(pattern)
  const variable = plain.match(/[*+?]|\{\d*,\d*\}/g) ?? []
  if (repeats_a_group || looks_elsewhere || variable.length > variable_parts_max) {
    throw invalid(field, 'is too intricate: use letters, digits, sets and counts.')
  }
}
