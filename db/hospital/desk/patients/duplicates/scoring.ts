// How much two people look like one (PAT-7). Pure: the same answer at the desk and at night.

import { similarity } from '../register/names.ts'

export interface Likeness {
  names: readonly string[]
  sex: string | null
  birth_date: string | null
  birth_date_estimated: boolean
  phone: string | null
  phone_shared: boolean
  national_id: string | null
  /** `TYPE:VALUE` of every other identifier. */
  identifiers: readonly string[]
  mother_id: string | null
  area_id: string | null
}

export interface Score {
  score: number
  reasons: string[]
}

export function scoreOf(one: Likeness, other: Likeness): Score {
  const points: [number, string | null][] = [
    namePoints(one, other),
    birthPoints(one, other),
    phonePoints(one, other),
    one.identifiers.some((number) => other.identifiers.includes(number))
      ? [40, 'same identifier']
      : [0, null],
    same(one.mother_id, other.mother_id) ? [15, 'same mother'] : [0, null],
    same(one.area_id, other.area_id) ? [5, 'same area'] : [0, null],
    sexPoints(one, other),
    differs(one.national_id, other.national_id) ? [-40, null] : [0, null],
  ]
  const sum = points.reduce((total, [value]) => total + value, 0)
  return {
    score: Math.min(100, Math.max(0, sum)),
    reasons: points.flatMap(([, reason]) => reason ?? []),
  }
}

const same = (one: string | null, other: string | null): boolean => one !== null && one === other
const differs = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other

function namePoints(one: Likeness, other: Likeness): [number, string | null] {
  if (one.names.length === 0 || other.names.length === 0) return [0, null]
  const alike = similarity(one.names, other.names)
  const reason = one.names.join(' ') === other.names.join(' ') ? 'same name' : 'similar name'
  if (alike >= 0.92) return [40, reason]
  return alike >= 0.85 ? [25, reason] : [0, null]
}

function birthPoints(one: Likeness, other: Likeness): [number, string | null] {
  const [a, b] = [one.birth_date, other.birth_date]
  if (a === null || b === null) return [0, null]
  if (a === b) return [25, 'same birth date']
  if (swapped(a) === b) return [18, 'day and month of birth exchanged']
  const years = Math.abs(Number(a.slice(0, 4)) - Number(b.slice(0, 4)))
  if ((one.birth_date_estimated || other.birth_date_estimated) && years <= 1) {
    return [12, 'similar age']
  }
  return [0, null]
}

export const swapped = (day: string): string =>
  `${day.slice(0, 4)}-${day.slice(8, 10)}-${day.slice(5, 7)}`

function phonePoints(one: Likeness, other: Likeness): [number, string | null] {
  if (!same(one.phone, other.phone)) return [0, null]
  return [one.phone_shared || other.phone_shared ? 10 : 25, 'same phone']
}

function sexPoints(one: Likeness, other: Likeness): [number, string | null] {
  if (one.sex === null || other.sex === null) return [0, null]
  return [one.sex === other.sex ? 5 : -15, null]
}
