// 9 Users and their roles.

import {
  ago,
  asRows,
  because,
  column,
  counted,
  headOf,
  maybe_because,
  type Row,
  type Screen,
  text,
  when,
  words,
} from '../screens.ts'

const codes = (value: unknown): string =>
  asRows(value)
    .map((one) => text(one, 'code'))
    .join(', ')

const of =
  (...verb: string[]) =>
  (row: Row): string[] => ['user', ...verb, text(row, 'username')]

const stateOf = (row: Row): string =>
  when(row['locked_until']) === '' ? text(row, 'status') : 'locked'

const roleName = (role: Row): string => text(role, 'code')

/** Each permission that some role holds, with all roles beside it. */
function permissionsOf(data: unknown): readonly Row[] {
  const roles = asRows(data)
  const all = new Set(
    roles.flatMap((role) => [...listed(role['permissions']), ...listed(role['removed'])]),
  )
  return [...all].toSorted().map((code) => ({ code, roles }))
}

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(words) : [])

const roleOf = (row: Row, name: string): Row =>
  asRows(row['roles']).find((role) => roleName(role) === name) ?? {}

const holds = (row: Row, name: string): boolean =>
  listed(roleOf(row, name)['permissions']).includes(text(row, 'code'))

/** `x` held, `+` given beside the shipped role, `-` taken from it. */
function cell(row: Row, name: string): string {
  const code = text(row, 'code')
  const role = roleOf(row, name)
  if (listed(role['removed']).includes(code)) return '-'
  if (!holds(row, name)) return '.'
  return listed(role['added']).includes(code) ? '+' : 'x'
}

export const users: Screen = {
  key: '9',
  name: 'users',
  title: 'Users',
  permission: 'user:read',
  tabs: [
    {
      name: 'Users',
      words: ['user', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Name', 'full_name', 17),
        column('User', 'username', 12),
        column('Roles', (row) => codes(row['roles']), 13),
        column('Branch', (row) => codes(row['facilities']), 6),
        column('2FA', (row) => (row['two_factor'] === true ? 'yes' : 'no !'), 4),
        column('On', 'open_sessions', 2, { right: true }),
        column('Seen', (row) => ago(row['last_sign_in_at']) || 'never', 5),
        column('State', stateOf, 9, { must: true }),
      ],
      head: (documents) => headOf(documents, (rows) => counted(rows, stateOf)),
      opens: of('show'),
      acts: [
        {
          key: 'n',
          says: 'new',
          of: 'list',
          once: true,
          asks: [
            { name: 'username', says: 'Username' },
            { name: 'name', says: 'Name' },
            { name: 'role', says: 'Role' },
          ],
          words: (_row, { username = '', name = '', role = '' }) => [
            'user',
            'create',
            username,
            '--name',
            name,
            '--role',
            role,
          ],
        },
        { key: 'u', says: 'unlock', of: 'row', words: of('unlock') },
        {
          key: 'w',
          says: 'reset password',
          of: 'row',
          once: true,
          asks: because,
          words: (row, { reason = '' }) => [...of('reset-password')(row), '--reason', reason],
        },
        {
          key: 'e',
          says: 'explain a permission',
          of: 'row',
          looks: true,
          asks: [{ name: 'permission', says: 'Permission' }],
          words: (row, { permission = '' }) => [
            'permission',
            'explain',
            text(row, 'username'),
            permission,
          ],
        },
        { key: 'l', says: 'end sessions', of: 'row', words: of('close-sessions') },
        {
          key: 'S',
          says: 'suspend or reinstate',
          of: 'row',
          asks: because,
          undo: 'S again',
          words: (row, { reason = '' }) => [
            'user',
            row['status'] === 'SUSPENDED' ? 'reinstate' : 'suspend',
            text(row, 'username'),
            '--reason',
            reason,
          ],
        },
      ],
    },
    {
      name: 'Roles',
      words: ['role', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Code', 'code', 26),
        column('Name', 'name', 26),
        column('Kind', (row) => (row['system'] === true ? 'shipped' : 'own'), 7),
        column('Active', (row) => (row['active'] === true ? 'yes' : 'no'), 6),
        column('May', (row) => asRows(row['permissions']).length, 4, { right: true }),
        column('Users', 'user_count', 5, { right: true }),
      ],
      opens: (row) => ['role', 'show', text(row, 'code')],
      acts: [
        {
          key: 'd',
          says: 'what differs from the shipped one',
          of: 'row',
          looks: true,
          words: (row) => ['role', 'show', text(row, 'code'), '--diff'],
        },
        {
          key: 'h',
          says: 'who holds a permission',
          of: 'list',
          looks: true,
          asks: [{ name: 'permission', says: 'Permission' }],
          words: (_row, { permission = '' }) => ['permission', 'holders', permission],
        },
      ],
    },
    {
      name: 'Matrix',
      title: 'Permissions by role',
      words: ['role', 'list'],
      rows: permissionsOf,
      id: (row) => text(row, 'code'),
      columns: [column('Permission', 'code', 26)],
      across: { names: ([first]) => asRows(first?.['roles']).map(roleName), cell },
      opens: (row) => ['permission', 'holders', text(row, 'code')],
      acts: [
        {
          key: 'space',
          says: 'give or take',
          of: 'row',
          asks: maybe_because,
          undo: 'Space again',
          words: (row, { reason = '' }) => [
            'role',
            'edit',
            text(row, 'across'),
            holds(row, text(row, 'across')) ? '--remove' : '--add',
            text(row, 'code'),
            ...(reason === '' ? [] : ['--reason', reason]),
          ],
        },
      ],
    },
  ],
}
