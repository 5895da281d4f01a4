// 2 Places: what is switched on where, and the branches, departments and locations.

import {
  type Act,
  asRows,
  because,
  column,
  type Consequence,
  type Screen,
  type Tab,
  text,
} from '../screens.ts'

const on = (value: unknown): string => (value === true ? 'ON' : 'off')

const modules: Tab = {
  name: 'Modules',
  words: ['module', 'list'],
  rows: asRows,
  id: (row) => `${text(row, 'facility')} ${text(row, 'module')}`,
  columns: [
    column('Module', 'module', 14),
    column('State', (row) => on(row['enabled']), 5, { must: true }),
    column('Branch', 'facility', 8),
    column('Open work', (row) => openWork(row['open_work']), 16),
    column('Since', (row) => text(row, 'changed_at').slice(0, 10), 10),
    column('By', 'changed_by_name', 14),
    column('Reason', 'reason', 20, { wide: true }),
  ],
  acts: [
    {
      key: 'space',
      says: 'switch on or off',
      of: 'row',
      asks: because,
      undo: 'Space again',
      impact: (row) => (row['enabled'] === true ? impact : null),
      words: (row, { reason = '' }) => [
        'module',
        row['enabled'] === true ? 'off' : 'on',
        text(row, 'module'),
        '--facility',
        text(row, 'facility'),
        '--reason',
        reason,
      ],
    },
    {
      key: 'F',
      says: 'force off, with a reason',
      of: 'row',
      asks: because,
      undo: 'Space; the open work stays as it is',
      words: (row, { reason = '' }) => [
        'module',
        'off',
        text(row, 'module'),
        '--facility',
        text(row, 'facility'),
        '--force',
        '--reason',
        reason,
      ],
    },
  ],
}

const numbered = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** What a switch would take from people, in the words of its dialog (8.3). */
const impact: Consequence = {
  words: (row) => ['module', 'impact', text(row, 'module'), '--facility', text(row, 'facility')],
  says: (data) => {
    const routes = asRows(data['routes']).length
    const permissions = asRows(data['permissions']).length
    const people = Number(data['people'] ?? 0)
    return [
      `${numbered(routes, 'route')} would answer 403. ${people} ${people === 1 ? 'person loses' : 'people lose'} ${numbered(permissions, 'permission')} here.`,
    ]
  },
  refused: (data) => {
    const open = openWork(data['open_work'])
    return open === '' ? null : `X  Open work: ${open}. Refused while it is open.`
  },
  force: 'F',
}

const openWork = (work: unknown): string =>
  asRows(work)
    .map((one) => `${text(one, 'label')} ${text(one, 'count')}`)
    .join(', ')

const deactivate = (noun: string): Act => ({
  key: 'D',
  says: 'deactivate',
  of: 'row',
  undo: `kituo ${noun} activate`,
  asks: because,
  words: (row, { reason = '' }) => [noun, 'deactivate', text(row, 'code'), '--reason', reason],
})

const create = (noun: string, kind: string): Act => ({
  key: 'n',
  says: 'new',
  of: 'list',
  asks: [
    { name: 'code', says: 'Code' },
    { name: 'name', says: 'Name' },
    { name: 'kind', says: 'Kind', value: () => kind },
  ],
  words: (_row, { code = '', name = '', kind: of = '' }) => [
    noun,
    'create',
    code,
    '--name',
    name,
    '--kind',
    of,
  ],
})

const place = (noun: string, title: string, kind: string, state: string): Tab => ({
  name: title,
  words: [noun, 'list'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Code', 'code', 10),
    column('Name', 'name', 28),
    column('Kind', 'kind', 16),
    column(
      'State',
      (row) => (state === 'active' ? (row['active'] === true ? 'ACTIVE' : 'off') : row[state]),
      10,
    ),
  ],
  acts: [create(noun, kind), deactivate(noun)],
})

export const places: Screen = {
  key: '2',
  name: 'places',
  title: 'Places',
  permission: 'console:read',
  tabs: [
    modules,
    {
      ...place('facility', 'Facilities', 'DISPENSARY', 'status'),
      opens: (row) => ['facility', 'show', text(row, 'code')],
    },
    place('department', 'Departments', 'CLINICAL', 'active'),
    place('location', 'Locations', 'ROOM', 'active'),
  ],
}
