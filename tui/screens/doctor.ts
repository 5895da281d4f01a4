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
        column('Check', 'id', 22),
        column('Found', 'message', 26),
        column('Mend', (row) => text(row, 'mend_command') || text(row, 'mend'), 22),
      ],
      opens: (row) => ['doctor', text(row, 'id')],
      acts: [
        {
          key: 'f',
          says: 'mend it',
          of: 'row',
          words: (row) => ['doctor', text(row, 'id'), '--mend'],
        },
        { key: 'r', says: 'run again', of: 'list', looks: true, words: () => ['doctor'] },
      ],
    },
  ],
}

const order = ['BAD', 'WARN', 'OK', 'SKIPPED']
