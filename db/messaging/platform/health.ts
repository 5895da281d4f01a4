// How messaging stands as a whole (MSG 5.3): links, what waits, and what nobody knows.

import type { Static } from '../../core/kinds/kinds.ts'
import { messagingFigures } from '../drain/figures.ts'
import { freeMb } from '../messages/room.ts'
import { settings } from '../settings/settings.ts'
import { listLinks } from './links.ts'
import { webhookCounts } from './overview.ts'
import type { GatewayHealth } from './shapes.ts'

type Health = Static<typeof GatewayHealth>

/** Without what the house around it knows: its clock and its timetable. */
export async function ownHealth(): Promise<Omit<Health, 'clock' | 'jobs' | 'wallet_proof'>> {
  const figures = await messagingFigures()
  const known = await settings()
  const links = await listLinks({})
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
    disk: await disk(known.min_free_disk_mb),
  }
}

async function disk(least_mb: number): Promise<Health['disk']> {
  const free = await freeMb()
  // Where the database looks after its own disk there is no figure to give.
  const free_mb = free > 2 ** 31 ? null : Math.floor(free)
  return { free_mb, least_mb, ok: free >= least_mb }
}
