// What runs when, of the register and the portal.

import { minutes } from '../../db/clock.ts'
import { within } from '../../db/connection.ts'
import { tellToday } from '../../db/hospital/appointments/mornings.ts'
import { tellOverrides } from '../../db/hospital/gates/mornings.ts'
import { tellUnreachable } from '../../db/hospital/patient-messages/reach.ts'
import { tellUnidentified, tellUnreviewed } from '../../db/hospital/patients/mornings.ts'
import { scanDuplicates } from '../../db/hospital/patients/scan.ts'
import { endDue } from '../../db/hospital/portal/proxies.ts'
import { tellUnanswered } from '../../db/hospital/portal/threads.ts'
import type { Entry } from '../../db/timetable/entries.ts'
import { heavy, light, untilNone } from './manner.ts'

export const patients_entries: readonly Entry[] = [
  {
    ...heavy,
    name: 'duplicate-patients',
    label: 'Records that look like one person',
    area: 'patients',
    cron: '30 1 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller, signal }) => ({ ...(await scanDuplicates(caller, { signal })) }),
  },
  {
    ...light,
    name: 'front-office-mornings',
    label: 'What the front office finds on its desk in the morning',
    area: 'patient-messages',
    cron: '30 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({
      appointments: await within(() => tellToday(caller), 'jobs'),
      unidentified: await within(() => tellUnidentified(caller), 'jobs'),
      unreviewed: await within(() => tellUnreviewed(caller), 'jobs'),
      overrides: await within(() => tellOverrides(caller), 'jobs'),
      unreachable: await within(() => tellUnreachable(caller), 'jobs'),
    }),
  },
  {
    ...light,
    name: 'portal-proxies',
    label: 'Proxies whose last day has come',
    area: 'portal',
    cron: '5 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({ ended: await untilNone(() => endDue(caller), signal) }),
  },
  {
    ...light,
    name: 'portal-threads',
    label: 'Patients who wait for an answer in the portal',
    area: 'portal',
    every: minutes(15),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      told: await untilNone(() => tellUnanswered(caller), signal),
    }),
  },
]
