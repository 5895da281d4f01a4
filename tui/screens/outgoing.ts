// Outgoing: what may leave this house, and what is held back.

import { asRows, column, maybe_because, type Screen, text, when } from '../screens.ts'

export const outgoing: Screen = {
  key: 'o',
  name: 'outgoing',
  title: 'Outgoing',
  permission: 'system:read',
  tabs: [
    {
      name: 'Channels',
      words: ['outbound', 'show'],
      rows: asRows,
      id: (row) => text(row, 'channel'),
      columns: [
        column('Channel', 'channel', 12),
        column('State', 'state', 10),
        column('Since', (row) => when(row['since']), 16),
        column('Waiting', 'waiting', 8, { right: true }),
        column('Oldest', (row) => when(row['oldest']), 16),
        column('Uncertain', 'uncertain', 9, { right: true }),
      ],
      acts: [
        {
          key: 'r',
          says: 'release',
          of: 'row',
          asks: maybe_because,
          words: (row, { reason }) => [
            'outbound',
            'release',
            '--channel',
            text(row, 'channel'),
            ...(reason === undefined || reason === '' ? [] : ['--reason', reason]),
          ],
        },
      ],
    },
  ],
}
