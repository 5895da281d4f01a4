// The daemons of this database: a row each, gone after 60 s without a sign (OPS-103), and on their own
// machine at once when their process is.

import { clock, instantIn, seconds } from '../../core/clock.ts'
import { run, within } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import type { NewRow, RowOf } from '../../store/table.ts'
import { holderHere, isGone } from '../house/holder.ts'
import { daemons, deployment } from './tables.ts'

export type DaemonRow = RowOf<(typeof daemons)['columns']>

const gone_ms = seconds(60)

/** A backup that was put back may hold a row of this very process. */
export const announce = (
  daemon: Omit<NewRow<(typeof daemons)['columns']>, 'started_at' | 'seen_at' | 'process'>,
): Promise<DaemonRow> =>
  within(async () => {
    await daemons.remove({ host: daemon.host, pid: daemon.pid })
    const now = clock.instant()
    const own = holderHere('serve').slice(0, 200)
    return daemons.insert({ ...daemon, started_at: now, seen_at: now, process: own })
  }, 'jobs')

export const beat = (
  id: string,
  now: { leads: boolean; term: number | null; state?: DaemonRow['state'] },
): Promise<number> =>
  within(() => daemons.change({ id }, { ...now, seen_at: clock.instant() }), 'jobs')

export const leave = (id: string): Promise<number> => within(() => daemons.remove({ id }), 'jobs')

/** Only the newest term leads, whatever the row of one that was killed says. */
export async function list(): Promise<DaemonRow[]> {
  const term = (await deployment.findAnywhere({}))?.term ?? null
  const seen = await daemons.read(
    sql`select ${daemons.selection()} from daemons where seen_at >= ${instantIn(-gone_ms)} order by started_at, id`,
  )
  return seen
    .filter(({ process }) => process === null || !isGone(process))
    .map((one) => ({ ...one, leads: one.leads && one.term === term }))
}

/** `hms1 (pid 4121)`: several may work on one machine. */
export const called = ({ host, pid }: Pick<DaemonRow, 'host' | 'pid'>): string =>
  `${host} (pid ${pid})`

export const forgetGone = (): Promise<number> =>
  within(() => run(sql`delete from daemons where seen_at < ${instantIn(-gone_ms)}`), 'jobs')
