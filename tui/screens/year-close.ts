// 8 Year close: the years, and what stands against closing one.

import { asRows, because, column, rowsAt, type Screen, text } from '../screens.ts'

export const year_close: Screen = {
  key: '8',
  name: 'year-close',
  title: 'Year close',
  permission: 'fiscalyear:read',
  tabs: [
    {
      name: 'Year',
      words: ['fiscal-year', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Year', 'name', 12),
        column('From', 'starts_on', 10),
        column('To', 'ends_on', 10),
        column('State', 'status', 10),
        column('Result', 'result', 16, { right: true }),
        column('Certificate', 'certificate_number', 18, { wide: true }),
      ],
      opens: (row) => ['fiscal-year', 'close', text(row, 'name'), '--dry-run'],
      acts: [
        {
          key: 'd',
          says: 'what closing would do',
          of: 'row',
          looks: true,
          words: (row) => ['fiscal-year', 'close', text(row, 'name'), '--dry-run'],
        },
        {
          key: 'C',
          says: 'close',
          of: 'row',
          words: (row) => ['fiscal-year', 'close', text(row, 'name')],
        },
        {
          key: 'O',
          says: 'reopen',
          of: 'row',
          asks: because,
          words: (row, { reason = '' }) => [
            'fiscal-year',
            'reopen',
            text(row, 'name'),
            '--reason',
            reason,
          ],
        },
        {
          key: 'A',
          says: 'approve',
          of: 'row',
          words: (row) => ['fiscal-year', 'approve', text(row, 'name')],
        },
      ],
    },
    {
      name: 'Books',
      words: ['books', 'verify'],
      rows: rowsAt('checks'),
      id: (row) => text(row, 'id'),
      columns: [
        column('', (row) => (row['state'] === 'OK' ? 'OK' : 'X'), 2),
        column('Check', 'id', 9),
        column('What', 'title', 36),
        column('Checked', 'checked', 9, { right: true }),
        column('Of', 'of', 12),
        column('Failed', 'failed', 7, { right: true }),
      ],
      acts: [],
    },
  ],
}
