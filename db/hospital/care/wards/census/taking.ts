// The census of every ward is taken when the day is over; what was written late takes it again.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, nextDay } from '../../../../core/clock.ts'
import { sql } from '../../../../store/sql.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { wards } from '../places/tables.ts'
import type { WardRow } from '../places/wards.ts'
import { countsOn, edgesOfDay } from './counting.ts'
import { censusRecord, type CensusRow } from './record.ts'
import { censuses } from './tables.ts'

/** Each day that is over and not counted yet, in order: whatever was missed is made up. */
export async function takeCensus(caller: Caller, ward: WardRow): Promise<number> {
  const zone = await zoneOf(caller, ward.facility_id)
  const today = dayIn(zone)
  let taken = 0
  for (let date = await nextOf(caller, ward, zone); date < today; date = nextDay(date)) {
    await take(caller, ward, zone, date)
    taken += 1
  }
  return taken
}

async function nextOf({ hospital_id }: Caller, ward: WardRow, zone: string): Promise<string> {
  const [last] = await censuses.all(
    { hospital_id, ward_id: ward.id },
    { order: ['-date'], limit: 1 },
  )
  return last === undefined ? dayIn(zone, new Date(ward.created_at)) : nextDay(last.date)
}

async function take(caller: Caller, ward: WardRow, zone: string, date: string): Promise<void> {
  const { hospital_id } = caller
  const counts = await countsOn(caller, ward.id, edgesOfDay(zone, date))
  await censuses.insert({ hospital_id, ward_id: ward.id, date, counts, taken_at: clock.instant() })
}

/** A bed was taken or left on a day that is counted already: it is counted, and confirmed, again. */
export async function retakeFrom(
  caller: Caller,
  ward_ids: readonly string[],
  since: string,
): Promise<void> {
  const { hospital_id } = caller
  for (const ward of await wards.all({ hospital_id, id: [...new Set(ward_ids)] })) {
    const zone = await zoneOf(caller, ward.facility_id)
    const from = dayIn(zone, new Date(since))
    if (from >= dayIn(zone)) continue
    for (const row of await takenSince(caller, ward.id, from)) await retake(caller, row, zone)
  }
}

const takenSince = ({ hospital_id }: Caller, ward_id: string, from: string) =>
  censuses.read(
    sql`select ${censuses.selection()} from censuses where hospital_id = ${hospital_id}
      and ward_id = ${ward_id} and date >= ${from} order by date`,
  )

async function retake(caller: Caller, row: CensusRow, zone: string): Promise<void> {
  const counts = await countsOn(caller, row.ward_id, edgesOfDay(zone, row.date))
  const taken = { counts: { ...counts, beds: row.counts.beds }, taken_at: clock.instant() }
  if (row.status === 'OPEN') await censusRecord.changed(caller, row, 'count again', taken)
  else await censusRecord.moved(caller, row, 'count again', taken)
}
