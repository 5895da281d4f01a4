// Times that are free instead of one that the hospital cancels, as a message says them (PTM-3).

import type { Caller } from '../../../core/caller.ts'
import { dayIn, nextDay } from '../../../core/clock.ts'
import { freePlaces } from './fit.ts'
import type { Row } from './rows.ts'
import { scheduleRecord } from './schedules.ts'
import { localOf, zoneOf } from './times.ts'

export async function nextFree(caller: Caller, row: Row): Promise<string> {
  if (row.schedule_id === null) return ''
  const schedule = await scheduleRecord.get(caller, row.schedule_id)
  const zone = await zoneOf(caller, row.facility_id)
  const from = dayIn(zone, new Date(row.scheduled_for))
  const range = { from, to: nextDay(from, 30) }
  const wanted = { facility_id: row.facility_id, kind: row.kind, portal: false, but: {} }
  const free = await freePlaces(caller, wanted, [schedule], range)
  return free
    .slice(0, 3)
    .map((start) => shortOf(zone, start))
    .join(', ')
}

/** `17/03 10:15` */
function shortOf(zone: string, at: string): string {
  const local = localOf(zone, at)
  return `${local.slice(8, 10)}/${local.slice(5, 7)} ${local.slice(11)}`
}
