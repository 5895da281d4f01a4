// 0 Audit: what was done, by whom, the newest first.

import { dayIn } from '../../db/clock.ts'
import { asRows, column, type Screen, text, when } from '../screens.ts'

export const audit: Screen = {
  key: '0',
  name: 'audit',
  title: 'Audit',
  permission: 'audit:read',
  tabs: [
    {
      name: 'Audit',
      words: ['audit', 'search', '--limit', '200'],
      rows: asRows,
      id: (row) => text(row, 'seq'),
      columns: [
        column('Seq', 'seq', 8, { right: true }),
        column('Time', (row) => when(row['at']), 16),
        column('Who', 'user_name', 16),
        column('Action', 'action', 22),
        column('Object', 'entity_label', 20),
        column('Result', 'outcome', 9),
      ],
      opens: (row) => ['audit', 'show', text(row, 'seq')],
      acts: [
        {
          key: 'v',
          says: 'verify the chain',
          of: 'list',
          looks: true,
          words: () => ['audit', 'verify'],
        },
        {
          key: 'x',
          says: 'export',
          of: 'list',
          asks: [
            { name: 'from', says: 'First day', value: () => `${dayIn('UTC').slice(0, 8)}01` },
            { name: 'to', says: 'Last day', value: () => dayIn('UTC') },
            { name: 'out', says: 'File', value: () => 'audit.jsonl' },
          ],
          words: (_row, { from = '', to = '', out = '' }) => [
            'audit',
            'export',
            '--from',
            from,
            '--to',
            to,
            '--out',
            out,
          ],
        },
      ],
    },
  ],
}
