// What runs when, of wards and laboratory.

import { minutes, seconds } from '../../../db/core/clock.ts'
import * as wards from '../../../db/hospital/care/wards/jobs.ts'
import { tellPassed } from '../../../db/hospital/care/wards/passed.ts'
import { missOverdue } from '../../../db/hospital/care/nursing/for-areas.ts'
import { tidy as tidyInbox } from '../../../db/hospital/diagnostics/laboratory/analysers/inbox.ts'
import { keepWorklist } from '../../../db/hospital/diagnostics/imaging/worklist/files.ts'
import { endDeferrals } from '../../../db/hospital/diagnostics/blood-bank/donors/deferring.ts'
import {
  tellDue,
  tellOvertime,
  tellUnaccounted,
  tellUninvestigated,
} from '../../../db/hospital/diagnostics/blood-bank/bedside/jobs.ts'
import { tellUnmatched } from '../../../db/hospital/diagnostics/blood-bank/requests/jobs.ts'
import { tellExpiring } from '../../../db/hospital/diagnostics/blood-bank/units/jobs.ts'
import { passTimes } from '../../../db/hospital/diagnostics/blood-bank/times.ts'
import { walkAlerts } from '../../../db/hospital/diagnostics/laboratory/critical/jobs.ts'
import { tellReady } from '../../../db/hospital/diagnostics/laboratory/results/ready.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { tellLateNotices } from '../../../db/hospital/care/notices/jobs.ts'
import { tellOverdue } from '../../../db/hospital/care/nursing/jobs.ts'
import { tellUnsigned } from '../../../db/hospital/care/records/jobs.ts'
import { within } from '../../../db/store/connection.ts'
import { light } from './manner.ts'

export const wards_entries: readonly Entry[] = [
  {
    ...light,
    name: 'bed-reservations',
    label: 'Beds that were kept too long',
    area: 'wards',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ dropped: await wards.dropReservations(caller) }),
  },
  {
    ...light,
    name: 'bed-days',
    label: 'Days in bed, and the census of the wards',
    area: 'wards',
    cron: '10 * * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    deadline_s: 900,
    run: async ({ caller, signal }) => ({
      ...(await wards.takeCensuses(caller, signal)),
      ...(await wards.chargeBedDays(caller, signal)),
      told: await wards.tellUnclearedNow(caller),
    }),
  },
  {
    ...light,
    name: 'deposits-passed',
    label: 'Accounts of patients in beds that have passed the deposit',
    area: 'wards',
    cron: '40 * * * *',
    scope: 'hospital',
    catch_up: 'once',
    deadline_s: 300,
    run: async ({ caller, signal }) => ({ told: await tellPassed(caller, signal) }),
  },
  {
    ...light,
    name: 'nursing-tasks-missed',
    label: 'Tasks of a series that nobody came to',
    area: 'nursing',
    every: minutes(5),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ missed: await missOverdue(caller) }),
  },
  {
    ...light,
    name: 'nursing-tasks-overdue',
    label: 'Tasks that nobody did in time',
    area: 'nursing',
    cron: '25 * * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ told: await tellOverdue(caller) }),
  },
  {
    ...light,
    name: 'case-notices-late',
    label: 'Cases that are told late to the authority',
    area: 'notices',
    cron: '20 * * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ told: await tellLateNotices(caller) }),
  },
  {
    ...light,
    name: 'records-unsigned',
    label: 'Notes that nobody signed or co-signed',
    area: 'records',
    cron: '30 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: ({ caller }) => tellUnsigned(caller),
  },
  {
    ...light,
    name: 'census-unconfirmed',
    label: 'The census that nobody confirmed',
    area: 'wards',
    cron: '0 12 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ told: await wards.tellUnconfirmed(caller) }),
  },
  {
    ...light,
    name: 'critical-results',
    label: 'Critical results of which nobody has heard',
    area: 'laboratory',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller, signal }) => ({ told: await walkAlerts(caller, signal) }),
  },
  {
    ...light,
    name: 'results-ready',
    label: 'Patients whose results the portal has opened',
    area: 'laboratory',
    every: minutes(5),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller, signal }) => ({ told: await tellReady(caller, signal) }),
  },
  {
    ...light,
    name: 'analyser-inbox',
    label: 'Values of analysers that nobody found an owner for',
    area: 'laboratory',
    cron: '0 5 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ dismissed: await within(() => tidyInbox(caller), 'jobs') }),
  },
  {
    // On every daemon: each has a folder of its own.
    ...light,
    name: 'imaging-worklist',
    label: 'Files of the worklist of images',
    area: 'imaging',
    every: seconds(5),
    scope: 'hospital',
    runs_on: 'each',
    catch_up: 'skip',
    run: async ({ caller }) => ({ ...(await keepWorklist(caller)) }),
  },
  {
    ...light,
    name: 'blood-times',
    label: 'Blood and samples past their time, reservations nobody fetches',
    area: 'blood-bank',
    every: minutes(15),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller, signal }) => passTimes(caller, signal),
  },
  {
    ...light,
    name: 'transfusions-watched',
    label: 'Observations of transfusions that are due or late',
    area: 'blood-bank',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    run: ({ caller }) => tellDue(caller),
  },
  {
    ...light,
    name: 'transfusions-overtime',
    label: 'Transfusions that run too long',
    area: 'blood-bank',
    every: minutes(10),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ told: await tellOvertime(caller) }),
  },
  {
    ...light,
    name: 'blood-unaccounted',
    label: 'Blood that is out, and blood that was not matched afterwards',
    area: 'blood-bank',
    cron: '50 * * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({
      out: await tellUnaccounted(caller),
      unmatched: await tellUnmatched(caller),
    }),
  },
  {
    ...light,
    name: 'blood-daily',
    label: 'Blood that ends soon, reactions that nobody looked into',
    area: 'blood-bank',
    cron: '5 5 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({
      expiring: await tellExpiring(caller),
      reactions: await tellUninvestigated(caller),
    }),
  },
  {
    ...light,
    name: 'donor-deferrals',
    label: 'Deferrals of donors that are over',
    area: 'blood-bank',
    cron: '0 5 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ ended: await endDeferrals(caller) }),
  },
]
