// What runs when, of maternity (maternity 7).

import { minutes } from '../../../db/core/clock.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import {
  endLyingIn,
  tellNotNotified,
  walkLabours,
} from '../../../db/hospital/modules/maternity/jobs.ts'
import { light } from './manner.ts'

export const maternity_entries: readonly Entry[] = [
  {
    ...light,
    name: 'labour-alerts',
    label: 'Alerts of labour, and what nobody looked at',
    area: 'maternity',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller, signal }) => ({ told: await walkLabours(caller, signal) }),
  },
  {
    ...light,
    name: 'maternity-daily',
    label: 'Days after birth that are over, births not notified',
    area: 'maternity',
    cron: '0 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller, signal }) => ({
      closed: await endLyingIn(caller, signal),
      told: await tellNotNotified(caller),
    }),
  },
]
