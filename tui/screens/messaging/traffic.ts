// What goes through: messages and their traces, campaigns, and what only a person can settle.

import { asRows, because, column, type Row, type Tab, text, when } from '../../screens.ts'

export const messages: Tab = {
  name: 'Messages',
  words: ['messaging', 'message', 'list', '--limit', '100'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('To', 'to', 12),
    column('Account', 'account_name', 18),
    column('From', 'sender_id', 11),
    column('State', 'status', 9, { must: true }),
    column('Reason', 'failure_reason', 16),
    column('At', (row) => when(row['created_at']), 16, { wide: true }),
    column('Link', 'link', 14, { wide: true }),
  ],
  opens: (row) => ['messaging', 'message', 'show', text(row, 'id')],
  acts: [
    {
      key: 's',
      says: 'search a number',
      of: 'list',
      looks: true,
      asks: [{ name: 'phone', says: 'Number' }],
      words: (_row, { phone = '' }) => [
        'messaging',
        'message',
        'list',
        '--to',
        phone,
        '--limit',
        '100',
      ],
    },
  ],
}

const settle = (key: string, says: string, outcome: string) => ({
  key,
  says,
  of: 'row' as const,
  asks: because,
  words: (row: Row, { reason = '' }: Readonly<Record<string, string>>) => [
    'messaging',
    'uncertain',
    'resolve',
    text(row, 'id'),
    '--outcome',
    outcome,
    '--reason',
    reason,
  ],
})

export const uncertain: Tab = {
  name: 'Uncertain',
  words: ['messaging', 'uncertain', 'list', '--limit', '200'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('To', 'to', 12),
    column('Account', 'account_name', 22),
    column('Link', 'link', 14),
    column('Since', (row) => when(row['created_at']), 16),
    column('Until', (row) => when(row['valid_until']), 16),
  ],
  opens: (row) => ['messaging', 'message', 'show', text(row, 'id')],
  acts: [
    settle('a', 'it was taken', 'accepted'),
    settle('X', 'it was not', 'rejected'),
    settle('S', 'send once more', 'resend'),
  ],
}

export const unmatched: Tab = {
  name: 'Unmatched',
  title: 'Receipts of nobody',
  words: ['messaging', 'receipts', 'list', '--limit', '200'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Number', 'destination', 12),
    column('Word', 'status_word', 8),
    column('Link', 'link', 14),
    column('Came', (row) => when(row['received_at']), 16),
    column('Nearest message', (row) => text(asRows(row['guesses'])[0] ?? {}, 'id'), 24),
  ],
  acts: [
    {
      key: 'm',
      says: 'match',
      of: 'row',
      asks: [
        {
          name: 'message',
          says: 'Message',
          value: (row) => text(asRows(row?.['guesses'])[0] ?? {}, 'id'),
        },
      ],
      words: (row, { message = '' }) => [
        'messaging',
        'receipts',
        'match',
        text(row, 'id'),
        message,
      ],
    },
    {
      key: 'X',
      says: 'lay aside',
      of: 'row',
      asks: because,
      words: (row, { reason = '' }) => [
        'messaging',
        'receipts',
        'discard',
        text(row, 'id'),
        '--reason',
        reason,
      ],
    },
  ],
}

const of_campaign = (verb: string, row: Row): string[] => [
  'messaging',
  'campaign',
  verb,
  text(row, 'id'),
  '--account',
  text(row, 'account_name'),
]

const progressOf = (row: Row): string => {
  const planned = Number(row['planned'] ?? 0)
  const over = Number(row['delivered'] ?? 0) + Number(row['failed'] ?? 0)
  return planned === 0 ? '' : `${Math.floor((100 * over) / planned)} %`
}

const held = (key: string, verb: string) => ({
  key,
  says: verb,
  of: 'row' as const,
  asks: because,
  words: (row: Row, { reason = '' }: Readonly<Record<string, string>>) => [
    ...of_campaign(verb, row),
    '--reason',
    reason,
  ],
})

export const campaigns: Tab = {
  name: 'Campaigns',
  words: ['messaging', 'campaign', 'list', '--limit', '200'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Campaign', 'name', 22),
    column('Account', 'account_name', 18),
    column('State', 'status', 9, { must: true }),
    column('Planned', 'planned', 8, { right: true }),
    column('Over', progressOf, 6, { right: true }),
    column('Delivered', 'delivered', 9, { right: true, wide: true }),
    column('Failed', 'failed', 7, { right: true, wide: true }),
    column('At', (row) => when(row['at']), 16, { wide: true }),
  ],
  opens: (row) => of_campaign('show', row),
  acts: [
    held('p', 'pause'),
    { key: 'r', says: 'resume', of: 'row', words: (row) => of_campaign('resume', row) },
    held('X', 'cancel'),
  ],
}
