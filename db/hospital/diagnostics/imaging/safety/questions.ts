// What is asked of whom before which study, and what the answers stand in the way of (DIA-116). Nothing
// here asks the database: the same reckoning answers at the booking, at the start and in between.

import { nextDay } from '../../../../core/clock.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import { type Answer, metals } from '../../laboratory/orders/safety.ts'
import type { Modality } from '../../laboratory/words.ts'
import type { Safety } from '../tables.ts'
import { ionising } from '../words.ts'

export interface Facts {
  study: {
    modality: Modality
    body_part: string | null
    contrast: 'NONE' | 'POSSIBLE' | 'REQUIRED'
    test_code: string
  }
  sex: string
  age: number
  safety: Safety
  /** Not older than a day. */
  answered_freshly: boolean
  /** As care or maternity know it. */
  known_pregnant: boolean
  /** A pregnancy test released in the last three days said no. */
  tested_negative: boolean
  egfr: number | null
  egfr_at: string | null
  contrast_allergy: string | null
  today: string
  limits: {
    pregnancy_ages: readonly number[]
    pregnancy_days: number
    egfr_block: number
    egfr_warn: number
  }
}

export type ImagingGate =
  | 'IMG_QUESTIONS'
  | 'IMG_PREGNANCY'
  | 'IMG_CONTRAST'
  | 'IMG_RENAL'
  | 'IMG_RENAL_UNKNOWN'
  | 'IMG_METFORMIN'
  | 'IMG_METAL'
export type Bites = Partial<Record<ImagingGate, Bite[]>>

const high_regions = /abdo|pelv|lumb|\bhip|whole|sacr|uter|obstet|renal|kub|intestin|colon/i
const above_the_chest = /head|brain|skull|sinus|orbit|face|neck|cervical|temporal/i

/** How near the rays come to where a child would be. */
export function regionOf({ modality, body_part }: Facts['study']): 'HIGH' | 'LOW' {
  const part = body_part ?? ''
  if (modality === 'FL') return 'HIGH'
  if (modality === 'CT') return above_the_chest.test(part) ? 'LOW' : 'HIGH'
  return high_regions.test(part) ? 'HIGH' : 'LOW'
}

export const asksPregnancy = ({ study, sex, age, limits }: Facts): boolean => {
  const [from = 12, to = 55] = limits.pregnancy_ages
  return ionising.has(study.modality) && sex === 'Female' && age >= from && age <= to
}

export const usesContrast = ({ study, safety }: Pick<Facts, 'study' | 'safety'>): boolean =>
  study.contrast === 'REQUIRED' ||
  (study.contrast === 'POSSIBLE' && safety.contrast_planned === true)

const contrast_questions = [
  'contrast_reaction',
  'asthma',
  'metformin',
  'kidney_disease',
  'diabetes',
  'thyroid',
] as const

/** The questions that nobody has answered yet, by their fields. */
export function openQuestions(facts: Facts): string[] {
  const { safety, study } = facts
  const open: string[] = []
  const nobody_knows = !facts.known_pregnant && !facts.tested_negative
  const asked = safety.pregnancy ?? 'NOT_ASKED'
  if (asksPregnancy(facts) && nobody_knows && asked === 'NOT_ASKED') open.push('pregnancy')
  if (usesContrast(facts)) open.push(...contrast_questions.filter((one) => !safety[one]))
  if (study.modality === 'MR') {
    open.push(...metals.filter((one) => !safety.metal?.[one]).map((one) => `metal.${one}`))
  }
  return open
}

/** What counts, whoever says it. */
export function pregnancyOf(facts: Facts): Answer {
  const { safety, today, limits } = facts
  if (facts.known_pregnant || safety.pregnancy === 'YES') return 'YES'
  const lmp = safety.lmp ?? null
  if (facts.tested_negative || (lmp !== null && lmp <= today && nextDay(lmp, 10) >= today)) {
    return 'NO'
  }
  if (safety.pregnancy !== 'NO') return 'UNKNOWN'
  return lmp !== null && nextDay(lmp, limits.pregnancy_days) < today ? 'UNKNOWN' : 'NO'
}

