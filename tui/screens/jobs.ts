// 6 Jobs and schedules.

import type { Document } from '../../db/appliance/deployment/line.ts'
import {
  asRows,
  because,
  column,
  counted,
  headOf,
  type Row,
  type Screen,
  soon,
  spanOf,
  text,
  when,
} from '../screens.ts'
import { type Line, line } from '../text.ts'

const tookOf = (ms: unknown): string =>
  typeof ms !== 'number' ? '-' : ms < 1000 ? `${ms} ms` : spanOf(ms)

function nextOf(row: Row): string {
  if (row['paused'] === true) return 'paused'
  return text(row, 'running_on') === '' ? soon(row['next_run_at']) : 'running'
}

const statesOf = (rows: readonly Row[]): string => counted(rows, (row) => text(row, 'status'))

/** Who leads, how late the timetable is, and what failed last. */
function head([schedules, daemons, status]: readonly (Document | null)[]): Line[] {
  const rows = asRows(schedules?.data)
  const leader = asRows(daemons?.data).find((row) => row['leads'] === true)
  const paused = rows.filter((row) => row['paused'] === true).length
  const lag = Math.max(0, ...rows.map((row) => Number(row['lag_ms'] ?? 0)))
  const facts = (status?.data ?? {}) as Row
  const left = Number((facts['schedules'] as Row | undefined)?.['left_to_catch_up'] ?? 0)
  const behind = left === 0 ? '' : `   ${left} to catch up`
  const failed = rows.filter((row) => text(row, 'last_status') === 'FAILED')
  return [
    line(
      ` leader ${leader === undefined ? 'none' : text(leader, 'host')}, lag ${tookOf(lag)}   ${rows.length - paused} on   ${paused} paused${behind}`,
    ),
    ...failed
      .slice(0, 1)
      .map((row) =>
        line(` X ${failed.length} failed; ${text(row, 'name')}: h shows what it said`, 'yellow'),
      ),
  ]
}

export const jobs: Screen = {
  key: '6',
  name: 'jobs',
  title: 'Jobs and schedules',
  permission: 'job:read',
  tabs: [
    {
      name: 'Schedules',
      words: ['schedule', 'list'],
      rows: asRows,
      id: (row) => text(row, 'name'),
      columns: [
        column('Name', 'name', 17),
        column('Area', 'area', 14, { wide: true }),
        column('When', (row) => text(row, 'cron') || `every ${text(row, 'every')}`, 12),
        column('Last', (row) => soon(row['last_run_at']) || '-', 11),
        column('Ended', (row) => text(row, 'last_status') || '-', 6),
        column('Took', (row) => tookOf(row['last_took_ms']), 6, { right: true }),
        column('Next', nextOf, 11),
        column('Lag', (row) => tookOf(row['lag_ms']), 6, { right: true, wide: true }),
        column('Missed', 'catch_up', 8, { wide: true }),
        column('Runs on', 'running_on', 20, { wide: true }),
      ],
      beside: [['daemon', 'list'], ['status']],
      head,
      opens: (row) => ['schedule', 'show', text(row, 'name')],
      acts: [
        {
          key: 'x',
          says: 'run now',
          of: 'row',
          words: (row) => ['schedule', 'run', text(row, 'name')],
        },
        {
          key: 'space',
          says: 'pause or resume',
          of: 'row',
          asks: because,
          undo: 'Space again',
          words: (row, { reason = '' }) => [
            'schedule',
            row['paused'] === true ? 'resume' : 'pause',
            text(row, 'name'),
            '--reason',
            reason,
          ],
        },
        {
          key: 'h',
          says: 'history',
          of: 'row',
          looks: true,
          words: (row) => ['schedule', 'history', text(row, 'name'), '--limit', '200'],
        },
      ],
    },
    {
      name: 'Jobs',
      words: ['job', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Work', 'label', 34),
        column('State', 'status', 10, { must: true }),
        column('%', 'pct', 4, { right: true }),
        column('For', 'requested_by_name', 16),
        column('Since', (row) => when(row['created_at']), 16),
      ],
      head: (documents) => headOf(documents, statesOf),
      opens: (row) => ['job', 'show', text(row, 'id')],
      acts: [
        {
          key: 't',
          says: 'try again',
          of: 'row',
          words: (row) => ['job', 'retry', text(row, 'id')],
        },
        { key: 'X', says: 'cancel', of: 'row', words: (row) => ['job', 'cancel', text(row, 'id')] },
      ],
    },
  ],
}
