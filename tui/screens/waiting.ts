// - w Waiting: what one person asked for and another has to decide (OPS-68).

import { asRows, because, column, type Tab, text, when } from '../screens.ts'

const requests = (name: string, ...more: string[]): Omit<Tab, 'acts'> => ({
  name,
  words: ['request', 'list', ...more],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Command', 'command', 20),
    column('Asked by', 'asked_by', 18),
    column('State', 'state', 9, { must: true }),
    column('Until', (row) => when(row['expires_at']), 16),
    column('Decided by', 'decided_by', 18, { wide: true }),
    column('Reason', 'reason', 24, { wide: true }),
  ],
  opens: (row) => ['request', 'show', text(row, 'id')],
})

/** What became of all of them, and those that wait still. */
export const all_requests: Tab = { ...requests('All requests'), acts: [] }

export const waiting_requests: Tab = {
  ...requests('For a second person', '--state', 'WAITING'),
  acts: [
    {
      key: 'A',
      says: 'approve',
      of: 'row',
      words: (row) => ['request', 'approve', text(row, 'id')],
    },
    {
      key: 'X',
      says: 'decline',
      of: 'row',
      asks: because,
      words: (row, { reason = '' }) => ['request', 'decline', text(row, 'id'), '--reason', reason],
    },
    {
      key: 'W',
      says: 'take back what you asked for',
      of: 'row',
      words: (row) => ['request', 'withdraw', text(row, 'id')],
    },
  ],
}
