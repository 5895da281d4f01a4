// The parts that a branch switches on, a board each: - Theatre, - Maternity, - Mortuary, - Ambulance, - TB and CTC
// (modules 8). Words and signs, no colour; of clients of TB and CTC numbers alone.

import {
  asRows,
  column,
  counted,
  headOf,
  recorded_ms,
  type Row,
  type Screen,
  soon,
  type Tab,
  text,
} from '../screens.ts'

const numberOf = (row: Row): string => text((row['patient'] ?? {}) as Row, 'number')
const showsPatient = (row: Row): string[] => ['patient', 'show', numberOf(row)]

const board = (
  name: string,
  words: readonly string[],
  columns: Tab['columns'],
  more: Partial<Tab> = {},
): Tab => ({
  name,
  words,
  rows: asRows,
  every_ms: recorded_ms,
  id: (row) => text(row, 'id'),
  columns,
  acts: [],
  ...more,
})

const said =
  (of: (rows: readonly Row[]) => string): NonNullable<Tab['head']> =>
  (documents) =>
    headOf(documents, of)

const operationOf = (row: Row): string => text(asRows(row['procedures'])[0] ?? {}, 'title')

const cases = (name: string, words: readonly string[]): Tab =>
  board(
    name,
    words,
    [
      column('Start', (row) => soon(row['planned_start']), 7),
      column('Theatre', 'theatre', 10),
      column('State', 'status', 14, { must: true }),
      column('Urgency', 'urgency', 9, { must: true }),
      column('Operation', operationOf, 20),
      column('Patient', numberOf, 11),
      column('Surgeon', 'surgeon_name', 18, { wide: true }),
      column('Case', 'reference', 14, { wide: true }),
    ],
    {
      opens: showsPatient,
      head: said((rows) => counted(rows, (row) => text(row, 'status'))),
    },
  )

export const theatre: Screen = {
  key: '',
  name: 'theatre',
  title: 'Theatre',
  permission: 'theatre:read',
  tabs: [cases('Cases', ['theatre', 'list']), cases('Waiting', ['theatre', 'list', '--waiting'])],
}

const alertsOf = (row: Row): string => {
  const open = Number(row['open_alerts'] ?? 0)
  return row['danger'] === true ? `${open} !` : open === 0 ? '' : String(open)
}
const lateOf = (row: Row): string =>
  asRows(row['late'])
    .map((one) => text(one, 'what'))
    .join(', ')

export const maternity: Screen = {
  key: '',
  name: 'labour',
  title: 'Labour ward',
  permission: 'maternity:read',
  tabs: [
    board(
      'In labour',
      ['maternity', 'board'],
      [
        column('Ward', 'ward', 8),
        column('Bed', 'bed', 4),
        column('Stage', 'stage', 12, { must: true }),
        column('Alerts', alertsOf, 6, { must: true }),
        column('Late', lateOf, 24),
        column('Patient', numberOf, 11),
        column('Labour', 'number', 14, { wide: true }),
      ],
      {
        opens: showsPatient,
        head: said((rows) => {
          const danger = rows.filter((row) => row['danger'] === true).length
          return `${rows.length} in labour, ${danger} in danger`
        }),
      },
    ),
  ],
}

const sumOf = (rows: readonly Row[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)

export const mortuary: Screen = {
  key: '',
  name: 'mortuary',
  title: 'Mortuary',
  permission: 'mortuary:read',
  tabs: [
    board(
      'Cabinets',
      ['mortuary', 'occupancy'],
      [
        column('Code', 'code', 8),
        column('Name', 'name', 20),
        column('Kind', 'kind', 10),
        column('Taken', 'occupied', 5, { right: true, must: true }),
        column('Free', 'free', 4, { right: true, must: true }),
        column('Spaces', 'capacity', 6, { right: true }),
      ],
      {
        head: said((rows) => `${sumOf(rows, 'occupied')} of ${sumOf(rows, 'capacity')} spaces`),
      },
    ),
  ],
}

export const ambulance: Screen = {
  key: '',
  name: 'ambulance',
  title: 'Ambulance',
  permission: 'ambulance:read',
  tabs: [
    board(
      'Waiting',
      ['ambulance', 'board'],
      [
        column('Min', 'minutes', 4, { right: true, must: true }),
        column('Late', (row) => (row['late'] === true ? 'late !' : ''), 6, { must: true }),
        column('Priority', 'priority', 8),
        column('Kind', 'kind', 14),
        column('From', 'area', 20),
        column('Request', 'reference', 14),
      ],
      {
        id: (row) => text(row, 'reference'),
        head: said((rows) => `${rows.length} wait for an ambulance`),
      },
    ),
    board(
      'Vehicles',
      ['ambulance', 'vehicles'],
      [
        column('Call sign', 'call_sign', 9),
        column('Plate', 'plate', 10),
        column('State', 'state', 14, { must: true }),
        column('Trip', (row) => text((row['trip'] ?? {}) as Row, 'reference'), 14),
        column('Km', 'odometer', 8, { right: true }),
        column('Service at', 'next_service_km', 10, { right: true, wide: true }),
      ],
      { head: said((rows) => counted(rows, (row) => text(row, 'state'))) },
    ),
  ],
}

export const tb_ctc: Screen = {
  key: '',
  name: 'clinics',
  title: 'TB and CTC',
  permission: 'ctc:read',
  tabs: [
    board(
      'Late',
      ['tb-ctc', 'late', '--over', '7'],
      [
        column('Number', 'number', 16, { must: true }),
        column('State', 'status', 12),
        column('Next visit', 'next_visit_on', 10),
        column('Days late', 'late_days', 9, { right: true }),
        column('Model', 'model', 14, { wide: true }),
      ],
      { head: said((rows) => `${rows.length} are more than a week late`) },
    ),
  ],
}
