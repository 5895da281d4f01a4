// Which antiretroviral regimen fits, and what allows another line (TBC-14, TBC-15). Nothing is read or written.

import { conflict, invalid } from '../../../../core/refusal.ts'
import { plusMonths } from '../calendar-days.ts'
import type { ArtRegimen, ViralLoadRules } from '../sheets/rows.ts'
import type { ViralLoad } from './tables.ts'

export interface Body {
  years: number
  weight_kg: number
}

export const fits = (regimen: ArtRegimen, { years, weight_kg }: Body): boolean =>
  years >= regimen.from_years && weight_kg >= regimen.from_kg && weight_kg <= regimen.to_kg

export function fittingArt(all: readonly ArtRegimen[], key: string, body: Body): ArtRegimen {
  const regimen = all.find((one) => one.key === key)
  if (regimen === undefined) {
    throw invalid('regimen_key', `must be one of ${all.map((one) => one.key).join(', ')}.`)
  }
  if (fits(regimen, body)) return regimen
  const others = all.filter((one) => one.line === regimen.line && fits(one, body))
  const names = others.map((one) => one.key).join(', ') || 'none of this line'
  throw conflict(
    `${regimen.title} does not fit ${body.years} years and ${body.weight_kg} kg. Fitting: ${names}.`,
    'regimen',
  )
}

/** Two high ones, months apart, and the sessions between them. */
export function provesFailure(
  rules: ViralLoadRules,
  loads: readonly ViralLoad[],
  sessions: readonly string[],
): boolean {
  const high = loads
    .filter(({ value }) => value >= rules.high)
    .map(({ on }) => on)
    .toSorted()
  const last = high.at(-1)
  if (last === undefined) return false
  return high.some(
    (first) =>
      plusMonths(first, rules.repeat_after) <= last &&
      sessions.filter((on) => on >= first && on <= last).length >= rules.sessions,
  )
}

const a_day: Readonly<Record<string, number>> = { OD: 1, BD: 2, TDS: 3 }

/** Of the medicine that is counted: the first of the regimen. */
export const unitsPerDay = ({ medicines }: Pick<ArtRegimen, 'medicines'>): number => {
  const [first] = medicines
  return first === undefined ? 1 : first.units * (a_day[first.frequency] ?? 1)
}
