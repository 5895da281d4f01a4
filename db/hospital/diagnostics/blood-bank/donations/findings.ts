// What an interview and an examination find (BLD-3 to BLD-7): every active rule that fits, and the
// strongest decides. Pure: the tests hold every shipped rule against it.

import { nextDay } from '../../../../core/clock.ts'
import { conflict, invalidAs } from '../../../../core/refusal.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { monthsOn } from '../../../office/plans/days.ts'
import type { BloodSettings, DeferralRule } from '../settings/setting-words.ts'
import type { donation_kinds } from '../words.ts'
import type { Exam, Finding } from './kept.ts'

type Kind = (typeof donation_kinds)[number]
export type Answers = Record<string, 'YES' | 'NO'>

export interface Giving {
  sex: 'Male' | 'Female'
  date_of_birth: string
}

/** Of an AUTOLOGOUS donation these are not asked (BLD-8). */
const not_of_own = new Set(['AGE', 'INTERVAL', 'WEIGHT'])

const rulesFor = (
  { deferral_rules }: Pick<BloodSettings, 'deferral_rules'>,
  { sex }: Pick<Giving, 'sex'>,
): DeferralRule[] =>
  deferral_rules
    .filter((rule) => rule.active && (rule.sex === null || rule.sex === sex))
    .toSorted((a, b) => a.order - b.order)

/** BLD-3: every question is answered anew, and with yes or no; what is not asked is ignored. */
export function readAnswers(
  settings: Pick<BloodSettings, 'deferral_rules'>,
  donor: Pick<Giving, 'sex'>,
  given: Readonly<Record<string, unknown>>,
): Answers {
  const answers: Answers = {}
  for (const { code, question } of rulesFor(settings, donor)) {
    if (question === null) continue
    const said = given[code]
    if (said === undefined || said === null || said === '') {
      throw invalidAs('answers', `${code} is missing.`)
    }
    if (said !== 'YES' && said !== 'NO') {
      throw invalidAs('answers', `${code} must be YES or NO.`)
    }
    answers[code] = said
  }
  return answers
}

interface Asked {
  kind: Kind
  donor: Giving
  answers: Answers
  exam: Exam
  today: string
}

export function findingsOf(settings: BloodSettings, asked: Asked): Finding[] {
  const own = asked.kind === 'AUTOLOGOUS'
  return rulesFor(settings, asked.donor)
    .filter(({ code }) => !own || !not_of_own.has(code))
    .flatMap((rule) => findingOf(settings, rule, asked) ?? [])
}

function findingOf(settings: BloodSettings, rule: DeferralRule, asked: Asked): Finding | null {
  if (rule.when.by === 'COMPUTED')
    return rule.code === 'AGE' ? ageFinding(settings, rule, asked) : null
  return fits(rule, asked) ? finding(rule, untilOf(rule, asked.today)) : null
}

function fits({ code, when }: DeferralRule, { answers, exam }: Asked): boolean {
  if (when.by === 'ANSWER') return answers[code] === 'YES'
  const value = when.field ? exam[when.field] : undefined
  if (value === undefined) return false
  const { below = null, above = null } = when
  return (below !== null && value < below) || (above !== null && value > above)
}

const untilOf = ({ kind, days }: DeferralRule, today: string): string | null =>
  kind === 'PERMANENT' ? null : nextDay(today, days ?? 1)

const finding = (
  { code, kind, text, applies_to }: DeferralRule,
  until: string | null,
  as: Finding['kind'] = kind,
): Finding => ({ code, kind: as, until, text: text.en, text_sw: text.sw, not_for: [...applies_to] })

/** BLD-4: until the birthday on which the donor is old enough; past age_to for good. */
function ageFinding(
  { age_from, age_to }: BloodSettings,
  rule: DeferralRule,
  { donor, today }: Asked,
): Finding | null {
  const { years } = ageOn(donor.date_of_birth, today, 'en')
  if (years > age_to) return finding(rule, null, 'PERMANENT')
  if (years >= age_from) return null
  return finding(rule, monthsOn(donor.date_of_birth, age_from * 12))
}

export const isDeferring = ({ not_for }: Finding): boolean => not_for.length === 0

/** BLD-5: by calendar month, the same day or the last of the month. */
export const nextEligible = (
  { interval_months }: Pick<BloodSettings, 'interval_months'>,
  sex: Giving['sex'],
  donated_on: string,
): string => monthsOn(donated_on, interval_months[sex])

const own_days = 7

/** BLD-5: too early is refused before anything is asked. */
export function soonEnough(
  donor: { last_donated_on: string | null; next_eligible_on: string | null },
  kind: Kind,
  note: string | null,
  today: string,
): string | null {
  if (kind !== 'AUTOLOGOUS') {
    const { next_eligible_on } = donor
    return next_eligible_on !== null && today < next_eligible_on ? next_eligible_on : null
  }
  const { last_donated_on } = donor
  if (last_donated_on === null) return null
  const from = nextDay(last_donated_on, own_days)
  if (today >= from && note === null) {
    throw conflict('note: the doctor who asks for own blood is named there.')
  }
  return today < from ? from : null
}
