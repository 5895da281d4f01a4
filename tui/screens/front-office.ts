// Screens of the front office (front office 8): under `-`, by typing their name.

import {
  type Act,
  type Ask,
  asRows,
  because,
  column,
  recorded_ms,
  type Row,
  type Screen,
  text,
  when,
} from '../screens.ts'

const of = (row: Row, name: string): Row => (row[name] ?? {}) as Row
const person = (name: string) => (row: Row) =>
  `${text(of(row, name), 'number')} ${text(of(row, name), 'full_name')}`

export const duplicates: Screen = {
  key: '',
  name: 'duplicates',
  title: 'Duplicates',
  permission: 'patient:merge',
  tabs: [
    {
      name: 'Pairs that look like one person',
      words: ['patient', 'duplicates'],
      rows: asRows,
      every_ms: recorded_ms,
      id: (row) => text(row, 'id'),
      columns: [
        column('One', person('a'), 28),
        column('Other', person('b'), 28),
        column('Score', 'score', 5, { right: true }),
        column('Because', 'reasons', 24, { wide: true }),
      ],
      acts: [
        {
          key: 'm',
          says: 'merge: the first is kept',
          of: 'row',
          asks: because,
          words: (row, { reason = '' }) => [
            'patient',
            'merge',
            text(of(row, 'a'), 'number'),
            text(of(row, 'b'), 'number'),
            '--reason',
            reason,
          ],
        },
        {
          key: 'd',
          says: 'dismiss: two people',
          of: 'row',
          asks: because,
          words: (row, { reason = '' }) => [
            'patient',
            'dismiss',
            text(row, 'id'),
            '--reason',
            reason,
          ],
        },
      ],
      opens: (row) => ['patient', 'show', text(of(row, 'a'), 'number')],
    },
  ],
}

const note: readonly Ask[] = [{ name: 'note', says: 'What was found' }]

const reviewed =
  (verdict: string): Act['words'] =>
  (row, said) => ['privacy', 'review', text(row, 'id'), verdict, '--note', said['note'] ?? '']

export const privacy: Screen = {
  key: '',
  name: 'privacy',
  title: 'Privacy',
  permission: 'patient:review-access',
  tabs: [
    {
      name: 'Opened with a reason, not reviewed',
      words: ['privacy', 'break-glass', '--unreviewed'],
      rows: asRows,
      every_ms: recorded_ms,
      id: (row) => text(row, 'id'),
      columns: [
        column('Patient', (row) => text(of(row, 'patient'), 'number'), 14),
        column('By', 'user_name', 20),
        column('Because', 'reason_code', 18),
        column('State', 'status', 8, { must: true }),
        column('Until', (row) => when(row['until']), 16),
        column('Reason', 'reason', 30, { wide: true }),
      ],
      acts: [
        { key: 'r', says: 'it was right', of: 'row', asks: note, words: reviewed('JUSTIFIED') },
        {
          key: 'n',
          says: 'it was not right',
          of: 'row',
          asks: note,
          words: reviewed('NOT_JUSTIFIED'),
        },
      ],
      opens: (row) => ['privacy', 'access-log', text(of(row, 'patient'), 'number')],
    },
  ],
}

export const appointments: Screen = {
  key: '',
  name: 'appointments',
  title: 'Appointments',
  permission: 'appointment:read',
  tabs: [
    {
      name: 'Today, by clinician',
      words: ['appointment', 'today'],
      rows: asRows,
      every_ms: recorded_ms,
      id: (row) => text(row, 'id'),
      columns: [
        column('Clinician', (row) => text(row, 'clinician_name') || text(row, 'department'), 22),
        column('At', (row) => when(row['scheduled_for']), 16),
        column('Number', 'number', 16),
        column('State', 'status', 10, { must: true }),
        column('Patient', (row) => text(of(row, 'patient'), 'full_name'), 24, { wide: true }),
      ],
      acts: [],
      opens: (row) => ['patient', 'show', text(of(row, 'patient'), 'number')],
    },
    {
      name: 'Booked twice',
      words: ['appointment', 'clash'],
      rows: asRows,
      id: (row) => `${text(row, 'first')} ${text(row, 'second')}`,
      columns: [
        column('Clinician', 'clinician', 24),
        column('First', 'first', 16),
        column('Second', 'second', 16),
        column('From', (row) => when(row['from']), 16),
      ],
      acts: [],
    },
    {
      name: 'Clinics to come',
      words: ['schedule', 'check'],
      rows: asRows,
      id: (row) => text(row, 'clinician'),
      columns: [
        column('Clinician', 'clinician', 28),
        column('Schedules', 'schedules', 9, { right: true }),
        column('Sessions', 'sessions', 8, { right: true }),
        column('Until', 'until', 10),
      ],
      acts: [],
    },
  ],
}

export const displays: Screen = {
  key: '',
  name: 'displays',
  title: 'Displays',
  permission: 'queue:display',
  tabs: [
    {
      name: 'Screens of waiting rooms',
      words: ['queue', 'screens'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Name', 'name', 30),
        column('Language', 'language', 8),
        column('In use', (row) => (row['active'] === true ? 'yes' : 'no'), 6),
        column('Last seen', (row) => when(row['last_seen_at']), 16),
      ],
      acts: [
        {
          key: 'x',
          says: 'another key',
          of: 'row',
          once: true,
          words: (row) => ['queue', 'rotate-key', text(row, 'name')],
        },
      ],
    },
  ],
}

/** Of the clocks the one that tells: how late, else how long there is. */
const clockOf = (row: Row): string => {
  if (row['breached'] === true) return `${text(row, 'breach_minutes')} min late`
  const left = text(row, 'minutes_to_target')
  return left === '' ? '' : `${left} min left`
}

export const emergencies: Screen = {
  key: '',
  name: 'emergencies',
  title: 'Emergency board',
  permission: 'emergency:read',
  tabs: [
    {
      name: 'In the room now',
      words: ['emergency', 'board'],
      rows: asRows,
      every_ms: recorded_ms,
      id: (row) => text(row, 'id'),
      columns: [
        column('Patient', (row) => text(of(row, 'patient'), 'full_name'), 24),
        column('Acuity', (row) => text(row, 'acuity') || 'UNTRIAGED', 9),
        column('State', 'status', 12, { must: true }),
        column('Waits', 'waiting_minutes', 5, { right: true }),
        column('Clock', clockOf, 14),
        column('Again', (row) => (row['retriage_late'] === true ? 'late' : ''), 5, { wide: true }),
        column('Number', 'number', 16, { wide: true }),
      ],
      acts: [
        {
          key: 'i',
          says: 'start an incident with many casualties',
          of: 'list',
          asks: [
            { name: 'name', says: 'What happened' },
            { name: 'tags', says: 'Letters of the tags, 2 to 4' },
          ],
          words: (_, { name = '', tags = '' }) => ['incident', 'start', name, '--tags', tags],
        },
        {
          key: 's',
          says: 'stand the incident down',
          of: 'list',
          asks: because,
          words: (_, { reason = '' }) => ['incident', 'stand-down', '--reason', reason],
        },
      ],
      opens: (row) => ['patient', 'show', text(of(row, 'patient'), 'number')],
    },
  ],
}