const one = (what: string, more: Omit<Bite, 'what'> = {}): Bite[] => [{ what, ...more }]

export function bitesOf(facts: Facts): Bites {
  return {
    ...questionsBite(facts),
    ...pregnancyBite(facts),
    ...(usesContrast(facts) ? contrastBites(facts) : {}),
    ...(facts.study.modality === 'MR' ? metalBites(facts.safety) : {}),
  }
}

function questionsBite(facts: Facts): Bites {
  const open = openQuestions(facts)
  if (open.length > 0) {
    return { IMG_QUESTIONS: one(`not answered: ${open.join(', ')}.`, { mend: 'Ask the patient.' }) }
  }
  const asks = asksPregnancy(facts) || usesContrast(facts) || facts.study.modality === 'MR'
  if (!asks || facts.answered_freshly) return {}
  return { IMG_QUESTIONS: one('the answers are older than a day.', { mend: 'Ask again.' }) }
}

function pregnancyBite(facts: Facts): Bites {
  if (!asksPregnancy(facts)) return {}
  const found = pregnancyOf(facts)
  if (found === 'NO') return {}
  const region = regionOf(facts.study)
  const exposes =
    region === 'HIGH'
      ? `${facts.study.test_code} exposes the pelvis.`
      : `${facts.study.test_code} gives rays.`
  const known = found === 'YES' ? 'the patient is pregnant' : 'pregnancy is not known'
  const mend = found === 'YES' ? 'Think of another way.' : 'Ask the patient.'
  const bite: Bite = { what: `${known} and ${exposes}`, mend, subject: found, facts: { region } }
  return { IMG_PREGNANCY: [bite] }
}

function contrastBites({ safety, contrast_allergy, egfr, age, limits }: Facts): Bites {
  const found: Bites = {}
  const allergy = contrast_allergy === null ? null : `allergy to ${contrast_allergy} on record.`
  const reacted = safety.contrast_reaction === 'YES' ? 'an earlier reaction to contrast.' : null
  const why = reacted ?? allergy
  if (why !== null) found.IMG_CONTRAST = one(why)
  if (egfr !== null && egfr < limits.egfr_warn) {
    const is_low = egfr < limits.egfr_block
    const what = `eGFR is ${egfr}, below ${is_low ? limits.egfr_block : limits.egfr_warn}.`
    found.IMG_RENAL = one(what, is_low ? {} : { level: 'WARN' })
  }
  const at_risk =
    [safety.kidney_disease, safety.diabetes, safety.metformin].includes('YES') || age > 60
  if (egfr === null && at_risk) {
    found.IMG_RENAL_UNKNOWN = one('no recent eGFR, and the kidneys may be weak.', {
      mend: 'Order creatinine.',
    })
  }
  if (safety.metformin === 'YES') {
    found.IMG_METFORMIN = one('the patient takes metformin.', {
      mend: 'Stop it as the hospital does around contrast.',
    })
  }
  return found
}

/** A pacemaker or a clip of which nobody knows that it bears the magnet is no matter for an override. */
function metalBites({ metal, mr_conditional }: Safety): Bites {
  const found = metals.filter((name) => metal?.[name] === 'YES' || metal?.[name] === 'UNKNOWN')
  if (found.length === 0) return {}
  const deadly = (['pacemaker', 'aneurysm_clip'] as const).filter((name) => metal?.[name] === 'YES')
  const level = deadly.length > 0 && !mr_conditional ? ({ level: 'BLOCK' } as const) : {}
  const words = found.map((name) => `${name.replaceAll('_', ' ')} ${metal?.[name]}`).join(', ')
  return { IMG_METAL: one(`${words}.`, level) }
}
