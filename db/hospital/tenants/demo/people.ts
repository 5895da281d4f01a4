// Believable people: sex, age, names, village, telephone, in the shares of a Tanzanian district.

import type { NewRow, RowOf } from '../../../store/table.ts'
import { nameColumns } from '../../desk/patients/register/input.ts'
import { digitsOf } from '../../desk/patients/register/register.ts'
import type { patients } from '../../desk/patients/tables.ts'
import type { Chance } from './chance.ts'
import { day_ms } from './days.ts'
import { boys, families, girls, occupations } from './names.ts'

type Patient = NewRow<(typeof patients)['columns']>

export interface Town {
  hospital_id: string
  facility_id: string
  country: string
  dial_code: string
  language: RowOf<(typeof patients)['columns']>['language']
  villages: readonly string[]
}

/** Five years each, from birth; the last is 80 and more. */
const pyramid: readonly (readonly [number, number])[] = [
  17, 14.8, 12.6, 10.5, 8.9, 7.5, 6.3, 5.3, 4.4, 3.5, 2.8, 2.2, 1.7, 1.2, 0.8, 0.5, 0.4,
].map((weight, index) => [index * 5, weight] as const)

/** More women come than men, from fifteen on; of children more boys. */
const girlsAt = (years: number): number =>
  years < 5 ? 0.48 : years < 15 ? 0.5 : years < 45 ? 0.64 : 0.56

export function personAt(chance: Chance, town: Town, at_ms: number, number: string): Patient {
  const born_years = chance.weighed(pyramid) + chance.next() * 5
  const born_ms = at_ms - Math.floor(born_years * 365.25) * day_ms
  const is_girl = chance.happens(girlsAt(born_years))
  const names = namesOf(chance, is_girl)
  const at = new Date(at_ms).toISOString()
  const estimated = born_years > 15 && chance.happens(0.22)
  const birth_date = new Date(born_ms).toISOString().slice(0, 10)
  return {
    id: chance.idAt(at_ms),
    hospital_id: town.hospital_id,
    facility_id: town.facility_id,
    number,
    number_digits: digitsOf(number),
    status: 'ACTIVE',
    identity: 'DECLARED',
    ...nameColumns(names, {}, null),
    sex: is_girl ? 'Female' : 'Male',
    // Told as an age: the middle of the year it may be (PAT-3).
    birth_date: estimated ? `${birth_date.slice(0, 4)}-07-01` : birth_date,
    birth_date_estimated: estimated,
    ...reachedAt(chance, town, born_years),
    language: town.language,
    nationality: town.country,
    marital_status: maritalOf(chance, born_years),
    occupation: occupationOf(chance, born_years),
    area_id: chance.one(town.villages),
    source: 'DESK',
    registered_at: at,
    registered_by: 'Kituo demo',
    created_at: at,
    updated_at: at,
  }
}

function namesOf(chance: Chance, is_girl: boolean) {
  const father = chance.one(boys)
  return {
    first_name: chance.one(is_girl ? girls : boys),
    middle_name: chance.happens(0.7) ? father : null,
    last_name: chance.one(families),
    known_as: null,
  }
}

/** A child has its parent's telephone; one in eight has none. */
function reachedAt(chance: Chance, { dial_code }: Town, years: number): Partial<Patient> {
  if (chance.happens(0.13)) return { phone: null }
  const operator = chance.one(['71', '74', '75', '76', '65', '67', '68', '78'])
  const phone = `${dial_code}${operator}${String(chance.whole(0, 9_999_999)).padStart(7, '0')}`
  return years < 15
    ? { phone, phone_owner: 'PARENT', phone_shared: true }
    : { phone, phone_owner: 'SELF' }
}

function maritalOf(chance: Chance, years: number): Patient['marital_status'] {
  if (years < 17) return null
  if (years < 24 && chance.happens(0.6)) return 'SINGLE'
  return chance.weighed([
    ['MARRIED', 60],
    ['COHABITING', 12],
    ['SINGLE', 14],
    ['SEPARATED', 5],
    ['DIVORCED', 3],
    ['WIDOWED', years > 50 ? 18 : 2],
  ] as const)
}

function occupationOf(chance: Chance, years: number): string | null {
  if (years < 6) return null
  if (years < 16) return 'Pupil'
  return chance.happens(0.55) ? 'Farmer' : chance.one(occupations)
}
