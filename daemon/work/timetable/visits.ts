// What runs when, of the day of a visit.

import { dayIn, minutes, seconds } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { remindDue } from '../../../db/hospital/desk/appointments/reminders.ts'
import { tellEmpty } from '../../../db/hospital/desk/appointments/mornings.ts'
import { noteMissed } from '../../../db/hospital/desk/appointments/sweeps.ts'
import {
  expireEntries,
  lapseOffers,
} from '../../../db/hospital/desk/appointments/waitlist-offers.ts'
import { tellWeek } from '../../../db/hospital/desk/appointments/weekly.ts'
import { watchClocks } from '../../../db/hospital/desk/emergencies/clockwork.ts'
import { expireOld, tellLateFeedback } from '../../../db/hospital/desk/referrals/clockwork.ts'
import { escalateAlerts, tellLate } from '../../../db/hospital/desk/vitals/watch.ts'
import * as visits from '../../../db/hospital/desk/visits/jobs.ts'
import { tellNear } from '../../../db/hospital/desk/visits/queue/near.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { light, untilNone } from './manner.ts'

export const visits_entries: readonly Entry[] = [
  {
    ...light,
    name: 'no-shows',
    label: 'Patients who were called and did not come',
    area: 'visits',
    every: seconds(30),
    scope: 'hospital',
    catch_up: 'skip',
    run: async ({ caller }) => ({ gone: await visits.noShows(caller) }),
  },
  {
    ...light,
    name: 'queue-near',
    label: 'Patients whose turn is near',
    area: 'visits',
    every: seconds(30),
    scope: 'hospital',
    catch_up: 'skip',
    run: async ({ caller }) => ({ told: await tellNear(caller) }),
  },
  {
    ...light,
    name: 'point-hours',
    label: 'Service points that open and close by their hours',
    area: 'visits',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'skip',
    needs_clock: true,
    run: async ({ caller }) => ({ moved: await visits.keepHours(caller) }),
  },
  {
    ...light,
    name: 'stale-visits',
    label: 'Visits that nobody has touched',
    area: 'visits',
    every: minutes(15),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({ ...(await visits.closeStaleVisits(caller, signal)) }),
  },
  {
    ...light,
    name: 'queue-day',
    label: 'The end of the queue’s day',
    area: 'visits',
    cron: '5 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ ended: await visits.closeDay(caller) }),
  },
  {
    ...light,
    name: 'appointment-reminders',
    label: 'Reminders of appointments',
    area: 'appointments',
    every: minutes(5),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      reminders: await untilNone(() => remindDue(caller), signal),
    }),
  },
  {
    ...light,
    name: 'appointment-misses',
    label: 'Appointments that nobody came to',
    area: 'appointments',
    every: minutes(5),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      missed: await untilNone(() => noteMissed(caller), signal),
    }),
  },
  {
    ...light,
    name: 'waiting-list',
    label: 'Offers and entries of the waiting list that are over',
    area: 'appointments',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, time_zone, signal }) => ({
      offers: await untilNone(() => lapseOffers(caller), signal),
      entries: await untilNone(() => expireEntries(caller, dayIn(time_zone)), signal),
    }),
  },
  {
    ...light,
    name: 'empty-clinics',
    label: 'Clinicians with no session left',
    area: 'appointments',
    cron: '30 1 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ told: await within(() => tellEmpty(caller), 'jobs') }),
  },
  {
    ...light,
    name: 'front-office-week',
    label: 'Waits and missed appointments of the week, for the managers',
    area: 'appointments',
    cron: '0 7 * * 1',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ told: await within(() => tellWeek(caller), 'jobs') }),
  },
  {
    ...light,
    name: 'vital-alerts',
    label: 'Observations that are late, alerts that nobody acknowledges',
    area: 'vitals',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({
      late: await within(() => tellLate(caller), 'jobs'),
      escalated: await within(() => escalateAlerts(caller), 'jobs'),
    }),
  },
  {
    ...light,
    name: 'referrals',
    label: 'Referrals that nobody departed with, feedback that is late',
    area: 'referrals',
    cron: '30 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      expired: await untilNone(() => within(() => expireOld(caller), 'jobs'), signal),
      told: await within(() => tellLateFeedback(caller), 'jobs'),
    }),
  },
  {
    ...light,
    name: 'emergency-clocks',
    label: 'Triage targets, who is not triaged, who should be looked at again',
    area: 'emergencies',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ told: await within(() => watchClocks(caller), 'jobs') }),
  },
]
