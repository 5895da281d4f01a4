// A hospital that looks lived in (operations 4.15): the same seed makes the same one, down to the
// ids. Rows come in bulk, by SQL, in transactions of their own; one audit row says what was made.

import { createHash } from 'node:crypto'
import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, nextDay, startOfDay } from '../../../core/clock.ts'
import { row, within } from '../../../store/connection.ts'
import { conflict } from '../../../core/refusal.ts'
import { countryOf } from '../../../core/reference/countries.ts'
import { sql } from '../../../store/sql.ts'
import type { NewRow } from '../../../store/table.ts'
import { record } from '../../office/audit/record.ts'
import { forget, hospitalOf } from '../../office/hospitals/hospitals.ts'
import { hospitals } from '../../office/hospitals/tables.ts'
import { patients } from '../../desk/patients/tables.ts'
import { walk_in_number } from '../../desk/patients/walk-in.ts'
import { branchOf } from '../../office/sequences/branches.ts'
import { referencesOn } from '../../office/sequences/many.ts'
import { visits } from '../../desk/visits/tables.ts'
import { needed_tables } from '../../desk/vitals/assess.ts'
import { vitals } from '../../desk/vitals/tables.ts'
import { inForce } from '../../desk/vitals/vital-tables.ts'
import { attendance, type Coming, grown, type Place } from './attendances.ts'
import { bookings } from './bookings.ts'
import { type Lived, livedDay } from './lived.ts'
import { type Chance, chanceOf } from './chance.ts'
import { calendar, momentOf } from './days.ts'
import { personAt, type Town } from './people.ts'
import { referred } from './referred.ts'
import { demoPassword, type SignIn, signIns, workers } from './sign-ins.ts'
import { villages } from './villages.ts'

export interface DemoAsked {
  patients: number
  days: number
  seed: number
  /** The last day of the story; yesterday, whose visits are all over. */
  until: string | null
}

export interface DemoMade {
  patients: number
  visits: number
  vitals: number
  appointments: number
  referrals: number
  seconds: number
  sign_ins: SignIn[]
  /** The one of all of them, where it was made up. */
  password: string | null
  /** What happens on the day that is being lived; null where the story ended before. */
  today: Lived | null
  /** The same for the same numbers, seed, days and until (OPS-159). */
  digest: string
}

/** In one transaction. */
const batch = 20_000
/** One comes twice, another three times; two each on average. */
const comings: readonly (readonly [number, number])[] = [
  [1, 45],
  [2, 30],
  [3, 12],
  [4, 8],
  [6, 5],
]

export async function loadDemo(
  caller: Caller,
  asked: DemoAsked,
  progress: (done: number, total: number) => void = () => undefined,
  given_password: string | null = null,
): Promise<DemoMade> {
  const began = performance.now()
  const password = await demoPassword(given_password)
  const place = await within(() => prepare(caller, asked))
  const story = storyOf(place, asked)
  const came: Coming[] = []
  for (let from = 0; from < asked.patients; from += batch) {
    const arrivals = story.arrivals.slice(from, from + batch)
    came.push(...(await within(() => people(caller, place, story, arrivals, asked.seed, from))))
    progress(Math.min(from + batch, asked.patients), asked.patients * 3)
  }
  // In the order in which they came, so that the numbers of their visits are in order too.
  came.sort((a, b) => a.at_ms - b.at_ms)
  const all_sent: Visit[] = []
  for (let start = 0; start < came.length; start += batch) {
    const part = came.slice(start, start + batch)
    const sent = await within(() => seen(caller, place, part, asked.seed, start))
    all_sent.push(...sent)
    const share = Math.min(start + batch, came.length) / came.length
    progress(asked.patients + Math.round(share * asked.patients * 2), asked.patients * 3)
  }
  const expected = await within(() => bookings(caller, place, came, place.today, asked.seed))
  await within(() => referred(caller, place, all_sent, place.today, asked.seed))
  const digest = digestOf(came)
  const made = {
    patients: asked.patients,
    visits: came.length,
    vitals: came.length,
    appointments: expected,
    referrals: all_sent.length,
    digest,
  }
  const sign_ins = await within(async () => {
    const names = await signIns(caller, place, password, asked.seed)
    record(caller, 'demo.load', {
      entity_type: 'hospital',
      entity_id: caller.hospital_id,
      rows: made.patients,
      query: { ...asked, ...made, sign_ins: names.map(({ username }) => username) },
    })
    return names
  })
  // A story that ended on a named day is over; else it goes on today.
  const today = asked.until === null ? await goesOn(caller, place, sign_ins, asked.seed) : null
  const ways = { sign_ins, password: password.made_up, today }
  return { ...made, ...ways, seconds: Math.round((performance.now() - began) / 100) / 10 }
}

async function goesOn(
  caller: Caller,
  { facility_id, zone }: Stage,
  sign_ins: readonly SignIn[],
  seed: number,
): Promise<Lived> {
  const { hospital_id } = caller
  const [people, as] = await within(async () => [
    await patients.all({ hospital_id, status: 'ACTIVE' }, { order: ['number'], limit: 200 }),
    await workers(caller, sign_ins),
  ])
  return livedDay(caller, { facility_id, zone, seed, people, as })
}

