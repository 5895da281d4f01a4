// Outgoing: what may leave this house, and what is held back.

import {
  ago,
  asRows,
  because,
  column,
  recorded_ms,
  type Row,
  type Screen,
  text,
  when,
} from '../screens.ts'
import { line } from '../text.ts'

const moved =
  (verb: string) =>
  (row: Row, { reason = '' }: Readonly<Record<string, string>>): string[] => [
    'outbound',
    verb,
    '--channel',
    text(row, 'channel'),
    '--reason',
    reason,
  ]

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
        column('State', 'state', 16, { must: true }),
        column('Since', (row) => when(row['since']), 16),
        column('Waiting', 'waiting', 8, { right: true }),
        column('Oldest', (row) => ago(row['oldest']) || '-', 6),
        column('Uncertain', 'uncertain', 9, { right: true }),
        column('Answered', 'already_answered', 8, { right: true, wide: true }),
        column('Too old', 'would_expire', 7, { right: true, wide: true }),
      ],
      head: ([channels]) => {
        const held = asRows(channels?.data).filter((row) => text(row, 'state').startsWith('held'))
        const names = held.map((row) => text(row, 'channel')).join(', ')
        return held.length === 0 ? [] : [line(` ! HELD: ${names}`, 'yellow')]
      },
      acts: [
        { key: 'H', says: 'hold', of: 'row', asks: because, undo: 'r', words: moved('hold') },
        {
          key: 'r',
          says: 'release',
          of: 'row',
          asks: [
            {
              name: 'older',
              says: 'Give up what is older than, as 24h',
              optional: true,
            },
            ...because,
          ],
          words: (row, { older = '', ...said }) => [
            ...moved('release')(row, said),
            ...(older === '' ? [] : ['--drop-older-than', older]),
          ],
        },
        {
          key: 'm',
          says: 'moved here',
          of: 'list',
          asks: because,
          words: (_row, { reason = '' }) => ['outbound', 'release', '--moved', '--reason', reason],
        },
      ],
    },
    {
      name: 'Messages',
      words: ['message', 'outbox', '--limit', '200'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      every_ms: recorded_ms,
      columns: [
        column('To', 'to', 13),
        column('State', 'status', 10, { must: true }),
        column('What for', (row) => text(row, 'reference') || text(row, 'class'), 18),
        column('Sent as', 'sender_id', 11),
        column('At', (row) => when(row['created_at']), 16),
        column('Why not', 'failure_reason', 24, { wide: true }),
      ],
      acts: [],
    },
  ],
}
