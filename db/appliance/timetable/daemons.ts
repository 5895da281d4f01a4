// The daemons of this database: a row each, gone after 60 s without a sign (OPS-103).

import { clock, instantIn, seconds } from '../../core/clock.ts'
import { run, within } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import type { NewRow, RowOf } from '../../store/table.ts'
import { daemons } from './tables.ts'

export type DaemonRow = RowOf<(typeof daemons)['columns']>

const gone_ms = seconds(60)

/** A backup that was put back may hold a row of this very process. */
export const announce = (
  daemon: Omit<NewRow<(typeof daemons)['columns']>, 'started_at' | 'seen_at'>,
): Promise<DaemonRow> =>
  within(async () => {
    await daemons.remove({ host: daemon.host, pid: daemon.pid })
    return daemons.insert({ ...daemon, started_at: clock.instant(), seen_at: clock.instant() })
  }, 'jobs')

export const beat = (
  id: string,
  now: { leads: boolean; term: number | null; state?: DaemonRow['state'] },
): Promise<number> =>
  within(() => daemons.change({ id }, { ...now, seen_at: clock.instant() }), 'jobs')

export const leave = (id: string): Promise<number> => within(() => daemons.remove({ id }), 'jobs')

export const list = (): Promise<DaemonRow[]> =>
  daemons.read(
    sql`select ${daemons.selection()} from daemons where seen_at >= ${instantIn(-gone_ms)} order by started_at, id`,
  )

export const forgetGone = (): Promise<number> =>
  within(() => run(sql`delete from daemons where seen_at < ${instantIn(-gone_ms)}`), 'jobs')
