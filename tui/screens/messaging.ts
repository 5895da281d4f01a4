// 4 Messaging: the queue, accounts and what waits for a decision.

import { asRows, column, rowsAt, type Screen, text } from '../screens.ts'

export const messaging: Screen = {
  key: '4',
  name: 'messaging',
  title: 'Messaging',
  permission: 'messaging:read',
  tabs: [
    {
      name: 'Now',
      words: ['messaging', 'queue', 'show'],
      rows: rowsAt('lines'),
      id: (row) => `${text(row, 'operator')} ${text(row, 'lane')} ${text(row, 'account_id')}`,
      columns: [
        column('Operator', 'operator', 14),
        column('Lane', 'lane', 14),
        column('Waiting', 'waiting', 9, { right: true }),
        column('Oldest', 'oldest', 20),
      ],
      acts: [],
    },
    {
      name: 'Accounts',
      words: ['messaging', 'account', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Account', 'name', 26),
        column('Business', 'business_name', 20),
        column('Billing', 'billing', 10),
        column('Balance', 'balance', 14, { right: true }),
        column(
          'State',
          (row) => (row['paused'] === true ? 'paused' : row['low'] === true ? 'low !' : 'OK'),
          7,
        ),
        column('Waiting', 'waiting', 8, { right: true }),
      ],
      acts: [],
    },
    {
      name: 'Senders',
      words: ['messaging', 'sender', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Sender', 'sender_id', 12),
        column('Account', 'account_name', 24),
        column('State', 'status', 10),
        column('For', 'purpose', 26),
      ],
      acts: [
        {
          key: 'a',
          says: 'approve',
          of: 'row',
          words: (row) => ['messaging', 'sender', 'approve', text(row, 'id')],
        },
        {
          key: 'X',
          says: 'reject',
          of: 'row',
          asks: [{ name: 'reason', says: 'Why' }],
          words: (row, { reason = '' }) => [
            'messaging',
            'sender',
            'reject',
            text(row, 'id'),
            '--reason',
            reason,
          ],
        },
      ],
    },
  ],
}
