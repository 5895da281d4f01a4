// For how long medicines are given at once, and until when they last (TBC-16). Nothing is read or written.

import { conflict, invalid } from '../../../../core/refusal.ts'
import { plusDays, plusMonths } from '../calendar-days.ts'
import type { DeskRules, ViralLoadRules } from '../sheets/rows.ts'
import type { SupplyModel } from '../words.ts'
import type { Adherence, Supply, ViralLoad } from './tables.ts'

export const days_a_month = 30

export const modelOf = (months: number): SupplyModel =>
  months >= 6 ? 'MULTI_6' : months >= 3 ? 'MULTI_3' : 'MONTHLY'

export interface Steady {
  years: number
  pregnant: boolean
  art_started_on: string | null
  viral_load: ViralLoad | null
  adherence: Adherence | null
  /** Of a TB treatment that goes on. */
  tb_started_on: string | null
}

const steady_months = 6
const tb_months = 2

/** 409 that names what is not there yet; a month or two is for everybody. */
export function mayHaveMonths(
  months: number,
  of: Steady,
  { refill_max_months }: Pick<DeskRules, 'refill_max_months'>,
  { low_level }: Pick<ViralLoadRules, 'low_level'>,
  day: string,
): void {
  if (months > refill_max_months) {
    throw invalid('months', `must be at most ${refill_max_months}.`)
  }
  if (months < 3) return
  const why = reasonAgainst(of, low_level, day)
  if (why !== null) throw conflict(`Not for longer supply: ${why}.`, 'supply')
}

function reasonAgainst(of: Steady, low_level: number, day: string): string | null {
  const { years, pregnant, art_started_on, viral_load, adherence, tb_started_on } = of
  if (years < 2) return 'under two years of age'
  if (pregnant) return 'pregnant'
  if (art_started_on === null || plusMonths(art_started_on, steady_months) > day) {
    return `less than ${steady_months} months on treatment`
  }
  if (viral_load === null) return 'no viral load yet'
  if (viral_load.value >= low_level) {
    return `viral load ${viral_load.value.toLocaleString('en-US')} on ${viral_load.on}`
  }
  if (adherence?.class !== 'GOOD') return 'adherence is not good'
  if (tb_started_on !== null && plusMonths(tb_started_on, tb_months) > day) {
    return `TB treatment began on ${tb_started_on}`
  }
  return null
}

export const suppliedFrom = (on: string, months: number): Supply => ({
  months,
  dispensed_on: on,
  covers_until: plusDays(on, months * days_a_month),
})

export const nextVisit = (
  { covers_until }: Supply,
  { buffer_days }: Pick<DeskRules, 'buffer_days'>,
): string => plusDays(covers_until, -buffer_days)

/** No supply and no visit for so long after the day that was missed. */
export const isInterrupted = (
  { covers_until, next_visit_on }: { covers_until: string | null; next_visit_on: string | null },
  { interrupt_days }: Pick<DeskRules, 'interrupt_days'>,
  day: string,
): boolean => {
  const missed = [covers_until, next_visit_on]
    .filter((one) => one !== null)
    .toSorted()
    .at(-1)
  return missed !== undefined && plusDays(missed, interrupt_days) < day
}
