// The score of a newborn: five signs from 0 to 2, and their sum (MAT-16). Pure.

import { invalid, Refusal } from '../../../../core/refusal.ts'
import { apgar_minutes, apgar_signs } from '../words.ts'
import type { ApgarInput } from './shapes.ts'
import type { Apgar } from './tables.ts'

export function scored(given: readonly ApgarInput[], { asked }: { asked: boolean }): Apgar[] {
  const seen = new Set<number>()
  const scores = given.map((one, index) => {
    if (!(apgar_minutes as readonly number[]).includes(one.minute) || seen.has(one.minute)) {
      throw invalid(`apgar[${index}].minute`, 'must be 1, 5 or 10, each once.')
    }
    seen.add(one.minute)
    return scoreOf(one, index)
  })
  if (asked && !seen.has(1)) throw invalid('apgar', 'is required: the score at one minute.')
  return scores.toSorted((a, b) => a.minute - b.minute)
}

function scoreOf(one: ApgarInput, index: number): Apgar {
  const signs = apgar_signs.map((sign) => one[sign])
  const whole = signs.every((sign) => typeof sign === 'number')
  if (whole) {
    const total = signs.reduce<number>((sum, sign) => sum + Number(sign), 0)
    const { heart, breathing, tone, reflex, colour } = one
    const kept = { heart, breathing, tone, reflex, colour } as Pick<
      Apgar,
      (typeof apgar_signs)[number]
    >
    return { minute: one.minute, total, ...kept }
  }
  if (one.signs_not_recorded === true && typeof one.total === 'number') {
    return { minute: one.minute, total: one.total, signs_not_recorded: true }
  }
  throw new Refusal(
    400,
    'invalid',
    `apgar[${index}]: give the five signs, or signs_not_recorded.`,
    { field: 'apgar' },
  )
}
