// What runs when: one page for each part of the house, all of them listed here.

import { openedDeployment } from '../../db/appliance/deployment/deployment.ts'
import type { Entry } from '../../db/appliance/timetable/entries.ts'
import { backupEntries } from './backups.ts'
import type { Log } from './jobs.ts'
import { access_entries } from './timetable/access.ts'
import { audit_entries } from './timetable/audit.ts'
import { books_entries } from './timetable/books.ts'
import { databaseEntries } from './timetable/database.ts'
import { doctorEntries } from './timetable/doctor.ts'
import { devices_entries } from './timetable/devices.ts'
import { letters_entries } from './timetable/letters.ts'
import { money_entries } from './timetable/money.ts'
import { clinics_entries } from './timetable/clinics.ts'
import { medicines_entries } from './timetable/medicines.ts'
import { messaging_entries } from './timetable/messaging.ts'
import { patients_entries } from './timetable/patients.ts'
import { stock_entries } from './timetable/stock.ts'
import { people_entries } from './timetable/people.ts'
import { trade_entries } from './timetable/trade.ts'
import { modules_entries } from './timetable/modules.ts'
import { places_entries } from './timetable/places.ts'
import { system_entries } from './timetable/system.ts'
import { visits_entries } from './timetable/visits.ts'
import { maternity_entries } from './timetable/maternity.ts'
import { wards_entries } from './timetable/wards.ts'

export const entries: readonly Entry[] = [
  ...system_entries,
  ...access_entries,
  ...letters_entries,
  ...books_entries,
  ...money_entries,
  ...places_entries,
  ...patients_entries,
  ...visits_entries,
  ...people_entries,
  ...stock_entries,
  ...trade_entries,
  ...wards_entries,
  ...maternity_entries,
  ...medicines_entries,
  ...modules_entries,
  ...clinics_entries,
  ...devices_entries,
  ...messaging_entries,
  ...audit_entries,
]

/** With what the configuration of an open deployment times. */
export function theTimetable(log: Pick<Log, 'info'> = quiet): readonly Entry[] {
  const deployment = openedDeployment()
  if (deployment === null) return entries
  return [
    ...entries,
    ...backupEntries(deployment, log),
    ...databaseEntries(deployment),
    ...doctorEntries(deployment),
  ]
}

const quiet = { info: () => undefined }
