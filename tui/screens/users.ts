// 9 Users and their roles.

import { asRows, because, column, type Row, type Screen, text, when } from '../screens.ts'

const codes = (value: unknown): string =>
  asRows(value)
    .map((one) => text(one, 'code'))
    .join(', ')

const of =
  (...verb: string[]) =>
  (row: Row): string[] => ['user', ...verb, text(row, 'username')]

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
        column('Name', 'full_name', 20),
        column('User', 'username', 14),
        column('Roles', (row) => codes(row['roles']), 16),
        column('Branch', (row) => codes(row['facilities']), 8),
        column('2FA', (row) => (row['two_factor'] === true ? 'yes' : 'no'), 3),
        column('State', (row) => (when(row['locked_until']) === '' ? row['status'] : 'locked'), 9),
        column('Signed in', (row) => when(row['last_sign_in_at']) || 'never', 16, { wide: true }),
      ],
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
        { key: 'w', says: 'reset password', of: 'row', once: true, words: of('reset-password') },
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
      acts: [],
    },
  ],
}
