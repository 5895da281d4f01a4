// What runs when, of goods.

import { minutes } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { markMissed, tellOpen } from '../../../db/hospital/goods/stock/controlled/jobs.ts'
import { light } from './manner.ts'

const alike = { ...light, area: 'stock', scope: 'hospital', catch_up: 'once' } as const

export const stock_entries: readonly Entry[] = [
  {
    ...alike,
    name: 'controlled-checks-missed',
    label: 'Cupboards that nobody checked in time',
    every: minutes(10),
    needs_clock: true,
    run: async ({ caller }) => ({ missed: await within(() => markMissed(caller), 'jobs') }),
  },
  {
    ...alike,
    name: 'controlled-open',
    label: 'Discrepancies of controlled drugs that stay open',
    cron: '0 6 * * *',
    needs_clock: true,
    run: async ({ caller }) => ({ told: await within(() => tellOpen(caller), 'jobs') }),
  },
]
