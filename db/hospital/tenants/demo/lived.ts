// The day that is being lived: who waits now, emergencies, a death, a drawer at work and its bills. Made
// by the product's own rules, as the people who work there do it, so that screens, lists and books agree.

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, hours, instantIn, minutes } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { openEmergency } from '../../desk/emergencies/open.ts'
import type { EmergencyInput } from '../../desk/emergencies/shapes.ts'
import { triage } from '../../desk/emergencies/triage.ts'
import { recordDeath } from '../../desk/patients/record/deaths.ts'
import { ageOn } from '../../desk/patients/register/ages.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { openVisit } from '../../desk/visits/moves/open.ts'
import { recordVitals } from '../../desk/vitals/record-vitals.ts'
import type { VitalsInput } from '../../desk/vitals/shapes.ts'
import { latestVitals } from '../../desk/vitals/vitals.ts'
import { bedside } from './bedside.ts'
import { benchDay } from './bench.ts'
import { corners } from './corners.ts'
import { dealings } from './dealings.ts'
import { employed } from './employed.ts'
import { insured } from './insured.ts'
import { partsDay } from './parts.ts'
import { prescribed } from './prescribed.ts'
import { purchases } from './purchases.ts'
import { settlings } from './settlings.ts'
import { shelvesDay } from './shelves.ts'
import { takings } from './takings.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type Body, bodyOf, complaintOf, type Signs, wellSigns } from './complaints.ts'

export interface Lived {
  waiting: number
  emergencies: number
  deaths: number
  sales: number
  bills: number
  claims: number
  tests: number
  images: number
}

export interface Living {
  facility_id: string
  zone: string
  seed: number
  /** Of those who are on the register. */
  people: readonly Patient[]
  /** Who works in a role, if anybody does. */
  as: (role: string) => { id: string; full_name: string } | undefined
}

interface Day {
  chance: Chance
  zone: string
  /** Somebody who comes today; nobody comes twice. */
  next: (fits?: (one: Patient) => boolean) => Patient | undefined
  /** Who works in this role; where nobody does, the house itself. */
  as: (role: string) => Caller
}

const most = { waiting: 12, emergencies: 4, sales: 6, bills: 5 }

export async function livedDay(
  caller: Caller,
  { facility_id, zone, as, people, seed }: Living,
): Promise<Lived> {
  const chance = chanceOf(seed, 4)
  const left = [...people]
  const day: Day = {
    chance,
    zone,
    next(fits = () => true) {
      const at = left.findIndex(fits)
      return at < 0 ? undefined : left.splice(at, 1)[0]
    },
    as: atDesk(caller, facility_id, as),
  }
  const deaths = await death(day)
  const emergencies = await emergencyRoom(day)
  const waiting = await hall(day)
  const taken = await takings(day, most)
  const claims = await insured(day)
  await purchases(day)
  await shelvesDay(day)
  const of_age = { ...day, years: (one: Patient) => yearsOf(one, zone) }
  const bench = await benchDay(of_age)
  await partsDay(of_age)
  await corners(day)
  await bedside(of_age, await employed(day))
  await prescribed(of_age)
  await settlings(day)
  await dealings(day)
  return { waiting, emergencies, deaths, ...taken, claims, ...bench }
}

const atDesk = (caller: Caller, facility_id: string, who: Living['as']): Day['as'] => {
  const there = { ...caller, facility_id, facility_ids: [facility_id] }
  return (role) => {
    const user = who(role)
    if (user === undefined) return there
    return { ...there, kind: 'USER', user_id: user.id, name: user.full_name }
  }
}

const yearsOf = ({ birth_date }: Patient, zone: string): number => {
  const { years, months } = ageOn(birth_date, dayIn(zone, clock.now()), 'en')
  return years + months / 12
}

/** One who was brought too late: what stands after a death is seen on its file. */
async function death({ next, as, zone }: Day): Promise<number> {
  const old = next((one) => yearsOf(one, zone) > 60)
  if (old === undefined) return 0
  const input = {
    died_at: instantIn(-hours(3)),
    place: 'HOME' as const,
    cause: 'Stroke, after years of high blood pressure',
    source_note: 'Told by the family',
  }
  await within(() => recordDeath(as('doctor'), old.id, input))
  return 1
}

interface Brought {
  about: Pick<EmergencyInput, 'category' | 'presenting_complaint' | 'arrival_mode' | 'brought_by'>
  fits: (years: number) => boolean
  triage_category: number | null
}

