// What runs when, of goods.

import { dayIn, minutes } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { markMissed, tellOpen } from '../../../db/hospital/goods/stock/controlled/jobs.ts'
import * as expiry from '../../../db/hospital/goods/stock/expiry/jobs.ts'
import { keepUse } from '../../../db/hospital/goods/stock/use/kept.ts'
import { isMonday, light, untilNone } from './manner.ts'

const alike = { ...light, area: 'stock', scope: 'hospital', catch_up: 'once' } as const

export const stock_entries: readonly Entry[] = [
  {
    ...alike,
    name: 'stock-expired',
    label: 'Batches past their day, reservations that are over',
    cron: '5 0 * * *',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      expired: await untilNone(() => within(() => expiry.expireDue(caller), 'jobs'), signal),
      freed: await within(() => expiry.endReservations(caller), 'jobs'),
    }),
  },
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
    name: 'stock-use',
    label: 'What was used in months that are over',
    cron: '0 1 * * *',
    needs_clock: true,
    run: async ({ caller }) => ({ months: await keepUse(caller) }),
  },
  {
    ...alike,
    name: 'stock-morning',
    label: 'Lots that expire, transfers that are late, discrepancies that stay open',
    cron: '0 6 * * *',
    needs_clock: true,
    run: async ({ caller, due_at, time_zone }) => ({
      expiring: await within(() => expiry.tellExpiring(caller), 'jobs'),
      late: await within(() => expiry.tellLateTransfers(caller), 'jobs'),
      unapproved: await within(() => expiry.tellUnapproved(caller), 'jobs'),
      open: await within(() => tellOpen(caller), 'jobs'),
      apart: isMonday(dayIn(time_zone, new Date(due_at)))
        ? await within(() => expiry.tellLongApart(caller), 'jobs')
        : 0,
    }),
  },
]
