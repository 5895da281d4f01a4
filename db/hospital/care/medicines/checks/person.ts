// Who it is for (CAR-81, CAR-82): pregnancy and milk, conditions, age.

import type { RiskLevel } from '../words.ts'
import { allTargets, type Check, titled, years } from './situation.ts'

const risky: readonly RiskLevel[] = ['AVOID', 'CONTRAINDICATED']
const ranked: readonly RiskLevel[] = ['UNKNOWN', 'SAFE', 'CAUTION', 'AVOID', 'CONTRAINDICATED']

export const pregnancyChecks: Check = ({ line, of }) => {
  const { person, pregnancy } = of
  const age = years(person.age_days)
  if (person.sex !== 'Female' || age < 12 || age >= 51) return []
  const { t1, t2, t3 } = line.medicine.pregnancy
  const adopted = line.medicine.confirmed
  const milk = lactating(line, of)
  if (pregnancy === null || pregnancy.stale || pregnancy.pregnant === 'UNKNOWN') {
    if (![t1, t2, t3].some((level) => risky.includes(level))) return milk
    const what = `${titled(line)}: woman of 12–50: pregnancy status is not known.`
    const mend = 'Ask, or test.'
    return [...milk, { gate: 'RX_PREGNANCY_UNKNOWN', severity: null, what, mend, adopted }]
  }
  if (pregnancy.pregnant === 'NO') return milk
  const level = trimester(pregnancy.weeks, [t1, t2, t3])
  if (level !== 'CAUTION' && !risky.includes(level)) return milk
  const weeks = pregnancy.weeks === null ? '' : ` of ${pregnancy.weeks} weeks`
  const what = `${titled(line)}: pregnancy${weeks}: ${level.toLowerCase()}.`
  return [...milk, { gate: 'RX_PREGNANCY', severity: level, what, mend: null, adopted }]
}

/** Weeks that nobody knows: the worst of the three. */
function trimester(
  weeks: number | null,
  [t1, t2, t3]: readonly [RiskLevel, RiskLevel, RiskLevel],
): RiskLevel {
  if (weeks === null) {
    return [t1, t2, t3].reduce((a, b) => (ranked.indexOf(b) > ranked.indexOf(a) ? b : a))
  }
  if (weeks < 14) return t1
  return weeks < 28 ? t2 : t3
}

function lactating(
  line: Parameters<Check>[0]['line'],
  { pregnancy }: Parameters<Check>[0]['of'],
): ReturnType<Check> {
  const { lactation, confirmed } = line.medicine
  if (pregnancy?.breastfeeding !== true || !risky.includes(lactation)) return []
  const what = `${titled(line)}: breastfeeding: ${lactation.toLowerCase()}.`
  return [{ gate: 'RX_LACTATION', severity: lactation, what, mend: null, adopted: confirmed }]
}

/** `J45-J46` holds J45.1; `D55` holds D55.0. */
export function inRange(code: string, range: string): boolean {
  const bare = (text: string): string => text.replaceAll('.', '').toUpperCase()
  const [from = '', to = from] = range.split('-').map(bare)
  const own = bare(code)
  return own.slice(0, from.length) >= from && own.slice(0, to.length) <= to
}

export const conditionChecks: Check = ({ line, of }) => {
  const targets = allTargets(line.medicine)
  return of.rules.conditions.flatMap(({ target, codes, level, advice, adopted }) => {
    if (!targets.has(target)) return []
    const meets = codes.some((range) => of.conditions.some((code) => inRange(code, range)))
    if (!meets) return []
    const what = `${titled(line)}: ${advice}`
    return [{ gate: 'RX_CONDITION' as const, severity: level, what, mend: null, adopted }]
  })
}

export const ageChecks: Check = ({ line, of }) => {
  const targets = allTargets(line.medicine)
  const { age_days } = of.person
  return of.rules.ages.flatMap(({ target, min_age_days, max_age_days, level, advice, adopted }) => {
    const inside = age_days >= (min_age_days ?? 0) && age_days <= (max_age_days ?? Infinity)
    if (!targets.has(target) || !inside) return []
    const what = `${titled(line)}: ${advice}`
    return [{ gate: 'RX_AGE' as const, severity: level, what, mend: null, adopted }]
  })
}
