// What runs when, of the register and the portal.

import type { Caller } from '../../../db/core/caller.ts'
import { minutes } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { tellToday } from '../../../db/hospital/desk/appointments/mornings.ts'
import { tellOverrides } from '../../../db/hospital/desk/gates/mornings.ts'
import { tellUnreachable } from '../../../db/hospital/desk/patient-messages/reach.ts'
import { tellUnidentified, tellUnreviewed } from '../../../db/hospital/desk/patients/mornings.ts'
import { scanDuplicates } from '../../../db/hospital/desk/patients/duplicates/scan.ts'
import { endDue } from '../../../db/hospital/desk/portal/proxies.ts'
import { tellUnanswered } from '../../../db/hospital/desk/portal/threads.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { heavy, light, untilNone } from './manner.ts'

/** One list of 06:30, for itself: what keeps one back keeps no other back. */
const morning = (
  name: string,
  label: string,
  area: string,
  tell: (caller: Caller) => Promise<number>,
): Entry => ({
  ...light,
  name,
  label,
  area,
  cron: '30 6 * * *',
  scope: 'hospital',
  catch_up: 'once',
  needs_clock: true,
  run: async ({ caller }) => ({ told: await within(() => tell(caller), 'jobs') }),
})

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
  morning('appointments-today', 'Appointments of the day that begins', 'appointments', tellToday),
  morning(
    'unidentified-patients',
    'Patients whom nobody has identified',
    'patients',
    tellUnidentified,
  ),
  morning(
    'unreviewed-access',
    'Broken glass that waits for its review',
    'patients',
    tellUnreviewed,
  ),
  morning('gate-overrides', 'Gates that were passed yesterday', 'gates', tellOverrides),
  morning(
    'unreachable-patients',
    'Patients without a telephone',
    'patient-messages',
    tellUnreachable,
  ),
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
