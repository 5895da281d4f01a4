// What a stay brings on the bill, a day at a time (CAR-151, CAR-152). Each charge bears its day in its
// source: whoever charges again, and however many days late, makes no second one.

import type { Caller } from '../../../../core/caller.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import { clock } from '../../../../core/clock.ts'
import { attempt } from '../../../../store/connection.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { chargeAll } from '../../../money/billing/charges/charge.ts'
import { servicesDone } from '../../../money/billing/charges/service-done.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { admissionRecord, type Row as Admission } from '../admissions/record.ts'
import { admission_stays, admissions } from '../admissions/tables.ts'
import { bed_classes, wards } from '../places/tables.ts'
import { type BedDay, bedDaysOf, startedHours } from './bed-days.ts'

export type Stay = RowOf<(typeof admission_stays)['columns']>

export interface Due {
  source: 'bed_day' | 'bed_day_extra'
  source_id: string
  code: string
  quantity: number
  category: string
  service_date: string
  department: string | null
  done_at: string
}

/** All that is due and not on the bill yet; `days` says how far the bill is then. */
interface Owing {
  due: Due[]
  days: BedDay[]
}

/**
 * Puts on the bill what is due until now, or until the stay ended. The patient is locked by whoever
 * calls. False: a price is missing, and what follows waits for it.
 */
export async function chargeDue(caller: Caller, admission: Admission): Promise<boolean> {
  const { days, due } = await owingOf(caller, admission)
  let through = admission.charged_through
  const open = await putOnBill(caller, admission, due)
  for (const { key, service_date } of days) {
    if (open.has(service_date)) break
    through = key
  }
  if (through !== admission.charged_through) {
    await admissions.change(
      { hospital_id: caller.hospital_id, id: admission.id },
      // What the house counts by itself is no change that a person should look at again.
      { charged_through: through, version: admission.version },
    )
  }
  return open.size === 0
}

/** The days that are not on the bill yet (CLEAR_UNBILLED), by the key under which each is charged. */
export const missingDays = async (caller: Caller, admission: Admission): Promise<string[]> =>
  (await owingOf(caller, admission)).days.map(({ key }) => dayId(admission.id, key))

async function owingOf(caller: Caller, admission: Admission): Promise<Owing> {
  const stays = await staysOf(caller, admission.id)
  return owedBy(caller, admission, stays, await placesOf(caller, stays))
}

/** All that a stay has brought, whether or not it is on the bill (BIL-138). */
export async function broughtBy(
  caller: Caller,
  admission: Admission,
  stays: readonly Stay[],
  places: Places,
): Promise<Due[]> {
  const { due } = await owedBy(caller, { ...admission, charged_through: null }, stays, places)
  return due
}

async function owedBy(
  caller: Caller,
  admission: Admission,
  stays: readonly Stay[],
  places: Places,
): Promise<Owing> {
  const { admitted_at, facility_id, charged_through } = admission
  if (admitted_at === null) return { due: [], days: [] }
  const settings = await clinicalOf(caller)
  const ended = admission.clinically_at ?? admission.left_at
  const lain = {
    from: admitted_at,
    until: ended ?? clock.instant(),
    ended: ended !== null,
    zone: await zoneOf(caller, facility_id),
  }
  const days = bedDaysOf(settings, lain).filter(
    ({ key }) => charged_through === null || key > charged_through,
  )
  const short = lain.ended && admission.kind === 'DAY_CASE'
  const due = days.flatMap((day) => dueOn(admission, day, stayAt(stays, day.at), places, short))
  return { days, due: [...due, ...hourly(admission, stays, places, lain.ended ? ended : null)] }
}

export const staysOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  admission_id: string,
): Promise<Stay[]> =>
  admission_stays.all({ hospital_id, admission_id }, { order: ['from_at', 'id'] })

/** The one that held then; a moment between two belongs to the later. */
export const stayAt = (stays: readonly Stay[], at: string): Stay | undefined =>
  stays.findLast(({ from_at }) => from_at <= at) ?? stays[0]

const dayId = (admission_id: string, key: string): string => `${admission_id}:${key}`

export type Places = Awaited<ReturnType<typeof placesOf>>

