// - l Logs: what the house has said, the newest first; Enter shows all that one request did.

import { asRows, column, type Screen, type Tab, text, when } from '../screens.ts'

const lines = (name: string, ...more: string[]): Tab => ({
  name,
  words: ['log', 'tail', '--limit', '200', ...more],
  rows: (data) => asRows(data).toReversed(),
  id: (row) => `${text(row, 'ts')} ${text(row, 'req')} ${text(row, 'msg')}`,
  columns: [
    column('Time', (row) => when(row['ts']), 11),
    column('Level', 'level', 5),
    column('Says', 'msg', 30),
    column('Status', 'status', 6, { right: true }),
    column('Route', 'route', 20, { wide: true }),
    column('Request', 'req', 36, { wide: true }),
  ],
  opens: (row) =>
    text(row, 'req') === ''
      ? ['log', 'search', text(row, 'msg')]
      : ['log', 'show', text(row, 'req')],
  acts: [
    {
      key: 'd',
      says: 'say more for 15 minutes',
      of: 'list',
      words: () => ['log', 'level', 'debug', '--for', '15m'],
    },
  ],
})

export const logs: Screen = {
  key: 'l',
  name: 'logs',
  title: 'Logs',
  permission: 'system:read',
  tabs: [lines('All'), lines('Warnings', '--level', 'warn'), lines('Faults', '--level', 'error')],
}
