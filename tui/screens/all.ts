// Every screen. Those with a key stand in the last line but one; the rest are found under `-`.

import type { Screen } from '../screens.ts'
import { audit } from './audit.ts'
import { backups } from './backups.ts'
import { blood_bank, laboratory } from './bench.ts'
import { doctor } from './doctor.ts'
import { appointments, displays, duplicates, emergencies, privacy } from './front-office.ts'
import { procurement, stock } from './goods.ts'
import { jobs } from './jobs.ts'
import { logs } from './logs.ts'
import { pharmacy, round } from './medicines.ts'
import { messaging } from './messaging.ts'
import { ambulance, maternity, mortuary, tb_ctc, theatre } from './modules.ts'
import { commercial } from './commercial.ts'
import { daemons, queue, visits } from './more.ts'
import { cashier_desks, insurance, prices, waiting } from './money.ts'
import { now } from './now.ts'
import { outgoing } from './outgoing.ts'
import { payroll, people } from './people.ts'
import { places } from './places.ts'
import { hospitals, imports, licence, settings } from './platform.ts'
import { users } from './users.ts'
import { wards } from './wards.ts'
import { workstations } from './workstations.ts'
import { year_close } from './year-close.ts'

export const screens: readonly Screen[] = [
  now,
  places,
  workstations,
  messaging,
  jobs,
  backups,
  year_close,
  users,
  audit,
  doctor,
  logs,
  outgoing,
  waiting,
  queue,
  visits,
  emergencies,
  wards,
  stock,
  procurement,
  round,
  pharmacy,
  laboratory,
  blood_bank,
  theatre,
  maternity,
  mortuary,
  ambulance,
  tb_ctc,
  duplicates,
  privacy,
  appointments,
  displays,
  daemons,
  cashier_desks,
  insurance,
  prices,
  people,
  payroll,
  commercial,
  settings,
  imports,
  licence,
  hospitals,
]

/** Those whose name begins so, or whose title holds it. */
export const named = (text: string): Screen[] => {
  const wanted = text.trim().toLowerCase()
  const begin = ({ name, title }: Screen): boolean =>
    name.startsWith(wanted) || title.toLowerCase().startsWith(wanted)
  const found = screens.filter(
    (screen) => begin(screen) || screen.title.toLowerCase().includes(wanted),
  )
  return wanted === '' ? found : found.toSorted((a, b) => Number(begin(b)) - Number(begin(a)))
}

/** Keys that acts stand on, with the screen that has them. */
export const usedKeys = (): ReadonlyMap<string, string> =>
  new Map(
    screens.flatMap(({ title, tabs }) =>
      tabs.flatMap(({ acts }) => acts.map(({ key, says }) => [key, `${title}, ${says}`] as const)),
    ),
  )
