// What the house does by itself for wards (section 7): days in bed, the census, reservations that are over.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { notify } from '../../office/notifications/notify.ts'
import { untoldToday } from '../../office/notifications/once-today.ts'
import { tellList } from '../clinical/tell-list.ts'
import { admissionRecord } from './admissions/record.ts'
import { takeCensus } from './census/taking.ts'
import { bedRecord } from './places/bed-record.ts'
import { wardRecord } from './places/wards.ts'
import { fall } from './stays/beds-held.ts'
import { chargeDue, missingDays } from './stays/due.ts'
import { lying_states } from './words.ts'

/**
 * Every day in bed that is due and not on the bill, of every stay (CAR-151, CAR-152): each stay in a
 * transaction of its own, so that two daemons, or one that begins again, charge nothing twice.
 */
export async function chargeBedDays(
  caller: Caller,
  signal?: AbortSignal,
): Promise<{ stays: number; unpriced: number }> {
  const lying = await lyingNow(caller)
  let unpriced = 0
  for (const { id, patient_id, facility_id } of lying) {
    if (signal?.aborted === true) break
    const there = { ...caller, facility_id }
    const whole = await within(async () => {
      await patientRecord.locked(there, patient_id)
      const admission = await admissionRecord.locked(there, id)
      // Somebody let the patient go in between, and charged what was due.
      if (admission.clinically_at !== null) return true
      return chargeDue(there, admission)
    }, 'jobs')
    if (!whole) unpriced += 1
  }
  return { stays: lying.length, unpriced }
}

interface Lying {
  id: string
  patient_id: string
  facility_id: string
}

const lyingNow = ({ hospital_id }: Pick<Caller, 'hospital_id'>): Promise<Lying[]> =>
  rows<Lying>(
    sql`select id, patient_id, facility_id from admissions where hospital_id = ${hospital_id}
      and status${oneOf([...lying_states])} and clinically_at is null order by patient_id, id`,
  )

/** What `chargeBedDays` would put on bills now: stays, and days in all. */
export async function uncharged(caller: Caller): Promise<{ stays: number; days: number }> {
  let [stays, days] = [0, 0]
  for (const { id, facility_id } of await lyingNow(caller)) {
    const there = { ...caller, facility_id }
    const { length: missing } = await missingDays(there, await admissionRecord.get(there, id))
    if (missing > 0) stays += 1
    days += missing
  }
  return { stays, days }
}

/** The wards' counts of every day that is over. */
export async function takeCensuses(
  caller: Caller,
  signal?: AbortSignal,
): Promise<{ taken: number }> {
  const found = await rows<{ id: string }>(
    sql`select id from wards where hospital_id = ${caller.hospital_id} and active order by id`,
  )
  let taken = 0
  for (const { id } of found) {
    if (signal?.aborted === true) break
    // Locked: of two daemons the second finds the days counted.
    taken += await within(
      async () => takeCensus(caller, await wardRecord.locked(caller, id)),
      'jobs',
    )
  }
  return { taken }
}

const at_once = 200

/** CAR-138. */
export async function dropReservations(caller: Caller): Promise<number> {
  const over = await rows<{ id: string }>(
    sql`select id from beds where hospital_id = ${caller.hospital_id}
      and reserved_until is not null and reserved_until <= ${clock.instant()}
      order by id limit ${at_once}`,
  )
  let fallen = 0
  for (const { id } of over) {
    await within(async () => {
      const bed = await bedRecord.locked(caller, id)
      if (bed.reserved_until === null || bed.reserved_until > clock.instant()) return
      await fall(caller, bed, 'The reservation is over')
      fallen += 1
    }, 'jobs')
  }
  return fallen
}

/** CAR-158: a day after the clinical discharge the patient may leave, and the debt follows. */
export const tellUnclearedNow = (caller: Caller): Promise<number> =>
  within(() => tellUncleared(caller), 'jobs')

async function tellUncleared(caller: Caller): Promise<number> {
  const late = await rows<{ id: string; number: string }>(
    sql`select id, number from admissions where hospital_id = ${caller.hospital_id}
      and status = 'CLINICALLY_DISCHARGED' and clinically_at <= ${instantIn(-hours(24))}
      order by clinically_at limit ${at_once}`,
  )
  if (late.length === 0) return 0
  const untold = new Set(
    await untoldToday(
      caller,
      'admission.uncleared',
      late.map(({ id }) => id),
    ),
  )
  const numbers = late.filter(({ id }) => untold.has(id)).map(({ number }) => number)
  if (numbers.length === 0) return 0
  for (const role of ['manager', 'welfare']) {
    await notify(caller, {
      to: { role },
      kind: 'admission.uncleared',
      title: 'Discharged and not cleared for a day',
      body: `May leave, the debt follows: ${numbers.slice(0, 20).join(', ')}.`,
    })
  }
  return numbers.length
}

/** CAR-153: by noon somebody has confirmed what the day before left. */
export const tellUnconfirmed = (caller: Caller): Promise<number> =>
  within(async () => {
    const found = await rows<{ id: string; date: string; name: string }>(
      sql`select c.id, c.date, w.name from censuses c join wards w on w.id = c.ward_id
        where c.hospital_id = ${caller.hospital_id} and c.status = 'OPEN'
        order by c.date desc, w.name, c.id limit ${at_once}`,
    )
    const to = { permission: 'census:confirm' }
    return tellList(
      caller,
      { kind: 'census.unconfirmed', to, title: 'The census is not confirmed' },
      found.map(({ id, date, name }) => ({ id, called: `${name} ${date}` })),
    )
  }, 'jobs')
