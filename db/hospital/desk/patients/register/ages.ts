// Birth dates from ages and ages from birth dates (PAT-3). Days of the calendar, never instants.

import { isDay } from '../../../../core/clock.ts'
import { invalid, Refusal } from '../../../../core/refusal.ts'

export interface Age {
  years: number
  months: number
  days: number
  text: string
}

export interface BirthInput {
  birth_date?: string | null | undefined
  age_years?: number | null | undefined
  age_months?: number | null | undefined
  age_days?: number | null | undefined
}

export interface Birth {
  birth_date: string
  birth_date_estimated: boolean
}

const limits = { age_years: 120, age_months: 59, age_days: 89 } as const
type AgeField = keyof typeof limits

/** The birth date that a body gives, or undefined when it gives neither date nor age. */
export function readBirth(input: BirthInput, today: string): Birth | undefined {
  const given = (Object.keys(limits) as AgeField[]).filter(
    (field) => input[field] !== undefined && input[field] !== null,
  )
  const dated = typeof input.birth_date === 'string' && input.birth_date.trim() !== ''
  if (given.length + (dated ? 1 : 0) > 1) {
    throw said(
      dated ? 'Give either a birth date or an age, not both.' : 'Give one age, not several.',
    )
  }
  if (dated)
    return { birth_date: realDay(input.birth_date ?? '', today), birth_date_estimated: false }
  const [field] = given
  if (field === undefined) return undefined
  const age = input[field] as number
  if (!Number.isInteger(age) || age < 0 || age > limits[field]) {
    throw invalid(field, `must be a whole number from 0 to ${limits[field]}.`)
  }
  return { birth_date: bornAgo(field, age, today), birth_date_estimated: true }
}

export const noBirth = (): Refusal => said('Give a birth date or an age.')

/** 400 of a pair of fields: the sentence names both. */
const said = (message: string): Refusal =>
  new Refusal(400, 'invalid', message, { field: 'birth_date' })

function realDay(typed: string, today: string): string {
  const day = typed.trim()
  if (!isDay(day)) throw invalid('birth_date', 'must be a real date, YYYY-MM-DD.')
  if (day > today) throw invalid('birth_date', 'is in the future.')
  if (day < '1900-01-01') throw invalid('birth_date', 'is before 1900.')
  return day
}

/** In the middle of the year or month that the age leaves open. */
export function bornAgo(field: AgeField, age: number, today: string): string {
  if (field === 'age_years') return monthsBefore(today, age * 12 + 6)
  if (field === 'age_months') return minusDays(monthsBefore(today, age), 15)
  return minusDays(today, age)
}

export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}

const minusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

export function ageOn(birth_date: string, today: string, language: string): Age {
  const months = wholeMonths(birth_date, today)
  const years = Math.floor(months / 12)
  const days = daysBetween(plusMonths(birth_date, months), today)
  return { years, months: months % 12, days, text: textOf(years, months, days, language) }
}

function wholeMonths(from: string, to: string): number {
  const [y1 = 0, m1 = 0] = from.split('-').map(Number)
  const [y2 = 0, m2 = 0] = to.split('-').map(Number)
  const months = (y2 - y1) * 12 + m2 - m1
  return Math.max(0, plusMonths(from, months) > to ? months - 1 : months)
}

const plusMonths = (day: string, months: number): string => monthsBefore(day, -months)
const daysBetween = (from: string, to: string): number =>
  Math.max(
    0,
    Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000),
  )

/** Days in the first month, months to the fifth birthday, years from then on. */
function textOf(years: number, months: number, days: number, language: string): string {
  const sw = language === 'sw'
  if (years >= 5) return sw ? `miaka ${years}` : counted(years, 'year')
  if (months >= 1)
    return sw ? `${months === 1 ? 'mwezi' : 'miezi'} ${months}` : counted(months, 'month')
  return sw ? `siku ${days}` : counted(days, 'day')
}

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
