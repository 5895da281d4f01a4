// What a notification of death must say before it leaves the house (CAR-32, CAR-33).

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { ageOn } from '../../desk/patients/register/ages.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { death_places } from '../../desk/patients/words.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { ageInDays } from '../records/view.ts'
import type { Cause, DeathDetails } from './shapes.ts'
import { cause_lines } from './words.ts'

export function mustBeDead({ status, death }: Patient): void {
  if (status !== 'DECEASED' || death === null) throw conflict('Record the death first.')
}

/** When and where stands on the record of the patient; what was typed goes before it. */
export function withDeath(
  details: DeathDetails | null | undefined,
  { death }: Pick<Patient, 'death'>,
): DeathDetails {
  const place = death_places.find((one) => one === death?.place) ?? null
  return {
    ...details,
    died_at: details?.died_at ?? death?.died_at ?? null,
    place: details?.place ?? place,
  }
}

const filled = (details: DeathDetails): Cause[] =>
  cause_lines.flatMap((line) => details[line] ?? [])

export const underlyingOf = (details: DeathDetails | null): string | null =>
  (details === null ? undefined : filled(details).at(-1)?.text) ?? null

/** The last thing that happens is no cause: I46, J96, R09.2 and R99 with what they are called. */
const dying_codes = /^(I46|J96|R09\.?2|R99)/i
const dying_words =
  /^(cardiac|cardio-?\s?(pulmonary|respiratory)|respiratory|heart)\s+(arrest|failure)\.?$|^moyo (kusimama|kushindwa)$|^(old age|unknown|uzee|haijulikani)$/i

export async function mustBeToldWhole(
  caller: Caller,
  patient: Patient,
  details: DeathDetails,
  facility_id: string,
): Promise<void> {
  causesInOrder(details)
  const [only, ...more] = filled(details)
  const mode =
    only !== undefined && (dying_words.test(only.text.trim()) || dying_codes.test(only.code ?? ''))
  if (mode && more.length === 0) throw conflict('Give the disease that led to it.')
  if (!details.manner) throw invalid('manner', 'is required.')
  const died_at = details.died_at ?? clock.instant()
  if (Date.parse(died_at) > clock.ms() + 120_000) throw invalid('died_at', 'is in the future.')
  const on = dayIn(await zoneOf(caller, facility_id), new Date(died_at))
  ofAge(patient, on, details)
  const investigated = details.manner !== 'NATURAL' || details.police_case === true
  if (details.burial_permit_no && investigated && !details.police_release_no) {
    throw invalid('police_release_no', 'is required: the police release the body first.')
  }
}

function causesInOrder(details: DeathDetails): void {
  if (!details.cause_a) throw invalid('cause_a', 'is required.')
  for (const [at, line] of cause_lines.entries()) {
    const above = cause_lines[at - 1]
    if (above !== undefined && details[line] && !details[above]) {
      throw invalid(line, `is filled while ${above} is empty.`)
    }
  }
}

const fertile = { from: 10, to: 55 }
const newborn_days = 7

function ofAge({ sex, birth_date }: Patient, on: string, details: DeathDetails): void {
  if (birth_date === null) return
  const { years } = ageOn(birth_date, on, 'en')
  const asked = sex === 'Female' && years >= fertile.from && years <= fertile.to
  if (asked && !details.maternal) {
    throw invalid('maternal', `is required for women of ${fertile.from} to ${fertile.to} years.`)
  }
  if ((ageInDays(birth_date, on) ?? newborn_days) < newborn_days && !details.perinatal) {
    throw invalid('perinatal', 'is required for stillbirths and newborns under 7 days.')
  }
}
