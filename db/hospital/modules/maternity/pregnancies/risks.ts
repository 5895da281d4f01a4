// Which risks stand against a pregnancy (MAT-3), by the hospital's rows and what is known. Pure.

import type { RiskKey, RiskRow } from '../chosen/risks.ts'
import type { RiskLevel } from '../words.ts'
import type { Earlier, Risk } from './tables.ts'

export interface RiskFacts {
  age_years: number
  height_cm: number | null
  para: number
  previous_sections: number
  earlier: readonly Earlier[]
  multiple: number | null
  presentation: string | null
  weeks: number | null
  blood_group: string | null
  hiv_positive: boolean
  haemoglobin: number | null
  systolic: number | null
  diastolic: number | null
  urine_protein: string | null
  urine_glucose: string | null
  muac_mm: number | null
  /** Since somebody saw her. */
  weeks_unseen: number
}

type Holds = (facts: RiskFacts, row: RiskRow) => boolean

const under = (value: number | null, limit: number | undefined): boolean =>
  value !== null && limit !== undefined && value < limit
const from = (value: number | null, limit: number | undefined): boolean =>
  value !== null && limit !== undefined && value >= limit
const isPositive = (word: string | null): boolean => /^P[1-4]$/.test(word ?? '')
const told =
  (pattern: RegExp): Holds =>
  (facts) =>
    facts.earlier.some(({ problem }) => pattern.test(problem ?? ''))
const ended =
  (outcome: Earlier['outcome']): Holds =>
  (facts) =>
    facts.earlier.some((one) => one.outcome === outcome)
const lying_wrong = ['BREECH', 'TRANSVERSE', 'OBLIQUE']

const holds: Record<RiskKey, Holds> = {
  YOUNG: ({ age_years }, { limit }) => under(age_years, limit),
  OLDER: ({ age_years }, { limit }) => limit !== undefined && age_years > limit,
  SHORT: ({ height_cm }, { limit }) => under(height_cm, limit),
  MANY_BIRTHS: ({ para }, { limit }) => from(para, limit),
  PREVIOUS_SECTION: ({ previous_sections }) => previous_sections > 0,
  PREVIOUS_STILLBIRTH: ended('STILLBIRTH'),
  PREVIOUS_NEONATAL_DEATH: ended('NEONATAL_DEATH'),
  PREVIOUS_BLEEDING: told(/bleed|bled|haemorrhag|hemorrhag|\bPPH\b|damu/i),
  PREVIOUS_ECLAMPSIA: told(/eclampsia|\bfits?\b|convulsion|degedege/i),
  MULTIPLE: ({ multiple }) => (multiple ?? 1) > 1,
  NOT_HEAD_DOWN: ({ presentation, weeks }, { limit }) =>
    from(weeks, limit) && lying_wrong.includes(presentation ?? ''),
  RHESUS_NEGATIVE: ({ blood_group }) => blood_group?.endsWith('-') === true,
  HIV_POSITIVE: ({ hiv_positive }) => hiv_positive,
  ANAEMIA: ({ haemoglobin }, { limit }) => under(haemoglobin, limit),
  ANAEMIA_SEVERE: ({ haemoglobin }, { limit }) => under(haemoglobin, limit),
  HYPERTENSION: ({ systolic, diastolic }, { limit, second }) =>
    from(systolic, limit) || from(diastolic, second),
  PROTEINURIA: ({ urine_protein }) => isPositive(urine_protein),
  GLUCOSURIA: ({ urine_glucose }) => isPositive(urine_glucose),
  THIN_ARM: ({ muac_mm }, { limit }) => under(muac_mm, limit),
  NO_CONTACT: ({ weeks_unseen }, { limit }) => from(weeks_unseen, limit),
}

/** Since when each stands is kept from before. */
export function risksOf(
  rows: readonly RiskRow[],
  facts: RiskFacts,
  before: readonly Risk[],
  on: string,
): Risk[] {
  const since = new Map(before.map((risk) => [risk.key, risk.since]))
  return rows
    .filter((row) => holds[row.key](facts, row))
    .map(({ key, title, level, advice }) => ({
      key,
      title,
      level,
      advice,
      since: since.get(key) ?? on,
    }))
}

export const levelOf = (risks: readonly Risk[]): RiskLevel =>
  risks.some(({ level }) => level === 'HIGH') ? 'HIGH' : risks.length > 0 ? 'MODERATE' : 'LOW'
