// ! Doctor: what is wrong here and how to mend it.

import type { Document } from '../../db/appliance/deployment/line.ts'
import { column, counted, type Row, rowsAt, type Screen, text, told } from '../screens.ts'
import { type Line, line } from '../text.ts'
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
      // The whole look costs seconds of work: r and Ctrl-R look at once.
      every_ms: 60_000,
      head: ([report]) => head(report),
      columns: [
        column('', (row) => mark(text(row, 'state')), 2),
        column('Check', 'id', 22),
        column('Found', told, 26),
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
        { key: 'r', says: 'run', of: 'list', looks: true, words: () => ['doctor'] },
      ],
    },
  ],
}

const order = ['BAD', 'WARN', 'OK', 'SKIPPED']

function head(report: Document | null | undefined): Line[] {
  const found = rowsAt('findings')(report?.data)
  const took_ms = found.reduce((sum, row: Row) => sum + Number(row['took_ms'] ?? 0), 0)
  return [
    line(` ${counted(found, (row) => text(row, 'state'))}   ${(took_ms / 1000).toFixed(1)} s`),
  ]
}
