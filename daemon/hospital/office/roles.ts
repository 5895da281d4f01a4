// Roles, the permissions there are, and who holds them.

import * as catalogue from '../../../db/hospital/office/access/roles/catalogue.ts'
import * as holders from '../../../db/hospital/office/access/users/holders.ts'
import {
  Holder,
  HolderFilters,
  Permission,
  PermissionWords,
  Role,
  RoleChange,
  RoleClone,
  RoleFilters,
  RoleInput,
  RoleUserFilters,
} from '../../../db/hospital/office/access/roles/shapes.ts'
import * as writing from '../../../db/hospital/office/access/roles/write.ts'
import * as kept from '../../../db/hospital/office/access/roles/roles.ts'
import { User } from '../../../db/hospital/office/access/users/shapes.ts'
import * as accounts from '../../../db/hospital/office/access/users/users.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, listed, patch, post, remove } = nobodys

const role = byId(kept.roleRecord.get)

export const door = area('roles', [
  list('/roles', {
    summary: 'Roles',
    access: 'role:read',
    filters: RoleFilters,
    each: Role,
    run: ({ caller, query }) => kept.list(caller, query),
  }),
  create('/roles', {
    summary: 'Make a role',
    access: 'role:manage',
    body: RoleInput,
    reply: Role,
    says: 'Role made.',
    run: ({ caller, body }) => writing.open(caller, body),
  }),
  get('/roles/:id', {
    summary: 'One role',
    access: 'role:read',
    reply: Role,
    run: ({ caller, params }) => kept.find(caller, params.id),
  }),
  patch('/roles/:id', {
    summary: 'Change a role',
    access: 'role:manage',
    record: role,
    body: RoleChange,
    reply: Role,
    says: 'Role changed.',
    run: ({ caller, params, body }) => writing.change(caller, params.id, body),
  }),
  remove('/roles/:id', {
    summary: 'Delete a role of the hospital’s own that no account holds',
    access: 'role:manage',
    reply: Role,
    says: 'Role deleted.',
    run: ({ caller, params }) => kept.drop(caller, params.id),
  }),
  create('/roles/:id/clone', {
    summary: 'Make a role like this one',
    access: 'role:manage',
    record: role,
    body: RoleClone,
    reply: Role,
    says: 'Role made.',
    run: ({ caller, params, body }) => writing.clone(caller, params.id, body.name),
  }),
  post('/roles/:id/reset', {
    summary: 'Bring a default role back to how it was shipped',
    access: 'role:manage',
    reply: Role,
    says: 'Role reset.',
    run: ({ caller, params }) => kept.reset(caller, params.id),
  }),
  post('/roles/:id/deactivate', {
    summary: 'Take a role out of use',
    access: 'role:manage',
    reply: Role,
    says: 'Role deactivated.',
    run: ({ caller, params }) => kept.deactivate(caller, params.id),
  }),
  post('/roles/:id/activate', {
    summary: 'Bring a role back into use',
    access: 'role:manage',
    reply: Role,
    says: 'Role activated.',
    run: ({ caller, params }) => kept.activate(caller, params.id),
  }),
  list('/roles/:id/users', {
    summary: 'The accounts that hold a role',
    access: 'role:read',
    record: role,
    filters: RoleUserFilters,
    each: User,
    run: ({ caller, params, query }) =>
      accounts.list(caller, { ...query, role: params.id, not_closed: true }),
  }),
  listed('/permissions', {
    summary: 'The permissions there are, with the routes they open',
    access: 'role:read',
    query: PermissionWords,
    each: Permission,
    run: async ({ query }) => catalogue.list(query),
  }),
  list('/permissions/holders', {
    summary: 'Who holds a permission today',
    access: 'role:read',
    filters: HolderFilters,
    each: Holder,
    run: ({ caller, query }) => holders.list(caller, query),
  }),
])
