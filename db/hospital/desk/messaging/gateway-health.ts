// How messaging stands as a whole (MSG 5.3): links, what waits, what nobody knows, and the jobs that look
// after it.

import { clock } from '../../../core/clock.ts'
import type { Static } from '../../../core/kinds/kinds.ts'
import { messagingFigures } from '../../../messaging/drain/figures.ts'
import { freeMb } from '../../../messaging/messages/room.ts'
import { listLinks } from '../../../messaging/platform/links.ts'
import type { GatewayHealth } from '../../../messaging/platform/shapes.ts'
import { webhookCounts } from '../../../messaging/platform/overview.ts'
import { settings } from '../../../messaging/settings/settings.ts'
import { clockState } from '../../../appliance/timetable/clock-guard.ts'
import { timetable } from '../../../appliance/timetable/entries.ts'
import { schedules } from '../../../appliance/timetable/tables.ts'

type Health = Static<typeof GatewayHealth>
type Job = Health['jobs'][number]

export async function health(): Promise<Health> {
  const figures = await messagingFigures()
  const known = await settings()
  const links = await listLinks({})
  const jobs = await jobsOfMessaging()
  return {
    links: links.map(({ code, kind, state, enabled, last_error, state_since }) => ({
      code,
      kind,
      state,
      enabled,
      last_error,
      state_since,
    })),
    queue: {
      paused: known.gateway_paused,
      waiting: figures.queue.reduce((sum, { n }) => sum + n, 0),
      oldest_seconds: Math.round(figures.oldest_s),
    },
    webhooks: { ...(await webhookCounts()), pending: figures.webhooks_pending },
    unknown: figures.unknown,
    unmatched: figures.unmatched,
    wallet_proof: jobs.find(({ name }) => name === 'wallet-proof') ?? jobOf('wallet-proof', '', {}),
    disk: await disk(known.min_free_disk_mb),
    clock: { now: clock.instant(), ok: (await clockState()).state === 'OK' },
    jobs,
  }
}

async function disk(least_mb: number): Promise<Health['disk']> {
  const free = await freeMb()
  // Where the database looks after its own disk there is no figure to give.
  const free_mb = free > 2 ** 31 ? null : Math.floor(free)
  return { free_mb, least_mb, ok: free >= least_mb }
}

async function jobsOfMessaging(): Promise<Job[]> {
  const own = timetable().filter(
    ({ area, runs_on }) => area === 'messaging' && runs_on === 'leader',
  )
  const rows = new Map((await schedules.allAnywhere({ place: '' })).map((one) => [one.name, one]))
  return own.map(({ name, label }) => jobOf(name, label, rows.get(name) ?? {}))
}

const jobOf = (
  name: string,
  label: string,
  row: Partial<
    Record<'last_run_at' | 'last_status' | 'next_run_at', string | null> & { paused: boolean }
  >,
): Job => ({
  name,
  label,
  last_run_at: row.last_run_at ?? null,
  last_status: row.last_status ?? null,
  next_run_at: row.next_run_at ?? null,
  paused: row.paused ?? false,
})
