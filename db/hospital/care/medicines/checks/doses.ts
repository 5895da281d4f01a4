// Limits of dose (CAR-78, CAR-79): the narrowest row there is, by what it is for, route, age and weight.

import type { Standing } from '../safety/bodies.ts'
import { atOnce, inADay, inAWeek, said } from './amounts.ts'
import {
  type Check,
  type CheckedLine,
  type CheckedMedicine,
  lower,
  type Person,
  type Situation,
  targetsOf,
  titled,
  years,
} from './situation.ts'

type Limit = Standing<'dose-limits'>
type Ingredient = CheckedMedicine['ingredients'][number]

export function limitFor(
  line: CheckedLine,
  ingredient: Ingredient,
  { person, rules }: Situation,
): Limit | undefined {
  const targets = targetsOf(line.medicine, ingredient)
  return rules['dose-limits']
    .filter((row) => targets.has(row.target) && fits(row, line, person))
    .toSorted((a, b) => width(a) - width(b))[0]
}

function fits(row: Limit, { route }: CheckedLine, { age_days, weight_kg }: Person): boolean {
  const routed = !row.routes || (route !== null && row.routes.some((one) => one === route))
  const aged = age_days >= (row.min_age_days ?? 0) && age_days <= (row.max_age_days ?? Infinity)
  const weighs = weight_kg ?? 0
  const banded = !row.min_weight_kg && !row.max_weight_kg
  const weighed = weighs >= (row.min_weight_kg ?? 0) && weighs <= (row.max_weight_kg ?? Infinity)
  return routed && aged && (banded || (weight_kg !== null && weighed))
}

/** The smaller, the narrower: what it is for goes before the route, that before age, that before weight. */
function width(row: Limit): number {
  const target = row.target.startsWith('medicine:') ? 0 : row.target.startsWith('class:') ? 2 : 1
  const days = Math.min((row.max_age_days ?? 50_000) - (row.min_age_days ?? 0), 50_000)
  const banded = row.min_weight_kg || row.max_weight_kg ? 0 : 1
  return target * 1e7 + (row.routes ? 0 : 1) * 1e6 + days * 10 + banded
}

/** Mosteller's square metres. */
export const surface = (height_cm: number, weight_kg: number): number =>
  Math.sqrt((height_cm * weight_kg) / 3600)

/** By what the figures of a row are multiplied; null: not known of this patient. */
function perPerson({ basis }: Limit, { weight_kg, height_cm }: Person): number | null {
  if (basis === 'FLAT') return 1
  if (weight_kg === null) return null
  if (basis === 'PER_KG') return weight_kg
  return height_cm === null ? null : surface(height_cm, weight_kg)
}

export const doseChecks: Check = ({ line, index, lines, of }) =>
  line.medicine.ingredients.flatMap((ingredient) => {
    const limit = limitFor(line, ingredient, of)
    const times = limit === undefined ? null : perPerson(limit, of.person)
    if (limit === undefined || times === null) return []
    const all = [...lines.slice(0, index + 1), ...of.standing].filter(
      (one) => one === line || one.end === null || one.end > line.start,
    )
    const code = ingredient.ingredient_code
    const figures = {
      single: atOnce(line, code, limit.unit),
      daily: inADay(all, code, limit.unit),
      weekly: inAWeek(all, code, limit.unit),
      own: inADay([line], code, limit.unit),
    }
    return [
      ...above(line, ingredient, limit, times, figures),
      ...below(line, limit, times, figures.own),
    ]
  })

interface Figures {
  single: number | null
  daily: number
  weekly: number
  own: number
}

/** The day goes before the single dose; what is beyond the hard limit goes before both. */
function above(
  line: CheckedLine,
  { name }: Ingredient,
  limit: Limit,
  times: number,
  { single, daily, weekly }: Figures,
) {
  const factor = limit.hard_factor ?? 2
  const held = [
    { amount: daily, most: limit.max_daily, when: 'a day' },
    { amount: weekly, most: limit.max_weekly, when: 'a week' },
    { amount: single ?? 0, most: limit.max_single, when: 'at once' },
  ].flatMap(({ amount, most, when }) => (most ? [{ amount, most: most * times, when }] : []))
  const over = held.filter(({ amount, most }) => amount > most * 1.000001)
  const hard = over.find(({ amount, most }) => amount > most * factor * 1.000001)
  const worst = hard ?? over[0]
  if (worst === undefined) return []
  const most = said(worst.most, limit.unit)
  const than =
    hard === undefined ? `the limit of ${most}` : `${timesSaid(factor)} the limit of ${most}`
  const whom = hard === undefined ? ` for ${lower(name)}` : ''
  return [
    {
      gate: 'RX_MAX_DOSE' as const,
      // Nobody has adopted the table: it does not block (ruling 40).
      severity: hard !== undefined && limit.adopted ? 'HARD' : 'ABOVE',
      what: `${titled(line)}: ${said(worst.amount, limit.unit)} ${worst.when} is above ${than}${whom}.`,
      mend: null,
      adopted: limit.adopted,
    },
  ]
}

const timesSaid = (factor: number): string => (factor === 2 ? 'twice' : `${factor} times`)

function below(line: CheckedLine, limit: Limit, times: number, own: number) {
  const { usual_low, unit, adopted } = limit
  if (!usual_low || line.once || line.when_needed || own === 0) return []
  const least = usual_low * times
  if (own >= least) return []
  const what = `${titled(line)}: ${said(own, unit)} a day is less than is usual (${said(least, unit)}).`
  return [{ gate: 'RX_LOW_DOSE' as const, severity: null, what, mend: null, adopted }]
}

/** CAR-79: what is dosed by weight needs one that is not too old for the age. */
export const weightChecks: Check = ({ line, of }) => {
  const { person, settings } = of
  if (years(person.age_days) >= settings.weight_needed_under_years) return []
  const by_weight = line.medicine.ingredients.some(
    (one) => limitFor(line, one, of)?.basis === 'PER_KG',
  )
  if (!by_weight) return []
  const most = oldest(person, settings.weight_max_age_days)
  const { weight_kg, weight_days } = person
  if (weight_kg !== null && weight_days !== null && weight_days <= most) return []
  const what = weight_days === null ? 'no weight is known' : `weight is ${weight_days} days old`
  return [
    {
      gate: 'RX_WEIGHT' as const,
      severity: null,
      what: `${titled(line)}: ${what}.`,
      mend: 'Weigh the child.',
      adopted: true,
    },
  ]
}

function oldest(
  { age_days }: Person,
  { under_1y, under_5y, under_12y }: Situation['settings']['weight_max_age_days'],
): number {
  if (years(age_days) < 1) return under_1y
  return years(age_days) < 5 ? under_5y : under_12y
}

/** CAR-78: said in the reply, no warning. */
export const withoutLimit = (line: CheckedLine, of: Situation): boolean =>
  line.medicine.ingredients.length > 0 &&
  line.medicine.ingredients.every((one) => limitFor(line, one, of) === undefined)