function digestOf(came: readonly Coming[]): string {
  const sum = createHash('sha256')
  for (const { patient_id, at_ms } of came) sum.update(`${patient_id} ${at_ms}\n`)
  return sum.digest('hex').slice(0, 16)
}

type Visit = ReturnType<typeof attendance>['visit']
type Stage = Place & Town & { today: string; zone: string }

/** OPS-161: never beside a real patient; whoever buys at the counter without a file is nobody. */
export async function refuseReal(caller: Caller): Promise<void> {
  const found = await row<{ count: number | string }>(
    sql`select count(*) as count from patients
      where hospital_id = ${caller.hospital_id} and number <> ${walk_in_number}`,
  )
  const many = Number(found?.count ?? 0)
  if (many === 0) return
  const { name, is_demo } = await hospitalOf(caller)
  throw conflict(
    is_demo
      ? 'Demonstration data go only into a hospital that has no patient yet.'
      : `${name} has ${many.toLocaleString('en-US')} real ${many === 1 ? 'patient' : 'patients'}: demonstration data go into a hospital of their own.`,
    'demo',
  )
}

/** The hospital is marked for good. */
async function prepare(caller: Caller, asked: DemoAsked): Promise<Stage> {
  const { hospital_id } = caller
  await refuseReal(caller)
  const hospital = await hospitalOf(caller)
  await hospitals.change({ id: hospital_id }, { is_demo: true })
  forget(hospital_id)
  const branch = await branchOf(caller, undefined)
  const zone = hospital.timezone
  const today = asked.until ?? nextDay(dayIn(zone, clock.now()), -1)
  const midnight = Date.parse(startOfDay(zone, today))
  return {
    hospital_id,
    facility_id: branch.id,
    tables: await inForce(caller, needed_tables),
    offset_ms: Date.parse(`${today}T00:00:00Z`) - midnight,
    country: hospital.country,
    dial_code: countryOf(hospital.country)?.dial_code ?? '+255',
    language: hospital.language,
    villages: await villages(caller, chanceOf(asked.seed, 1), midnight),
    today,
    zone,
  }
}

interface Story {
  days: readonly (readonly [number, number])[]
  /** When each patient first came, in order. */
  arrivals: readonly number[]
}

function storyOf(place: Stage, asked: DemoAsked): Story {
  const chance = chanceOf(asked.seed, 2)
  const days = calendar(place.today, asked.days)
  const arrivals = Array.from({ length: asked.patients }, () =>
    momentOf(chance, chance.weighed(days), place.offset_ms),
  )
  return { days, arrivals: arrivals.sort((a, b) => a - b) }
}

const localDay = ({ offset_ms }: Place, ms: number): string =>
  new Date(ms + offset_ms).toISOString().slice(0, 10)

/** Who came first on these days, with everything that they will come for. */
async function people(
  caller: Caller,
  place: Stage,
  story: Story,
  arrivals: readonly number[],
  seed: number,
  from: number,
): Promise<Coming[]> {
  const numbers = await referencesOn(
    caller,
    'patient',
    arrivals.map((at) => localDay(place, at)),
  )
  const all: Coming[] = []
  const made = arrivals.map((at, index) => {
    const chance = chanceOf(seed, 1000 + from + index)
    const person = personAt(chance, place, at, numbers[index] as string)
    const came = comingsOf(chance, place, story, {
      patient_id: person.id as string,
      birth_date: person.birth_date,
      female: person.sex === 'Female',
      at_ms: at,
      is_first: true,
    })
    all.push(...came)
    const last = Math.max(...came.map(({ at_ms }) => at_ms))
    return { ...person, last_visit_at: new Date(last).toISOString() }
  })
  await patients.insertMany(made)
  return all
}

function comingsOf(chance: Chance, place: Stage, { days }: Story, first: Coming): Coming[] {
  const left = days.filter(([day]) => day - place.offset_ms > first.at_ms)
  const again = left.length === 0 ? 0 : chance.weighed(comings) - 1
  // Not twice on one day: one open visit at a time.
  const on = new Set(Array.from({ length: again }, () => chance.weighed(left)))
  return [
    first,
    ...[...on].map((day) => ({
      ...first,
      at_ms: momentOf(chance, day, place.offset_ms),
      is_first: false,
    })),
  ]
}

async function seen(
  caller: Caller,
  place: Stage,
  came: readonly Coming[],
  seed: number,
  start: number,
): Promise<Visit[]> {
  const numbers = await referencesOn(
    caller,
    'visit',
    came.map(({ at_ms }) => localDay(place, at_ms)),
  )
  const made = came.map((coming, index) =>
    attendance(chanceOf(seed, 50_000_000 + start + index), place, coming, numbers[index] as string),
  )
  const measured: NewRow<(typeof vitals)['columns']>[] = []
  for (const [index, one] of made.entries()) {
    const growth = await grown(caller, place.tables, came[index] as Coming, one)
    measured.push({ ...one.vitals, growth })
  }
  await visits.insertMany(made.map(({ visit }) => visit))
  await vitals.insertMany(measured)
  return made.flatMap(({ visit }) => (visit.outcome === 'REFERRED' ? [visit] : []))
}
