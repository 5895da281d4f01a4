// What runs when, of who may come in.

import { dayIn, days, hours, instantIn, minutes } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { eraseOld as eraseOldLockouts } from '../../../db/hospital/office/access/sign-in/lockouts.ts'
import { closeAsleep } from '../../../db/hospital/office/access/sign-in/sessions.ts'
import * as access from '../../../db/hospital/office/access/tidy.ts'
import {
  dropEnded,
  tellEnding,
  tellFlagged,
} from '../../../db/hospital/office/access/sign-in/watch.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { isMonday, light, untilNone } from './manner.ts'

export const access_entries: readonly Entry[] = [
  {
    ...light,
    name: 'sleeping-sessions',
    label: 'Sessions that nobody uses any more',
    area: 'access',
    every: minutes(10),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({
      closed: await within(() => closeAsleep(caller.hospital_id), 'jobs'),
    }),
  },
  {
    ...light,
    name: 'sessions',
    label: 'Sessions that are over',
    area: 'access',
    every: minutes(10),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      closed: await untilNone(access.closeEnded, signal),
      erased: await untilNone(() => access.eraseClosed(instantIn(-days(90))), signal),
    }),
  },
  {
    ...light,
    name: 'codes',
    label: 'Codes and challenges that are dead',
    area: 'access',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      erased: await untilNone(() => access.eraseDeadCodes(instantIn(-days(1))), signal),
      locks: await within(eraseOldLockouts, 'jobs'),
    }),
  },
  {
    ...light,
    name: 'accounts',
    label: 'Roles that end, accounts to look at',
    area: 'access',
    cron: '10 2 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, due_at, time_zone, signal }) => ({
      ended: await untilNone(() => within(() => dropEnded(caller), 'jobs'), signal),
      ending: await within(() => tellEnding(caller), 'jobs'),
      flagged: isMonday(dayIn(time_zone, new Date(due_at)))
        ? await within(() => tellFlagged(caller), 'jobs')
        : 0,
    }),
  },
]
