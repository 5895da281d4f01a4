// Whether a rule lets a line through (DIA-78). Pure, and the same for what comes in now and for what came in
// over the last month; what is critical or grown, or was corrected, no rule lets through.

import type { Condition, ResultFlag } from '../words.ts'
import type { auto_flags, auto_sources, priorities } from '../words.ts'

export interface AutoScope {
  section_ids: string[]
  test_codes: string[]
  instrument_ids: string[]
}

export interface AutoConditions {
  source: (typeof auto_sources)[number]
  worst_flag: (typeof auto_flags)[number]
  within: { test_code: string; low: number | null; high: number | null }[]
  max_specimen_hours: number | null
  age_from: number | null
  age_to: number | null
  priorities: (typeof priorities)[number][]
  locations: string[]
  previous_required: boolean
}

export interface AutoFacts {
  section_id: string
  test_code: string
  instrument_id: string | null
  source: string | null
  value_type: string
  value_num: number | null
  has_value: boolean
  flag: ResultFlag | null
  held: readonly string[]
  delta_active: boolean
  has_previous: boolean
  invalid: boolean
  preliminary: boolean
  version_no: number
  instrument_flags: readonly string[]
  specimen_condition: readonly Condition[]
  specimen_hours: number | null
  restricted: boolean
  age: number | null
  priority: string
  location: string | null
  /** In control, or no control is needed. */
  controlled: boolean
}

const on = (chosen: readonly string[], one: string | null): boolean =>
  chosen.length === 0 || (one !== null && chosen.includes(one))

/** What no rule may let through, whatever it says. */
export function mayBeAutomatic(line: AutoFacts): boolean {
  const { flag, restricted } = line
  const sound =
    line.has_value &&
    !line.invalid &&
    !line.preliminary &&
    line.version_no === 1 &&
    line.value_type !== 'CULTURE' &&
    line.held.length === 0 &&
    !line.delta_active &&
    line.controlled &&
    line.instrument_flags.length === 0 &&
    line.specimen_condition.length === 0
  return sound && flag !== null && flag in severity && (!restricted || flag === 'NORMAL')
}

/** Critical flags have no place here. */
const severity: Readonly<Partial<Record<ResultFlag, (typeof auto_flags)[number]>>> = {
  NORMAL: 'NORMAL',
  LOW: 'ABNORMAL',
  HIGH: 'ABNORMAL',
  ABNORMAL: 'ABNORMAL',
}

export function passes(
  { scope, conditions }: { scope: AutoScope; conditions: AutoConditions },
  line: AutoFacts,
): boolean {
  if (!mayBeAutomatic(line)) return false
  return inScope(scope, line) && meets(conditions, line)
}

const inScope = (scope: AutoScope, line: AutoFacts): boolean =>
  on(scope.section_ids, line.section_id) &&
  on(scope.test_codes, line.test_code) &&
  on(scope.instrument_ids, line.instrument_id)

function meets(asked: AutoConditions, line: AutoFacts): boolean {
  if (asked.source === 'ANALYSER' && line.source !== 'ANALYSER') return false
  if (asked.worst_flag === 'NORMAL' && line.flag !== 'NORMAL') return false
  if (asked.previous_required && !line.has_previous) return false
  if (!on(asked.priorities, line.priority) || !on(asked.locations, line.location)) return false
  return (
    isWithin(asked, line) && between(line.age, asked.age_from, asked.age_to) && isFresh(asked, line)
  )
}

const isFresh = (asked: AutoConditions, line: AutoFacts): boolean =>
  asked.max_specimen_hours === null ||
  (line.specimen_hours !== null && line.specimen_hours <= asked.max_specimen_hours)

function isWithin(asked: AutoConditions, line: AutoFacts): boolean {
  const own = asked.within.find(({ test_code }) => test_code === line.test_code)
  return own === undefined || between(line.value_num, own.low, own.high)
}

function between(value: number | null, low: number | null, high: number | null): boolean {
  if (low === null && high === null) return true
  if (value === null) return false
  return (low === null || value >= low) && (high === null || value <= high)
}
