// - Laboratory: what waits and how long, what is critical, how the instruments do. - Blood bank: who asks, and what
// expires (diagnostics 8, blood-bank 8). Words and signs, no colour.

import {
  ago,
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
const lateOf = (row: Row): string => {
  const late = Number(row['overdue_minutes'] ?? 0)
  return late > 0 ? `${late} min !` : ''
}

const waitsFor = (rows: readonly Row[]): string => {
  const late = rows.filter((row) => lateOf(row) !== '').length
  return `${rows.length} wait, ${late} late   ${counted(rows, (row) => text(row, 'priority'))}`
}

const work = (name: string, list: string): Tab => ({
  name,
  words: ['lab', 'worklist', '--list', list],
  rows: asRows,
  every_ms: recorded_ms,
  id: (row) => text(row, 'item_id'),
  head: (documents) => headOf(documents, waitsFor),
  columns: [
    column('Late', lateOf, 9),
    column('Priority', 'priority', 8, { must: true }),
    column('Test', 'test_code', 8, { must: true }),
    column('Order', 'reference', 15),
    column('Specimen', 'specimen_number', 13),
    column('Patient', numberOf, 11),
    column('From', 'location', 16, { wide: true }),
    column('Paid', (row) => (row['payment_ok'] === true ? 'yes' : 'no'), 4, { wide: true }),
  ],
  acts: [],
  opens: showsPatient,
})

export const laboratory: Screen = {
  key: '',
  name: 'laboratory',
  title: 'Laboratory',
  permission: 'diagnostic:read',
  tabs: [
    work('To enter', 'ENTER'),
    work('To verify', 'VERIFY'),
    work('To release', 'RELEASE'),
    work('Overdue', 'OVERDUE'),
    {
      name: 'Critical',
      words: ['lab', 'critical'],
      rows: asRows,
      every_ms: recorded_ms,
      id: (row) => text(row, 'id'),
      head: (documents) => headOf(documents, (rows) => `${rows.length} nobody has acknowledged`),
      columns: [
        column('Told by', (row) => soon(row['due_at']), 8, { must: true }),
        column('Test', 'test_code', 8, { must: true }),
        column('Value', 'value', 12),
        column('Patient', numberOf, 11),
        column('Alert', 'number', 15),
        column('Level', 'level', 5, { right: true }),
      ],
      acts: [],
      opens: showsPatient,
    },
    {
      name: 'Instruments',
      words: ['lab', 'instruments'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      head: (documents) => headOf(documents, (rows) => counted(rows, (row) => text(row, 'status'))),
      columns: [
        column('Code', 'code', 10),
        column('Name', 'name', 20),
        column('State', 'status', 14, { must: true }),
        column('Heard', (row) => ago(row['last_message_at']), 6),
        column('Today', 'messages_today', 6, { right: true }),
        column('Why', 'status_reason', 24, { wide: true }),
      ],
      acts: [],
    },
  ],
}

const wantedOf = (row: Row): string =>
  asRows(row['lines'])
    .map((one) => `${text(one, 'units')} ${text(one, 'component_code')}`)
    .join(', ')

export const blood_bank: Screen = {
  key: '',
  name: 'blood',
  title: 'Blood bank',
  permission: 'blood:read',
  tabs: [
    {
      name: 'Requests',
      words: ['blood', 'requests', '--open'],
      rows: asRows,
      every_ms: recorded_ms,
      id: (row) => text(row, 'id'),
      head: (documents) =>
        headOf(documents, (rows) => counted(rows, (row) => text(row, 'priority'))),
      columns: [
        column('Priority', 'priority', 9, { must: true }),
        column('Request', 'reference', 13),
        column('Needed', (row) => soon(row['needed_at']), 7),
        column('Wanted', wantedOf, 14),
        column('State', 'status', 15, { must: true }),
        column('Patient', numberOf, 11),
        column('Place', 'location', 18, { wide: true }),
      ],
      acts: [],
      opens: showsPatient,
    },
    {
      name: 'Expiring',
      words: ['blood', 'expiring', '--days', '7'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      head: (documents) => headOf(documents, (rows) => counted(rows, (row) => text(row, 'group'))),
      columns: [
        column('Expires', (row) => soon(row['expires_at']), 8, { must: true }),
        column('Group', 'group', 5, { must: true }),
        column('Component', 'component_code', 9),
        column('Unit', 'number', 24),
        column('Ml', 'volume_ml', 4, { right: true }),
      ],
      acts: [],
    },
  ],
}
