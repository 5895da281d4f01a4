// Screens without a key of their own: under `-`, by typing their name.

import { asRows, column, type Screen, text, when } from '../screens.ts'

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
        column('Kind', 'kind', 16),
        column('State', 'status', 8),
        column('Waiting', 'waiting', 8, { right: true }),
        column('Called', 'called', 6, { right: true }),
        column('Serving', 'serving', 7, { right: true }),
      ],
      acts: [],
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
      id: (row) => text(row, 'id'),
      columns: [
        column('Number', 'number', 18),
        column('Patient', 'patient', 14),
        column('Token', 'token', 8),
        column('State', 'state', 22),
        column('At', 'service_point', 20, { wide: true }),
        column('Since', (row) => when(row['opened_at']), 16),
      ],
      acts: [],
    },
  ],
}

export const hospitals: Screen = {
  key: '',
  name: 'hospitals',
  title: 'Hospitals',
  permission: 'platform:read',
  tabs: [
    {
      name: 'Hospitals',
      words: ['platform', 'hospital', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Code', 'code', 16),
        column('Name', 'name', 34),
        column('State', 'status', 12),
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
        column('State', 'state', 10),
        column('Version', 'program', 10),
        column('Leads', (row) => (row['leads'] === true ? 'yes' : 'no'), 5),
        column('Seen', (row) => when(row['seen_at']), 16),
      ],
      acts: [],
    },
  ],
}
