// - Pharmacy: what waits at the counter and for how long, and what is owed. - Medicines due: the round of the wards,
// bed after bed (care 8). Words and signs, no colour.

import {
  asRows,
  column,
  headOf,
  recorded_ms,
  type Row,
  type Screen,
  soon,
  text,
} from '../screens.ts'

const stat = 0

const saidOf = (rows: readonly Row[]): string => {
  const of = (status: string): number => rows.filter((row) => text(row, 'status') === status).length
  const longest = Math.max(0, ...rows.map((row) => Number(row['waiting_minutes'] ?? 0)))
  return `${of('QUEUED')} to verify, ${of('VERIFIED')} to pick, ${of('PICKED')} to hand over   longest ${longest} min`
}

const medicinesOf = (row: Row): string => {
  const names = Array.isArray(row['medicines']) ? (row['medicines'] as unknown[]) : []
  const [first = ''] = names
  return names.length > 1 ? `${String(first)} +${names.length - 1}` : String(first)
}

const numberOf = (row: Row): string => text((row['patient'] ?? {}) as Row, 'number')

const showsPatient = (row: Row): string[] => ['patient', 'show', numberOf(row)]

export const pharmacy: Screen = {
  key: '',
  name: 'pharmacy',
  title: 'Pharmacy',
  permission: 'dispense:read',
  tabs: [
    {
      name: 'Queue',
      words: ['pharmacy', 'queue'],
      rows: asRows,
      every_ms: recorded_ms,
      id: (row) => text(row, 'id'),
      head: (documents) => headOf(documents, saidOf),
      columns: [
        column('Min', 'waiting_minutes', 4, { right: true, must: true }),
        column('State', 'status', 10, { must: true }),
        column('Urgent', (row) => (Number(row['urgency']) === stat ? 'STAT' : ''), 6),
        column('Number', 'reference', 15),
        column('Patient', numberOf, 11),
        column('For', 'kind', 10),
        column('Paid', (row) => (row['payment_ok'] === true ? 'yes' : 'no'), 4),
        column('Medicines', medicinesOf, 30, { wide: true }),
      ],
      acts: [],
      opens: showsPatient,
    },
    {
      name: 'Owed',
      words: ['pharmacy', 'owed'],
      rows: asRows,
      every_ms: recorded_ms,
      id: (row) => text(row, 'id'),
      columns: [
        column('Until', 'until', 10),
        column('State', 'status', 9, { must: true }),
        column('Patient', numberOf, 11),
        column('Medicine', 'medicine', 28),
        column('Quantity', 'quantity', 8, { right: true }),
      ],
      acts: [],
      opens: showsPatient,
    },
  ],
}

const lateOf = (rows: readonly Row[]): string => {
  const late = rows.filter((row) => ['LATE', 'OVERDUE'].includes(text(row, 'timing'))).length
  return `${rows.length} doses are due, ${late} of them late`
}

export const round: Screen = {
  key: '',
  name: 'round',
  title: 'Medicines due',
  permission: 'dose:read',
  tabs: [
    {
      name: 'Round',
      words: ['wards', 'round'],
      rows: asRows,
      every_ms: recorded_ms,
      id: (row) => text(row, 'id'),
      head: (documents) => headOf(documents, lateOf),
      columns: [
        column('Due', (row) => soon(row['due_at']), 6),
        column('How', 'timing', 8, { must: true }),
        column('Ward', 'ward', 4),
        column('Bed', 'bed', 4, { must: true }),
        column('Who', 'patient', 6),
        column('Medicine', 'medicine', 24),
        column('Dose', 'dose', 9),
        column('Route', 'route', 5),
        column('Number', 'number', 10, { wide: true }),
      ],
      acts: [],
      opens: (row) => ['patient', 'show', text(row, 'number')],
    },
  ],
}