const brought: readonly Brought[] = [
  {
    about: {
      category: 'TRAUMA_ROAD',
      presenting_complaint: 'Hit by a motorcycle; open fracture of the left leg',
      arrival_mode: 'AMBULANCE',
      brought_by: 'Traffic police',
    },
    fits: (years) => years >= 18 && years < 50,
    triage_category: 2,
  },
  {
    about: {
      category: 'MEDICAL',
      presenting_complaint: 'Fever and convulsions since the night',
      arrival_mode: 'WALK_IN',
      brought_by: 'Mother',
    },
    fits: (years) => years < 5,
    triage_category: 1,
  },
  {
    about: {
      category: 'BURN',
      presenting_complaint: 'Hot water over the arm',
      arrival_mode: 'WALK_IN',
    },
    fits: (years) => years >= 5 && years < 18,
    triage_category: 3,
  },
  {
    about: {
      category: 'MEDICAL',
      presenting_complaint: 'Chest pain for an hour',
      arrival_mode: 'WALK_IN',
    },
    fits: (years) => years >= 50,
    triage_category: null,
  },
]

async function emergencyRoom({ next, as, zone }: Day): Promise<number> {
  let made = 0
  for (const { about, fits, triage_category } of brought) {
    const patient = next((one) => fits(yearsOf(one, zone)))
    if (patient === undefined) continue
    await within(async () => {
      const { row } = await openEmergency(as('nurse'), { ...about, patient_id: patient.id })
      if (triage_category !== null) await triage(as('nurse'), row.id, { triage_category })
    })
    made += 1
  }
  return made
}

type Measured = Omit<Signs, 'weight' | 'height'> & Partial<Pick<Signs, 'weight' | 'height'>>

/** Two who are worse than they look: their scores and limits call somebody (VIT-11, VIT-12). */
const ill: readonly { says: string; signs: Measured; fits: (years: number) => boolean }[] = [
  {
    says: 'Fever, cough and weakness for a week',
    fits: (years) => years >= 40,
    signs: {
      temperature: 39.4,
      systolic: 92,
      diastolic: 54,
      heart_rate: 128,
      respiratory_rate: 28,
      oxygen_saturation: 89,
      pain_score: 4,
    },
  },
  {
    says: 'Headache and blurred sight',
    fits: (years) => years >= 30 && years < 60,
    signs: {
      temperature: 36.9,
      systolic: 212,
      diastolic: 124,
      heart_rate: 96,
      respiratory_rate: 20,
      oxygen_saturation: 97,
      pain_score: 6,
    },
  },
]

async function comes(
  { as }: Day,
  patient: Patient,
  reason: string,
  signs: Measured | null,
): Promise<void> {
  await within(async () => {
    const { visit } = await openVisit(as('reception'), {
      patient_id: patient.id,
      reason,
      start: true,
    })
    if (signs !== null) await recordVitals(as('nurse'), visit.id, measured(signs))
  })
}

async function theIll(day: Day): Promise<number> {
  let made = 0
  for (const { says, signs, fits } of ill) {
    const patient = day.next((one) => fits(yearsOf(one, day.zone)))
    if (patient === undefined) continue
    await comes(day, patient, says, signs)
    made += 1
  }
  return made
}

/** Children first, whose growth is weighed and measured; some wait for the nurse, others for the clinician. */
async function hall(day: Day): Promise<number> {
  const { next, chance, zone } = day
  let made = await theIll(day)
  for (let n = 0; made < most.waiting; n += 1) {
    const patient = n < 3 ? next((one) => yearsOf(one, zone) < 5) : next()
    if (patient === undefined) break
    const body = await bodyNow(day, patient)
    const complaint = complaintOf(chance, body, clock.now().getUTCMonth() + 1)
    const well = wellSigns(chance, body)
    const signs = { ...well, ...complaint.changes?.(well, chance) }
    await comes(day, patient, complaint.says, n % 3 === 2 ? null : signs)
    made += 1
  }
  return made
}

/** Near to what was measured the last time. */
async function bodyNow({ as, chance, zone }: Day, patient: Patient): Promise<Body> {
  const made_up = bodyOf(chance, yearsOf(patient, zone), patient.sex === 'Female')
  const known = await latestVitals(as('nurse'), patient.id, { kinds: ['weight', 'height'] })
  const of = (field: string, else_: number): number =>
    Number(known.find((one) => one.field === field)?.value ?? else_)
  return { ...made_up, weight: of('weight', made_up.weight), height: of('height', made_up.height) }
}

/** In full, as a score needs it. */
const measured = (signs: Measured): VitalsInput => {
  const said = Object.fromEntries(Object.entries(signs).filter(([, value]) => value !== null))
  return {
    ...said,
    consciousness: 'ALERT',
    oxygen_delivery: 'ROOM_AIR',
    taken_at: instantIn(-minutes(2)),
    confirm_unusual: Object.keys(said),
    unusual_reason: 'Measured twice',
  }
}
