// Susceptible, intermediate or resistant, as the breakpoint that a hospital follows says (DIA-92), and what
// is marked for infection control (DIA-94).

import type { RowOf } from '../../../../store/table.ts'
import { folded } from '../../../../store/table.ts'
import type { Comparator, Interpretation, SensitivityMethod } from '../words.ts'
import type { Isolate } from './culture.ts'
import type { antibiotic_breakpoints, organisms, resistance_marks } from './tables.ts'

export type BreakpointRow = RowOf<(typeof antibiotic_breakpoints)['columns']>
export type OrganismRow = RowOf<(typeof organisms)['columns']>
export type MarkRow = RowOf<(typeof resistance_marks)['columns']>

export interface Measured {
  method: SensitivityMethod
  zone_mm: number | null
  mic: number | null
  mic_comparator: Comparator | null
}

interface Asked {
  organism: Pick<OrganismRow, 'code' | 'organism_group'>
  antibiotic_code: string
  method: SensitivityMethod
  /** Where it was taken, in whatever words. */
  site: string | null
  on: string
}

/** Of the organism before its group, of the site before any, the newest that is in force. */
export function breakpointFor(
  rows: readonly BreakpointRow[],
  { organism, antibiotic_code, method, site, on }: Asked,
): BreakpointRow | undefined {
  const kind = method === 'DISC' ? 'DISC' : 'MIC'
  const here = folded(site ?? '')
  const fits = (row: BreakpointRow): boolean =>
    row.antibiotic_code === antibiotic_code &&
    row.method === kind &&
    row.effective_from <= on &&
    (row.site === null || folded(row.site) === here) &&
    (row.organism_code === null
      ? row.organism_group === organism.organism_group
      : row.organism_code === organism.code)
  const rank = (row: BreakpointRow): string =>
    `${row.organism_code === null ? 0 : 1}${row.site === null ? 0 : 1}${row.effective_from}`
  return rows.filter(fits).toSorted((a, b) => rank(b).localeCompare(rank(a)))[0]
}

/** Null where the measure cannot say it: then a person does. */
export function judged(row: BreakpointRow, measured: Measured): Interpretation | null {
  return row.method === 'DISC' ? byZone(row, measured) : byMic(row, measured)
}

function byZone({ s_zone_from, r_zone_to }: BreakpointRow, { zone_mm }: Measured) {
  if (zone_mm === null) return null
  if (s_zone_from !== null && zone_mm >= s_zone_from) return 'S'
  if (r_zone_to !== null && zone_mm <= r_zone_to) return 'R'
  return s_zone_from === null || r_zone_to === null ? null : 'I'
}

function byMic({ s_mic_to, r_mic_from }: BreakpointRow, { mic, mic_comparator }: Measured) {
  if (mic === null) return null
  const is_resistant = r_mic_from !== null && mic >= r_mic_from
  const is_susceptible = s_mic_to !== null && mic <= s_mic_to
  if (mic_comparator === '>' || mic_comparator === '>=') return is_resistant ? 'R' : null
  if (mic_comparator !== null) return is_susceptible ? 'S' : null
  if (is_susceptible) return 'S'
  if (is_resistant) return 'R'
  return s_mic_to === null || r_mic_from === null ? null : 'I'
}

export const marksOf = (
  rules: readonly MarkRow[],
  { code, organism_group }: Pick<OrganismRow, 'code' | 'organism_group'>,
  found: Pick<Isolate, 'susceptibilities'>['susceptibilities'],
): string[] =>
  rules
    .filter((rule) =>
      rule.organism_code === null
        ? rule.organism_group === organism_group
        : rule.organism_code === code,
    )
    .filter((rule) =>
      found.some(
        ({ antibiotic_code, interpretation }) =>
          rule.antibiotic_codes.includes(antibiotic_code) &&
          rule.interpretations.includes(interpretation),
      ),
    )
    .map(({ code: mark }) => mark)
