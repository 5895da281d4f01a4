// Screens of the branch's day and of the machines, under `-`, by typing their name.

import { dayIn } from '../../db/core/clock.ts'
import {
  type Act,
  asRows,
  because,
  column,
  counted,
  headOf,
  recorded_ms,
  type Row,
  type Screen,
  text,
  when,
} from '../screens.ts'

const waitingIn = (rows: readonly Row[]): string => {
  const sum = (name: string): number =>
    rows.reduce((total, row) => total + Number(row[name] ?? 0), 0)
  return `${sum('waiting')} wait, ${sum('called')} are called, ${sum('serving')} are served   ${counted(rows, (row) => text(row, 'status'))}`
}

/** Codes are of a branch each; the id is of one point alone. */
const atPoint =
  (verb: string) =>
  (row: Row): string[] => ['queue', verb, text(row, 'id')]

const shut = (key: string, verb: string): Act => ({
  key,
  says: verb,
  of: 'row',
  undo: 'n, open',
  asks: [...because, { name: 'move_to', says: 'Those who wait go to', optional: true }],
  words: (row, { reason = '', move_to = '' }) => [
    ...atPoint(verb)(row),
    ...(move_to === '' ? ['--keep'] : ['--move-to', move_to]),
    '--reason',
    reason,
  ],
})

export const queue: Screen = {
  key: '',
  name: 'queue',
  title: 'Queue',
  permission: 'queue:read',
  tabs: [
    {
      name: 'Service points',
      words: ['queue', 'status'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Code', 'code', 6),
        column('Service point', 'name', 26),
        column('State', 'status', 8, { must: true }),
        column('Waiting', 'waiting', 8, { right: true }),
        column('Called', 'called', 6, { right: true }),
        column('Serving', 'serving', 7, { right: true }),
        column('Kind', 'kind', 16, { wide: true }),
        column('Counters', 'counters', 12, { wide: true }),
      ],
      head: (documents) => headOf(documents, waitingIn),
      acts: [
        { key: 'n', says: 'open', of: 'row', undo: 'p', words: atPoint('open') },
        shut('p', 'pause'),
        shut('X', 'close'),
        {
          key: 'f',
          says: 'figures of a day',
          of: 'list',
          looks: true,
          asks: [{ name: 'day', says: 'Day', value: () => dayIn('UTC') }],
          words: (_row, { day = '' }) => [
            'queue',
            'figures',
            '--group',
            'point',
            '--from',
            day,
            '--to',
            day,
          ],
        },
      ],
    },
  ],
}

export const visits: Screen = {
  key: '',
  name: 'visits',
  title: 'Visits',
  permission: 'visit:read',
  tabs: [
    {
      name: 'Open visits',
      words: ['visit', 'list'],
      rows: asRows,
      every_ms: recorded_ms,
      id: (row) => text(row, 'id'),
      columns: [
        column('Number', 'number', 18),
        column('Patient', 'patient', 14),
        column('Token', 'token', 8),
        column('State', 'state', 22, { must: true }),
        column('At', 'service_point', 20, { wide: true }),
        column('Since', (row) => when(row['opened_at']), 16),
      ],
      acts: [],
    },
  ],
}

export const daemons: Screen = {
  key: '',
  name: 'daemons',
  title: 'Daemons',
  permission: 'system:read',
  tabs: [
    {
      name: 'Daemons',
      words: ['daemon', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Host', 'host', 20),
        column('Pid', 'pid', 8, { right: true }),
        column('State', 'state', 10, { must: true }),
        column('Version', 'program', 10),
        column('Leads', (row) => (row['leads'] === true ? 'yes' : 'no'), 5),
        column('Seen', (row) => when(row['seen_at']), 16),
      ],
      acts: [],
    },
  ],
}
