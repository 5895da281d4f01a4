// 6 Jobs and schedules.

import { asRows, column, maybe_because, type Screen, soon, text, when } from '../screens.ts'

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
        column('Name', 'name', 20),
        column('Area', 'area', 14, { wide: true }),
        column('When', (row) => text(row, 'cron') || `every ${text(row, 'every')}`, 12),
        column('Last', (row) => soon(row['last_run_at']) || '-', 11),
        column('Ended', (row) => text(row, 'last_status') || '-', 7),
        column('Next', (row) => (row['paused'] === true ? 'paused' : soon(row['next_run_at'])), 11),
      ],
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
          asks: maybe_because,
          words: (row, { reason }) => [
            'schedule',
            row['paused'] === true ? 'resume' : 'pause',
            text(row, 'name'),
            ...(reason === undefined || reason === '' ? [] : ['--reason', reason]),
          ],
        },
        {
          key: 'h',
          says: 'history',
          of: 'row',
          looks: true,
          words: (row) => ['schedule', 'show', text(row, 'name')],
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
        column('State', 'status', 10),
        column('%', 'pct', 4, { right: true }),
        column('For', 'requested_by_name', 16),
        column('Since', (row) => when(row['created_at']), 16),
      ],
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
