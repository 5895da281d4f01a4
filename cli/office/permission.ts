// What people may do: the list of it, who holds it, and why somebody may or may not.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { Holder, Permission } from '../../db/hospital/office/access/roles/shapes.ts'
import { permit_classes } from '../../db/hospital/permit.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
import { saidBranch } from '../frame/names/branch.ts'
import { field } from '../frame/grammar/fields.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { username } from '../frame/names/user-name.ts'

const code = word(text('a permission like bill:cancel', /^[^\s\0]{1,80}$/), 'the permission')

const list = command('permission list', {
  says: 'Prints every permission there is.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/office/access/roles/shapes.ts')).Permission,
  }),
  permission: 'role:read',
  http: 'GET /api/v1/permissions',
  flags: {
    area: field('only of this area: bill'),
    class: maybe(choice(permit_classes), 'only of this class'),
    search: field('words that occur in it'),
  },
  examples: ['kituo permission list', 'kituo permission list --area user --json'],
  run: async ({ flags }) => {
    const { knowRoutes } = await import('../frame/hands.ts')
    await knowRoutes()
    const { list: permissions } = await import('../../db/hospital/office/access/roles/catalogue.ts')
    const found = permissions({
      ...(flags.area === undefined ? {} : { area: flags.area }),
      ...(flags.class === undefined ? {} : { class: flags.class }),
      ...(flags.search === undefined ? {} : { search: flags.search }),
    })
    return done(`${found.length} permissions.`, found, { total: found.length })
  },
  view: tableOf<Permission>(
    ['Permission', (row) => row.code],
    ['Class', (row) => row.class],
    ['Opens', (row) => row.label],
    ['Module', (row) => row.module],
    [
      'Routes',
      (row) => row.routes.map(({ method, path }) => `${method} ${path}`).join(', '),
      'wide',
    ],
  ),
})

const holders = command('permission holders', {
  says: 'Prints who holds a permission, and through which role.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/office/access/roles/shapes.ts')).Holder,
  }),
  permission: 'role:read',
  http: 'GET /api/v1/permissions/holders',
  asks: { code },
  flags: limited,
  examples: ['kituo permission holders user:grant', 'kituo permission holders bill:cancel --json'],
  run: async ({ asked, flags: { limit }, facility, caller }) => {
    const by = await caller()
    const at = await saidBranch({ facility, caller })
    const { list: held } = await import('../../db/hospital/office/access/users/holders.ts')
    return gathered(limit, (page) =>
      held(by, {
        ...page,
        code: asked.code,
        ...at,
      }),
    )
  },
  view: tableOf<Holder>(
    ['Username', (row) => row.user.username],
    ['Name', (row) => row.user.name],
    ['Through', (row) => row.via.map((one) => one.code).join(', ')],
    ['Until', (row) => row.until],
  ),
})

const explain = command('permission explain', {
  says: 'Says whether somebody may do something, and why not.',
  class: 'R',
  permission: 'user:read',
  http: 'GET /api/v1/users/:id/permissions/explain',
  asks: { username, code },
  examples: [
    'kituo permission explain asha bill:cancel',
    'kituo permission explain asha bill:read --facility MAIN --json',
  ],
  run: async ({ asked, caller }) => {
    const by = await caller()
    const { knowRoutes } = await import('../frame/hands.ts')
    await knowRoutes()
    const { byUsername } = await import('../../db/hospital/office/access/users/users.ts')
    const { explain: why, rolesGiving } = await import(
      '../../db/hospital/office/access/roles/explain.ts'
    )
    const { id, username: name } = await byUsername(by, asked.username)
    const facility_id = by.facility_id ?? undefined
    const answer = await why(by, id, { code: asked.code, facility_id })
    const allowed = answer.held && answer.message === null
    const data = {
      username: name,
      code: asked.code,
      allowed,
      ...answer,
      would_give: allowed ? [] : await rolesGiving(by, asked.code),
    }
    return done(allowed ? `${name} may.` : `${name} may not.`, data)
  },
  view: ({ allowed, via, message, missing_because, would_give }, page) =>
    lines(
      [
        ['May', allowed ? 'yes' : 'NO'],
        ['Through', via.map((one) => one.code).join(', ')],
        ['Would be told', message],
        ['Because', missing_because],
        ['Would give it', would_give.join(', ')],
      ],
      page,
    ),
})

export const commands = [list, holders, explain]
