// What runs when, of the database itself (operations 7).

import { hours } from '../../../db/core/clock.ts'
import { carriedAt } from '../../../db/appliance/carry/tables.ts'
import { lint } from '../../../db/appliance/carry/lint.ts'
import { quickCheck } from '../../../db/appliance/backups/quick.ts'
import { database, dialect } from '../../../db/store/connection.ts'
import type { Deployment } from '../../../db/appliance/deployment/deployment.ts'
import { refreshGrown, refreshStatistics } from '../../../db/appliance/deployment/optimise.ts'
import { databaseSize } from '../../../db/hospital/office/system/checks.ts'
import { migrationState } from '../../../db/store/migrate.ts'
import type { Entry } from '../../../db/appliance/timetable/entries.ts'
import { heavy } from './manner.ts'

const log_large = 64 * 1024 ** 2

export function databaseEntries(deployment: Deployment): Entry[] {
  const alike = { ...heavy, area: 'database', scope: 'deployment', catch_up: 'once' } as const
  return [
    {
      ...alike,
      name: 'database-quick',
      ends_at_once: true,
      label: "Quick check of the night's image",
      cron: '55 3 * * *',
      run: async () => ({ checked: await quickCheck(deployment) }),
    },
    {
      ...alike,
      name: 'database-tidy',
      label: 'Log of the database emptied, statistics refreshed',
      cron: '0 4 * * *',
      run: () => tidy(),
    },
    {
      ...alike,
      name: 'database-grown',
      label: 'Statistics of tables that have grown since',
      every: hours(1),
      run: () => refreshGrown(),
    },
    {
      ...alike,
      name: 'database-lint',
      ends_at_once: true,
      label: 'Rows that would not move to PostgreSQL',
      cron: '15 4 * * 0',
      run: () => lintAll(deployment),
    },
  ]
}

async function tidy(): Promise<Record<string, number>> {
  const before = (await databaseSize()).log_bytes ?? 0
  if (dialect() === 'sqlite' && before > log_large) {
    await database().script('pragma wal_checkpoint(truncate)')
  }
  await refreshStatistics()
  return { log_bytes: (await databaseSize()).log_bytes ?? 0 }
}

/** OPS-147: so that the day of moving holds no surprise; the doctor, right after it, warns of them. */
async function lintAll({ engine }: Deployment): Promise<Record<string, number>> {
  if (engine.dialect === 'postgres') return { rows: 0 }
  const { applied } = await migrationState()
  const found = await lint(engine, await carriedAt(applied.map(({ name }) => name)))
  return { rows: found.length }
}