export async function placesOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  stays: readonly Stay[],
) {
  const class_ids = [...new Set(stays.flatMap(({ class_id }) => class_id ?? []))]
  const ward_ids = [...new Set(stays.map(({ ward_id }) => ward_id))]
  const classes =
    class_ids.length === 0 ? [] : await bed_classes.all({ hospital_id, id: class_ids })
  const found = ward_ids.length === 0 ? [] : await wards.all({ hospital_id, id: ward_ids })
  return {
    classes: new Map(classes.map((one) => [one.id, one])),
    wards: new Map(found.map((one) => [one.id, one])),
  }
}

function dueOn(
  { id, kind }: Admission,
  { key, at, service_date }: BedDay,
  stay: Stay | undefined,
  { classes, wards: known }: Places,
  ended: boolean,
): Due[] {
  // A newborn with its mother has no bed, and pays for none.
  if (stay === undefined || stay.class_id === null) return []
  const ward = known.get(stay.ward_id)
  const bed_class = classes.get(stay.class_id)
  const common = { quantity: 1, service_date, department: ward?.department ?? null, done_at: at }
  const day_case = kind === 'DAY_CASE' && ended ? bed_class?.day_case_code : null
  const day: Due[] =
    bed_class === undefined || bed_class.hourly
      ? []
      : [
          {
            ...common,
            source: 'bed_day',
            source_id: dayId(id, key),
            code: day_case ?? bed_class.code,
            category: 'Bed',
          },
        ]
  const extra = (ward?.daily_codes ?? []).map(
    (code): Due => ({
      ...common,
      source: 'bed_day_extra',
      source_id: `${id}:${key}:${code}`,
      code,
      category: 'Nursing',
    }),
  )
  return [...day, ...extra]
}

/** Beds that cost by the hour are charged once the patient has left them. */
function hourly(
  { id, charged_through }: Admission,
  stays: readonly Stay[],
  { classes, wards: known }: Places,
  ended: string | null,
): Due[] {
  return stays.flatMap((stay): Due[] => {
    const bed_class = classes.get(stay.class_id ?? '')
    const until = stay.to_at ?? ended
    if (bed_class?.hourly !== true || until === null) return []
    const service_date = until.slice(0, 10)
    if (charged_through !== null && service_date < charged_through) return []
    return [
      {
        source: 'bed_day',
        source_id: `${id}:${stay.id}`,
        code: bed_class.code,
        quantity: startedHours(stay.from_at, until),
        category: 'Bed',
        service_date,
        department: known.get(stay.ward_id)?.department ?? null,
        done_at: until,
      },
    ]
  })
}

/** All of it in one go; where a price is missing each line by itself. Answers the days that are not whole. */
async function putOnBill(
  caller: Caller,
  admission: Admission,
  due: readonly Due[],
): Promise<ReadonlySet<string>> {
  const open = new Set<string>()
  if (due.length === 0 || (await isPutOnBill(caller, admission, due))) return open
  for (const one of due) {
    const missing = due.length === 1 || !(await isPutOnBill(caller, admission, [one]))
    if (missing) open.add(one.service_date)
  }
  return open
}

async function isPutOnBill(
  caller: Caller,
  { patient_id, visit_id, id: admission_id }: Admission,
  due: readonly Due[],
): Promise<boolean> {
  try {
    await attempt(async () => {
      await chargeAll(caller, { patient_id, visit_id, admission_id }, due)
      await servicesDone(caller, due)
    })
    return true
  } catch (error) {
    // Nobody is kept in bed, or out of it, because a price list has a hole.
    if (isRefusal(error)) return false
    throw error
  }
}

/** CAR-139: before a class is charged as something else, the days until now are charged as they were. */
export const chargeOfClass = async (caller: Caller, class_id: string): Promise<void> =>
  chargeEach(caller, await lyingIn(caller, sql`s.class_id = ${class_id}`))

export const chargeOfBed = async (caller: Caller, bed_id: string): Promise<void> =>
  chargeEach(caller, await lyingIn(caller, sql`s.bed_id = ${bed_id}`))

export async function chargeEach(caller: Caller, lying: readonly Admission[]): Promise<void> {
  for (const { id, patient_id } of lying) {
    await patientRecord.locked(caller, patient_id)
    await chargeDue(caller, await admissionRecord.locked(caller, id))
  }
}

const lyingIn = ({ hospital_id }: Caller, there: Sql): Promise<Admission[]> =>
  admissions.read(
    sql`select ${admissions.selection('a')} from admissions a
      join admission_stays s on s.admission_id = a.id and s.to_at is null
      where a.hospital_id = ${hospital_id} and ${there}
      order by a.patient_id`,
  )
