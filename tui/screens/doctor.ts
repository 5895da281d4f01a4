// ! Doctor: what is wrong here and how to mend it.

import { column, rowsAt, type Screen, text } from '../screens.ts'
import { mark } from './now.ts'

export const doctor: Screen = {
  key: '!',
  name: 'doctor',
  title: 'Doctor',
  permission: 'system:read',
  tabs: [
    {
      name: 'Findings',
      words: ['doctor'],
      rows: (data) =>
        rowsAt('findings')(data).toSorted(
          (a, b) => order.indexOf(text(a, 'state')) - order.indexOf(text(b, 'state')),
        ),
      id: (row) => text(row, 'id'),
      columns: [
        column('', (row) => mark(text(row, 'state')), 2),
        column('Check', 'id', 24),
        column('Found', 'message', 30),
        column('Mend', (row) => text(row, 'mend_command') || text(row, 'mend'), 24),
      ],
      opens: (row) => ['doctor', text(row, 'id')],
      acts: [{ key: 'r', says: 'run again', of: 'list', looks: true, words: () => ['doctor'] }],
    },
  ],
}

const order = ['BAD', 'WARN', 'OK', 'SKIPPED']
