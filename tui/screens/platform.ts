// Settings, imports, the licence, and the hospitals of a hosted house (platform 8): under `-`.

import {
  asRows,
  because,
  column,
  counted,
  headOf,
  type Row,
  type Screen,
  text,
  when,
  words,
} from '../screens.ts'

const shared = { key: '' } as const

/** Each name of a record, with what it says. */
const pairsOf = (data: unknown): readonly Row[] =>
  Object.entries((data ?? {}) as Row).map(([name, value]) => ({ name, value }))

const settings_written = (value: unknown): string =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : words(value)

export const settings: Screen = {
  ...shared,
  name: 'settings',
  title: 'Settings',
  permission: 'setting:read',
  tabs: [
    {
      name: 'Hospital',
      words: ['settings', 'get'],
      rows: pairsOf,
      id: (row) => text(row, 'name'),
      columns: [column('Setting', 'name', 34), column('Value', (row) => words(row['value']), 40)],
      opens: (row) => ['settings', 'get', text(row, 'name')],
      acts: [
        {
          key: 's',
          says: 'set',
          of: 'row',
          asks: [
            {
              name: 'value',
              says: 'Value',
              optional: true,
              value: (row) => settings_written(row?.['value']),
            },
          ],
          undo: 's again',
          words: (row, { value = '' }) => ['settings', 'set', `${text(row, 'name')}=${value}`],
        },
        {
          key: 'i',
          says: 'logo from a file',
          of: 'list',
          asks: [{ name: 'file', says: 'File' }],
          words: (_row, { file = '' }) => ['settings', 'logo', file],
        },
      ],
    },
    {
      name: 'Numbers',
      words: ['sequence', 'list'],
      rows: asRows,
      id: (row) => text(row, 'kind'),
      columns: [
        column('Kind', 'kind', 24),
        column('Pattern', 'pattern', 26),
        column('Next', 'next_value', 8, { right: true }),
        column('Like', 'example', 20, { wide: true }),
      ],
      acts: [],
    },
    {
      name: 'Mail',
      words: ['mail', 'show'],
      rows: pairsOf,
      id: (row) => text(row, 'name'),
      columns: [column('Setting', 'name', 26), column('Value', (row) => words(row['value']), 40)],
      acts: [
        {
          key: 't',
          says: 'send a test',
          of: 'list',
          asks: [{ name: 'to', says: 'To' }],
          words: (_row, { to = '' }) => ['mail', 'test', to],
        },
      ],
    },
  ],
}

const file = [
  { name: 'kind', says: 'What its rows are', value: () => 'users' },
  { name: 'file', says: 'File' },
] as const

export const imports: Screen = {
  ...shared,
  name: 'imports',
  title: 'Imports',
  permission: 'import:read',
  tabs: [
    {
      name: 'Imports',
      words: ['import', 'list', '--limit', '200'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('File', 'file_name', 24),
        column('Rows of', 'kind', 12),
        column('State', 'status', 11, { must: true }),
        column('Rows', 'rows_total', 6, { right: true }),
        column('Errors', 'rows_error', 6, { right: true }),
        column('%', 'pct', 4, { right: true }),
        column('Came', (row) => when(row['created_at']), 16, { wide: true }),
        column('By', 'requested_by_name', 16, { wide: true }),
      ],
      head: (documents) => headOf(documents, (rows) => counted(rows, (row) => text(row, 'status'))),
      opens: (row) => ['import', 'rows', text(row, 'id'), '--limit', '500'],
      acts: [
        {
          key: 'x',
          says: 'errors',
          of: 'row',
          looks: true,
          words: (row) => ['import', 'rows', text(row, 'id'), '--state', 'ERROR', '--limit', '500'],
        },
        {
          key: 't',
          says: 'try a file',
          of: 'list',
          looks: true,
          asks: file,
          words: (_row, { kind = '', file: name = '' }) => ['import', kind, name, '--dry-run'],
        },
        {
          key: 'i',
          says: 'bring in a file',
          of: 'list',
          asks: file,
          words: (_row, { kind = '', file: name = '' }) => ['import', kind, name],
        },
      ],
    },
  ],
}

export const licence: Screen = {
  ...shared,
  name: 'licence',
  title: 'Licence',
  permission: 'plan:read',
  tabs: [
    {
      name: 'Licence',
      words: ['licence', 'show'],
      rows: pairsOf,
      id: (row) => text(row, 'name'),
      columns: [
        column('What', (row) => text(row, 'name').replaceAll('_', ' '), 20),
        column('Says', 'value', 50),
      ],
      acts: [
        {
          key: 'i',
          says: 'install',
          of: 'list',
          asks: [{ name: 'file', says: 'File' }],
          words: (_row, { file: name = '' }) => ['licence', 'install', name],
        },
        {
          key: 'x',
          says: 'text of an order',
          of: 'list',
          looks: true,
          asks: [{ name: 'purchase', says: 'Order' }],
          words: (_row, { purchase = '' }) => ['licence', 'request', purchase],
        },
      ],
    },
  ],
}

export const hospitals: Screen = {
  ...shared,
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
        column('State', 'status', 12, { must: true }),
      ],
      opens: (row) => ['platform', 'hospital', 'show', text(row, 'code')],
      acts: [
        {
          key: 'S',
          says: 'suspend or reinstate',
          of: 'row',
          asks: because,
          undo: 'S again',
          words: (row, { reason = '' }) => [
            'platform',
            'hospital',
            row['status'] === 'SUSPENDED' ? 'reinstate' : 'suspend',
            text(row, 'code'),
            '--reason',
            reason,
          ],
        },
      ],
    },
    {
      name: 'Operators',
      words: ['platform', 'user', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Name', 'full_name', 28),
        column('User', 'username', 18),
        column('State', 'status', 12, { must: true }),
      ],
      acts: [],
    },
  ],
}
