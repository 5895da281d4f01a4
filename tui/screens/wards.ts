// - Beds of the wards: every bed, how who lies in it is, and what is due next (care 8). Words and signs, no colour.

import { asRows, column, recorded_ms, type Row, type Screen, text } from '../screens.ts'

const trends: Readonly<Record<string, string>> = { UP: '+', DOWN: '-', SAME: '=' }

/** `5 MEDIUM +`; the signs are those of the score against the one before. */
const scoreOf = (row: Row): string => {
  const late = row['signs_late'] === true ? 'late' : ''
  return [text(row, 'score'), trends[text(row, 'trend')] ?? '', late].filter(Boolean).join(' ')
}

const nextOf = (row: Row): string =>
  [text(row, 'next_timing'), text(row, 'next')].filter(Boolean).join(' ')

const leavesOf = (row: Row): string =>
  `${text(row, 'leaves_on')}${row['over_expected'] === true ? ' !' : ''}`

export const wards: Screen = {
  key: '',
  name: 'beds',
  title: 'Beds of the wards',
  permission: 'admission:read',
  tabs: [
    {
      name: 'Beds',
      words: ['wards', 'board'],
      rows: asRows,
      every_ms: recorded_ms,
      id: (row) => text(row, 'id'),
      columns: [
        column('Ward', 'ward', 4),
        column('Bed', 'bed', 4),
        column('State', 'status', 10, { must: true }),
        column('Who', 'patient', 8),
        column('Day', 'day', 3, { right: true }),
        column('Score', scoreOf, 12),
        column('Next', nextOf, 18),
        column('Watch', 'alerts', 16, { wide: true }),
        column('Leaves', leavesOf, 12, { wide: true }),
        column('Number', 'number', 10, { wide: true }),
      ],
      acts: [],
      opens: (row) => ['patient', 'show', text(row, 'number')],
    },
  ],
}
