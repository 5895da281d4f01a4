// What goes in and what comes out about roles and permissions (platform 2.4).

import {
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  QueryFlag,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { permit_classes } from '../../../permit.ts'
import { user_states } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { roles } from '../tables.ts'

const role = fieldsOf(roles)

const out = (max: number) => Text(0, max)
const Codes = listOf(Text(1, 80), 1000)

export const Role = named(
  'Role',
  shape({
    ...role('id', 'code', 'name', 'description', 'system', 'active'),
    permissions: listOf(out(80)),
    added: listOf(out(80)),
    removed: listOf(out(80)),
    ...role('two_factor_required', 'device_required'),
    user_count: Whole(),
    ...role('version', 'created_at', 'updated_at'),
  }),
)
export type Role = Static<typeof Role>

const role_fields = {
  description: optional(nullable(Text(0, 300))),
  two_factor_required: optional(Flag),
  device_required: optional(Flag),
  accept_conflict: optional(Flag),
  reason: optional(nullable(Reason)),
}

export const RoleInput = named(
  'RoleInput',
  form({ name: Text(1, 60), permissions: Codes, ...role_fields }),
)
export type RoleInput = Static<typeof RoleInput>

export const RoleChange = named(
  'RoleChange',
  partial({ name: Text(1, 60), permissions: Codes, ...role_fields }),
)
export type RoleChange = Static<typeof RoleChange>

export const RoleClone = form({ name: Text(1, 60) })

export const RoleFilters = { system: optional(QueryFlag), active: optional(QueryFlag) }
export const RoleUserFilters = { status: optional(choice(user_states)) }

export const Permission = named(
  'Permission',
  shape({
    code: out(80),
    area: out(80),
    action: out(80),
    class: choice(permit_classes),
    label: out(300),
    module: nullable(out(40)),
    routes: listOf(shape({ method: out(8), path: out(300) })),
  }),
)
export type Permission = Static<typeof Permission>

export const PermissionWords = form({
  area: optional(Text(1, 80)),
  class: optional(choice(permit_classes)),
  search: optional(Text(0, 200)),
})
export type PermissionWords = Static<typeof PermissionWords>

export const Holder = named(
  'Holder',
  shape({
    user: shape({ id: Id, name: out(120), username: out(40) }),
    via: listOf(shape({ code: out(60), name: out(60) })),
    until: nullable(Day),
  }),
)
export type Holder = Static<typeof Holder>

export const HolderFilters = { code: optional(Text(1, 80)), facility_id: optional(Id) }
