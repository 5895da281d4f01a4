// Roles: the shipped ones with a hospital's differences, and its own.

import { text } from '../../db/appliance/configuration/kinds.ts'
import type { Role } from '../../db/hospital/office/access/roles/shapes.ts'
import { command, done, type Frame, maybe, word, words, yes } from '../frame/grammar/command.ts'
import { field, onOrOff, said, truth } from '../frame/grammar/fields.ts'
import { gathered, onOff, searched, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { commands as moves } from './role-moves.ts'
import { role } from '../frame/names/role-name.ts'

const permission = text('a permission like bill:cancel', /^[a-z_-]+:[a-z_-]+$/)

const list = command('role list', {
  says: 'Prints the roles.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/office/access/roles/shapes.ts')).Role,
  }),
  permission: 'role:read',
  http: 'GET /api/v1/roles',
  flags: searched,
  examples: ['kituo role list', 'kituo role list --search clerk --json'],
  run: async ({ flags: { limit, search }, caller }) => {
    const by = await caller()
    const { list: roles } = await import('../../db/hospital/office/access/roles/roles.ts')
    return gathered(limit, (page) =>
      roles(by, { ...page, ...(search === undefined ? {} : { search }) }),
    )
  },
  view: tableOf<Role>(
    ['Code', (row) => row.code],
    ['Name', (row) => row.name],
    ['Kind', (row) => (row.system ? 'shipped' : 'own')],
    ['Active', (row) => onOff(row.active)],
    ['Permissions', (row) => row.permissions.length],
    ['Differs by', (row) => row.added.length + row.removed.length],
    ['Accounts', (row) => row.user_count],
  ),
})

const show = command('role show', {
  says: 'Prints one role with its permissions.',
  class: 'R',
  permission: 'role:read',
  http: 'GET /api/v1/roles/:id',
  asks: { role },
  flags: { diff: yes('only what differs from the shipped role') },
  examples: ['kituo role show cashier', 'kituo role show cashier --diff --json'],
  run: async ({ asked, flags: { diff }, caller }) => {
    const by = await caller()
    const { byCode, find } = await import('../../db/hospital/office/access/roles/roles.ts')
    const { Role: shape } = await import('../../db/hospital/office/access/roles/shapes.ts')
    const { fenced } = await import('../../db/core/fence.ts')
    const found = fenced(shape, await find(by, (await byCode(by, asked.role)).id)) as Role
    const { code, added, removed } = found
    return done('', diff ? { code, added, removed } : found)
  },
  view: (data, page) =>
    lines(
      Object.entries(data).map(
        ([name, value]) => [name, Array.isArray(value) ? value.join(' ') : value] as const,
      ),
      page,
    ),
})

const own_fields = {
  description: field('what it is for'),
  two_factor: onOrOff('sign-in needs two factors: on or off'),
  device: onOrOff('only at workstations: on or off'),
  accept_conflict: yes('permissions that should not meet may meet; needs --reason'),
}

interface OwnFields {
  description: string | undefined
  two_factor: 'on' | 'off' | undefined
  device: 'on' | 'off' | undefined
  accept_conflict: boolean
}

const create = command('role create', {
  says: 'Makes a role of the hospital’s own.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/access/roles/shapes.ts')).Role,
  }),
  permission: 'role:manage',
  http: 'POST /api/v1/roles',
  asks: { name: word(text('1 to 60 characters'), 'its name; the code is made of it') },
  flags: {
    permission: words(permission, 'a permission it holds'),
    from: maybe(
      text('the code of a role', /^[A-Za-z0-9_]{1,60}$/),
      'begin with what this one holds',
    ),
    if_absent: yes('there already is done'),
    ...own_fields,
  },
  examples: [
    'kituo role create "Night clerk" --permission patient:read --permission bill:read',
    'kituo role create "Head cashier" --from cashier --permission bill:cancel',
  ],
  plan: async ({ asked, flags, caller }) => {
    const there = flags.if_absent ? await byName(await caller(), asked.name) : undefined
    return { steps: [`make the role ${asked.name}`], nothing: there !== undefined }
  },
  run: async ({ asked, flags, reason, caller }) => {
    const by = await caller()
    const there = flags.if_absent ? await byName(by, asked.name) : undefined
    if (there !== undefined)
      return done(`${there.name} is there already.`, there, { changed: false })
    const { RoleInput } = await import('../../db/hospital/office/access/roles/shapes.ts')
    const { open } = await import('../../db/hospital/office/access/roles/write.ts')
    const base = flags.from === undefined ? [] : (await full(by, flags.from)).permissions
    const permissions = [...new Set([...base, ...flags.permission])]
    const made = await open(
      by,
      await said(RoleInput, { name: asked.name, permissions, ...bodyOf(flags, reason) }),
    )
    return done(`${made.name} is made: ${made.code}.`, made)
  },
})

const edit = command('role edit', {
  says: 'Changes a role; a shipped one keeps only its difference.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/access/roles/shapes.ts')).Role,
  }),
  permission: 'role:manage',
  http: 'PATCH /api/v1/roles/:id',
  asks: { role },
  flags: {
    name: field('another name, for a role of one’s own'),
    add: words(permission, 'a permission to give'),
    remove: words(permission, 'a permission to take'),
    ...own_fields,
  },
  examples: [
    'kituo role edit cashier --add bill:cancel --remove refund:request',
    'kituo role edit doctor --two-factor on',
  ],
  plan: async ({ asked, flags, caller }) => {
    const { name } = await full(await caller(), asked.role)
    const more = flags.name ?? flags.description ?? flags.two_factor ?? flags.device
    return {
      steps: [
        ...flags.add.map((code) => `give ${code} to ${name}`),
        ...flags.remove.map((code) => `take ${code} from ${name}`),
        ...(more === undefined ? [] : [`change ${name}`]),
      ],
    }
  },
  run: async ({ asked, flags, reason, caller }) => {
    const by = await caller()
    const before = await full(by, asked.role)
    const { RoleChange } = await import('../../db/hospital/office/access/roles/shapes.ts')
    const { change } = await import('../../db/hospital/office/access/roles/write.ts')
    const moved = flags.add.length + flags.remove.length > 0
    const permissions = [...new Set([...before.permissions, ...flags.add])].filter(
      (code) => !flags.remove.includes(code),
    )
    const body = await said(RoleChange, {
      name: flags.name,
      ...(moved ? { permissions } : {}),
      ...bodyOf(flags, reason),
    })
    const role_now = await change(by, before.id, body)
    return done(`${role_now.name} is changed.`, role_now)
  },
})

export const commands = [list, show, create, edit, ...moves]

type By = Awaited<ReturnType<Frame['caller']>>

async function full(by: By, code: string): Promise<Role> {
  const { byCode, find } = await import('../../db/hospital/office/access/roles/roles.ts')
  return find(by, (await byCode(by, code)).id)
}

async function byName(by: By, name: string): Promise<Role | undefined> {
  const { list: roles } = await import('../../db/hospital/office/access/roles/roles.ts')
  const { whole_page } = await import('../../db/store/pages.ts')
  const { rows } = await roles(by, whole_page)
  return rows.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())
}

const bodyOf = (flags: OwnFields, reason: string | null) => ({
  description: flags.description,
  two_factor_required: truth(flags.two_factor),
  device_required: truth(flags.device),
  accept_conflict: flags.accept_conflict || undefined,
  reason: reason ?? undefined,
})
