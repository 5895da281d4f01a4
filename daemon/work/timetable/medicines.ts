// What runs when, of medicines (care 7).

import { minutes } from '../../../db/core/clock.ts'
import { chartRunning } from '../../../db/hospital/care/medicines/doses/charting.ts'
import { missOverdue } from '../../../db/hospital/care/medicines/doses/leaving-out.ts'
import { extend } from '../../../db/hospital/care/medicines/doses/schedule.ts'
import * as owed from '../../../db/hospital/care/medicines/dispensing/owed.ts'
import { lapse } from '../../../db/hospital/care/medicines/dispensing/undoing.ts'
import { endMedicines } from '../../../db/hospital/care/medicines/prescribing/ending.ts'
import { discardOld } from '../../../db/hospital/care/immunisation/vials.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { light } from './manner.ts'

export const medicines_entries: readonly Entry[] = [
  {
    ...light,
    name: 'pharmacy-lapse',
    label: 'Medicines that nobody paid in time',
    area: 'medicines',
    every: minutes(5),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ lapsed: await lapse(caller) }),
  },
  {
    ...light,
    name: 'doses-missed',
    label: 'Doses that nobody gave',
    area: 'medicines',
    every: minutes(5),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ missed: await missOverdue(caller) }),
  },
  {
    ...light,
    name: 'infusions-charted',
    label: 'What has gone in of infusions, onto the fluid chart',
    area: 'medicines',
    cron: '0 * * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ charted: await chartRunning(caller) }),
  },
  {
    ...light,
    name: 'vials-discard',
    label: 'Vials that have been open too long',
    area: 'immunisation',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ discarded: await discardOld(caller) }),
  },
  {
    ...light,
    name: 'doses-extend',
    label: 'Doses of the next two days, and what the pharmacy owes',
    area: 'medicines',
    cron: '5 * * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({
      made: await extend(caller),
      followed: await owed.followStock(caller),
    }),
  },
  {
    ...light,
    name: 'medicines-end',
    label: 'Prescriptions that are over, and what is owed no more',
    area: 'medicines',
    cron: '20 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({
      ...(await endMedicines(caller)),
      owed_expired: await owed.expire(caller),
    }),
  },
]
