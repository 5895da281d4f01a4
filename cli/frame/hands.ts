// What a command needs of the daemon where none runs: its doors as a list, its timetable, its mail
// client, its worker at jobs. Loaded only by the commands that ask for them.

import type { Answered } from './own-door.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Caller } from '../../db/core/caller.ts'
import type { Mailer } from '../../db/hospital/office/settings/mailer.ts'
import type { Frame } from './grammar/command.ts'

/** Which routes ask for which permission; a daemon has said so already. */
export async function knowRoutes(): Promise<void> {
  const { setRouteIndex } = await import('../../db/hospital/office/access/roles/route-index.ts')
  const { hospital_doors } = await import('../../daemon/hospital/areas.ts')
  const { routeIndexOf } = await import('../../daemon/edge/route-index.ts')
  setRouteIndex(routeIndexOf(hospital_doors))
}

export async function knowTimetable(): Promise<void> {
  const { setTimetable, timetable } = await import('../../db/appliance/timetable/entries.ts')
  if (timetable().length > 0) return
  const { theTimetable } = await import('../../daemon/work/timetable.ts')
  setTimetable(theTimetable())
}

export async function mailClient(): Promise<Mailer> {
  const { mailer } = await import('../../daemon/work/mailer.ts')
  return mailer
}

export async function runDrill(
  ...given: Parameters<typeof import('../../daemon/work/backup-drill.ts').drillBackup>
) {
  const { drillBackup } = await import('../../daemon/work/backup-drill.ts')
  return drillBackup(...given)
}

export async function scannerProbes() {
  const { probes } = await import('../../daemon/work/scanner.ts')
  return probes
}

type MoneyPrints = typeof import('../../daemon/hospital/money/money-prints.ts')

type TradePrints = typeof import('../../daemon/hospital/trade/trade-prints.ts')

/** With the printers of money's papers. */
export const printing = <T>(
  frame: Pick<Frame, 'house'>,
  print: (prints: MoneyPrints) => Promise<T>,
): Promise<T> =>
  threadsEnded(frame, async () =>
    print(await import('../../daemon/hospital/money/money-prints.ts')),
  )

export const printingTrade = <T>(
  frame: Pick<Frame, 'house'>,
  print: (prints: TradePrints) => Promise<T>,
): Promise<T> =>
  threadsEnded(frame, async () =>
    print(await import('../../daemon/hospital/trade/trade-prints.ts')),
  )

/** A command alone ends the threads that a long paper began. */
async function threadsEnded<T>({ house }: Pick<Frame, 'house'>, run: () => Promise<T>): Promise<T> {
  const { endWorkers } = await import('../../daemon/work/workers.ts')
  try {
    return await run()
  } finally {
    if (house === null) await endWorkers()
  }
}

const look_ms = 100

/**
 * Until `look` answers something. Where no daemon works on jobs, this process does; one who is told
 * to stop goes away, and what was begun goes on or waits for the next start.
 */
export async function untilDone<T>(
  frame: Pick<Frame, 'house' | 'signal'>,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { runJobs } = await import('../../daemon/work/jobs.ts')
  const quiet = { info: () => undefined, error: () => undefined }
  const runner =
    frame.house === null ? runJobs({ daemon: 'the command line', log: quiet, poll_ms: 1000 }) : null
  try {
    while (!frame.signal.aborted && !isStopping(frame.house)) {
      const found = await look()
      if (found !== undefined) return found
      await wait(look_ms)
    }
    return undefined
  } finally {
    await runner?.stop()
  }
}

/** A house that stops finishes no jobs: whoever waited is told how far it came. */
const isStopping = (house: Frame['house']): boolean =>
  house !== null && ['STARTING', 'DRAINING', 'STOPPED'].includes(house.status().state)

/** A job of one's own, until it has ended. */
export async function jobEnded(
  frame: Pick<Frame, 'house' | 'signal' | 'progress'>,
  by: Caller,
  id: string,
) {
  const { find } = await import('../../db/hospital/office/jobs/jobs.ts')
  return untilDone(frame, async () => {
    const job = await find(by, id)
    if (job.pct !== null) frame.progress(job.label, { done: job.pct, total: 100 })
    return job.finished_at === null ? undefined : job
  })
}

/** Where no daemon runs, through the same doors. */
export async function askDoors(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  headers: Record<string, string>,
  body: Buffer | undefined,
): Promise<Answered> {
  const { buildApp } = await import('../../daemon/edge/app.ts')
  const { hospital_doors } = await import('../../daemon/hospital/areas.ts')
  const { messaging_doors } = await import('../../daemon/messaging/areas.ts')
  const { endWorkers } = await import('../../daemon/work/workers.ts')
  const app = await buildApp({ hospital: hospital_doors, messaging: messaging_doors })
  try {
    const reply = await app.inject({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
    const type = reply.headers['content-type']
    return { status: reply.statusCode, type: String(type ?? ''), bytes: reply.rawPayload }
  } finally {
    await app.close()
    await endWorkers()
  }
}
