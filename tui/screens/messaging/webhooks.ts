// What accounts are told: receivers by how they fare, deliveries, and the settings of it all.

import { instantIn } from '../../../db/core/clock.ts'
import { asRows, column, type Row, type Tab, text, when, words } from '../../screens.ts'

const day_ms = 86_400_000

const whose = (row: Row): string[] => [
  '--account',
  text(row, 'account_name'),
  '--mode',
  text(row, 'mode'),
]

export const webhooks: Tab = {
  name: 'Webhooks',
  words: ['messaging', 'webhook', 'list'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Account', 'account_name', 20),
    column('Mode', 'mode', 5),
    column('Fares', 'health', 9),
    column('Pending', 'pending', 8, { right: true }),
    column('To', 'url', 30),
    column('Last error', 'last_error', 16, { wide: true }),
    column('Answered', (row) => when(row['last_success_at']), 16, { wide: true }),
  ],
  opens: (row) => ['messaging', 'webhook', 'show', ...whose(row)],
  acts: [
    {
      key: 'T',
      says: 'test',
      of: 'row',
      looks: true,
      words: (row) => ['messaging', 'webhook', 'test', ...whose(row)],
    },
    {
      key: 'd',
      says: 'deliveries',
      of: 'row',
      looks: true,
      words: (row) => ['messaging', 'webhook', 'deliveries', ...whose(row), '--limit', '50'],
    },
    {
      key: 't',
      says: 'replay what was given up',
      of: 'row',
      asks: [
        { name: 'since', says: 'Since', value: () => instantIn(-day_ms) },
        { name: 'until', says: 'Until', value: () => instantIn(0) },
      ],
      words: (row, { since = '', until = '' }) => [
        'messaging',
        'webhook',
        'replay',
        ...whose(row),
        '--since',
        since,
        '--until',
        until,
      ],
    },
    {
      key: 'D',
      says: 'switch off',
      of: 'row',
      undo: 'kituo messaging webhook set',
      words: (row) => ['messaging', 'webhook', 'set', text(row, 'url'), ...whose(row), '--off'],
    },
  ],
}

export const deliveries: Tab = {
  name: 'Given up',
  title: 'Events that were given up',
  words: ['messaging', 'webhook', 'deliveries', '--state', 'failed', '--limit', '100'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Account', 'account_name', 20),
    column('Event', 'event', 20),
    column('Attempts', 'attempts', 8, { right: true }),
    column('Answer', (row) => row['last_status_code'] ?? row['last_error'], 12),
    column('At', (row) => when(row['created_at']), 16),
    column('To', 'url', 30, { wide: true }),
  ],
  acts: [
    {
      key: 't',
      says: 'replay',
      of: 'row',
      words: (row) => ['messaging', 'webhook', 'replay', text(row, 'id'), ...whose(row)],
    },
  ],
}

/** As it is typed: a list by commas, and a hyphen for what it was at first. */
function typedValue(row: Row | null): string {
  const value = row?.['value']
  if (Array.isArray(value)) return value.map(words).join(',')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return value === null || value === undefined ? '-' : words(value)
}

export const settings: Tab = {
  name: 'Settings',
  words: ['messaging', 'settings'],
  rows: asRows,
  id: (row) => text(row, 'name'),
  columns: [
    column('Setting', 'name', 32),
    column('Value', 'value', 28),
    column('Standard', 'standard', 28, { wide: true }),
  ],
  acts: [
    {
      key: 's',
      says: 'set',
      of: 'row',
      asks: [{ name: 'value', says: 'Value', value: typedValue }],
      words: (row, { value = '' }) => ['messaging', 'set', text(row, 'name'), value],
    },
  ],
}
