// What runs when, of hospitals, their branches and what they pay for.

import { minutes, seconds } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { watchPlan } from '../../../db/hospital/office/plans/watch.ts'
import { tellLicences } from '../../../db/hospital/office/places/licences.ts'
import { switchDue } from '../../../db/hospital/office/places/module-plans.ts'
import { suspendDue } from '../../../db/hospital/tenants/platform/hospitals.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { light } from './manner.ts'

export const places_entries: readonly Entry[] = [
  {
    ...light,
    name: 'facility-licences',
    label: 'Licences of branches that end',
    area: 'places',
    cron: '30 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ told: await within(() => tellLicences(caller), 'jobs') }),
  },
  {
    ...light,
    name: 'module-switches',
    label: 'Modules that are switched at an hour of their own',
    area: 'places',
    every: seconds(30),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async () => switchDue(),
  },
  {
    ...light,
    name: 'plan-licence',
    label: 'Orders nobody paid, and a plan that ends',
    area: 'plans',
    cron: '0 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => within(() => watchPlan(caller), 'jobs'),
  },
  {
    ...light,
    name: 'suspensions',
    label: 'Suspensions of hospitals that begin',
    area: 'platform',
    every: minutes(5),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ suspended: await suspendDue(caller) }),
  },
]
