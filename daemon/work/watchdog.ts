// The sign of life (OPS-15): given three times an interval, and kept back where the loop stood still
// or no write was answered. A deaf daemon is then started anew; a slow report is no reason.

import { seconds } from '../../db/core/clock.ts'
import { writesWaiting } from '../../db/store/connection.ts'
import type { Daemon } from '../main.ts'
import { requestsAnswered } from '../watching/measures.ts'
import type { ServiceManager } from './service-manager.ts'
import { stall_max_ms, type Stalls } from './stalls.ts'

const probe_patience_ms = seconds(30)
const status_every_ms = seconds(60)

export interface Signs {
  /** How long ago a small write was last answered, whichever way: a full disk is not deafness. */
  probe_age_ms(): number
  stalls: Stalls
  /** One line for whoever asks the service manager. */
  status: () => string
  /** No write is answered any more; told once, until one is. */
  deaf: () => void
}

export function startWatchdog(manager: ServiceManager, signs: Signs): { stop(): void } {
  const { watch_ms } = manager
  let was_deaf = false
  const timer = setInterval(
    () => {
      const is_deaf = signs.probe_age_ms() > probe_patience_ms
      if (is_deaf && !was_deaf) signs.deaf()
      was_deaf = is_deaf
      const words = watch_ms !== null && lives(signs) ? ['WATCHDOG=1'] : []
      void manager.tell(...words, `STATUS=${signs.status()}`)
    },
    watch_ms === null ? status_every_ms : watch_ms / 3,
  )
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** The sign of life of a daemon, and one line of how it goes. */
export function watch(
  daemon: Pick<Daemon, 'stalls' | 'probe_age_ms' | 'dump'>,
  manager: ServiceManager,
  state: () => string,
): { stop(): void } {
  let [answered, at] = [requestsAnswered(), performance.now()]
  const status = (): string => {
    const [now_answered, now] = [requestsAnswered(), performance.now()]
    const rate = Math.round((now_answered - answered) / Math.max(1, (now - at) / 1000))
    ;[answered, at] = [now_answered, now]
    return `${state()}, ${rate} requests/s, ${writesWaiting() ?? 'no'} writes waiting`
  }
  return startWatchdog(manager, {
    stalls: daemon.stalls,
    probe_age_ms: () => daemon.probe_age_ms(),
    status,
    deaf: () => daemon.dump('no write was answered for 30 s'),
  })
}

/** The longest stall is that since the last look. */
const lives = (signs: Signs): boolean =>
  signs.stalls.longestSince('watchdog') <= stall_max_ms && signs.probe_age_ms() <= probe_patience_ms
