// What runs when, of the parts that a branch switches on.

import { hours, minutes } from '../../../db/core/clock.ts'
import * as ambulance from '../../../db/hospital/modules/ambulance/jobs.ts'
import * as mortuary from '../../../db/hospital/modules/mortuary/jobs.ts'
import * as theatre from '../../../db/hospital/modules/theatre/jobs.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { light } from './manner.ts'

export const modules_entries: readonly Entry[] = [
  {
    ...light,
    name: 'theatre-lists',
    label: 'Lists of theatres, published for tomorrow',
    area: 'theatre',
    every: minutes(10),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: ({ caller }) => theatre.publishTomorrow(caller),
  },
  {
    ...light,
    name: 'theatre-sessions-over',
    label: 'Sessions of theatres that are over',
    area: 'theatre',
    cron: '10 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: ({ caller }) => theatre.closeYesterday(caller),
  },
  {
    ...light,
    name: 'theatre-notes-unsigned',
    label: 'Operation notes that nobody signed',
    area: 'theatre',
    cron: '40 * * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: ({ caller }) => theatre.tellUnsigned(caller),
  },
  {
    ...light,
    name: 'mortuary-storage',
    label: 'Days of storage in the mortuary',
    area: 'mortuary',
    cron: '20 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    deadline_s: 900,
    run: ({ caller, signal }) => mortuary.chargeAllStorage(caller, signal),
  },
  {
    ...light,
    name: 'mortuary-late',
    label: 'Bodies that did not come, passes that nobody used',
    area: 'mortuary',
    every: hours(1),
    scope: 'hospital',
    catch_up: 'once',
    run: ({ caller }) => mortuary.tellLate(caller),
  },
  {
    ...light,
    name: 'mortuary-unclaimed',
    label: 'Bodies that nobody comes for',
    area: 'mortuary',
    cron: '0 7 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ told: await mortuary.tellUnclaimed(caller) }),
  },
  {
    ...light,
    name: 'ambulance-late',
    label: 'Ambulances that are awaited, or out for long',
    area: 'ambulance',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    run: ({ caller }) => ambulance.tellLate(caller),
  },
  {
    ...light,
    name: 'ambulance-papers',
    label: 'Papers of ambulances that end',
    area: 'ambulance',
    cron: '0 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ told: await ambulance.tellPapers(caller) }),
  },
]
