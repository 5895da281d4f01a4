// What a daemon is at, on one line of the log (OPS-9, operations 6.2): at SIGUSR2, and when it was
// deaf for longer than the service manager puts up with. Figures and names of kinds, never whose.

import { memoryUsage, getActiveResourcesInfo } from 'node:process'
import { writesWaiting } from '../../db/store/connection.ts'
import type { Log } from '../watching/log.ts'

/** What the parts of a daemon tell of themselves. */
export interface AtWork {
  /** Requests that are not answered yet. */
  in_flight: () => number
  /** Kinds of the jobs that run. */
  jobs: () => readonly string[]
  /** Lines of the timetable that run. */
  schedules: () => readonly string[]
  links: () => readonly { code: string; unanswered: number; buffered: number }[]
}

export const standingOf = ({ in_flight, jobs, schedules, links }: AtWork) => ({
  requests_in_flight: in_flight(),
  writes_waiting: writesWaiting(),
  jobs: jobs(),
  schedules: schedules(),
  links: links().map(({ code, unanswered, buffered }) => ({ code, unanswered, buffered })),
  memory: memoryUsage(),
  handles: counted(getActiveResourcesInfo()),
})

/** `why` comes before the state: one entry says both. */
export function dump(log: Pick<Log, 'warn'>, at_work: AtWork, why: string): void {
  log.warn({ state: standingOf(at_work) }, `${why}: the state of this daemon`)
}

function counted(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
