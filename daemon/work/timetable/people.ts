// What runs when, of staff.

import type { Caller } from '../../../db/core/caller.ts'
import { within } from '../../../db/store/connection.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import {
  beginLeave,
  closeVacancies,
  endSuspensions,
} from '../../../db/hospital/people/staff/clockwork.ts'
import { beginClearing, closeSignIns } from '../../../db/hospital/people/exits/clockwork.ts'
import { markShifts } from '../../../db/hospital/people/staff/attendance/missed.ts'
import { tellEnding } from '../../../db/hospital/people/staff/licences/notices.ts'
import { light, untilNone } from './manner.ts'

/** In pieces, each a transaction of its own. */
const nightly = (
  name: string,
  label: string,
  work: (caller: Caller) => Promise<number>,
): Entry => ({
  ...light,
  name,
  label,
  area: 'staff',
  cron: '5 0 * * *',
  scope: 'hospital',
  catch_up: 'once',
  needs_clock: true,
  run: async ({ caller, signal }) => ({
    done: await untilNone(() => within(() => work(caller), 'jobs'), signal),
  }),
})

export const people_entries: readonly Entry[] = [
  nightly('suspensions-over', 'Suspensions whose last day is over', endSuspensions),
  nightly('vacancies-expired', 'Vacancies past their last day', closeVacancies),
  nightly('leave-begun', 'Leave that has begun', beginLeave),
  nightly('exits-clearing', 'Exits a week before their last day', beginClearing),
  {
    ...nightly('licences-ending', 'Licences that end soon', tellEnding),
    cron: '0 6 * * *',
    run: async ({ caller }) => ({ done: await within(() => tellEnding(caller), 'jobs') }),
  },
  {
    ...nightly('shifts-over', 'Shifts that are over: done, or missed', markShifts),
    cron: '*/15 * * * *',
  },
  nightly('exits-accounts', 'Accounts of people whose last day is over', closeSignIns),
]
