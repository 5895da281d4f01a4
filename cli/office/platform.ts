// The operator of a hosted service: its own accounts. Its hospitals stand in hospital.ts.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import { user_states } from '../../db/hospital/office/access/words.ts'
import type { PlatformUser } from '../../db/hospital/tenants/platform/shapes.ts'
import { command, done, maybe, word, words } from '../frame/grammar/command.ts'
import { field, said } from '../frame/grammar/fields.ts'
import { commands as hospitals } from './hospital.ts'
import { hosted } from '../frame/names/hospital-name.ts'
import { gathered, onOff, searched, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { out_flag, passwordLines, shownOnce } from '../frame/shown-once.ts'
import { username } from '../frame/names/user-name.ts'

const list = command('platform user list', {
  says: 'Prints the accounts of the operator.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/tenants/platform/shapes.ts')).PlatformUser,
  }),
  about: 'operator',
  permission: 'platform:user',
  flags: { ...searched, state: maybe(choice(user_states), 'only accounts in this state') },
  examples: ['kituo platform user list', 'kituo platform user list --state ACTIVE --json'],
  run: async ({ flags: { limit, search, state }, caller }) => {
    await hosted()
    const by = await caller()
    const { list: users } = await import('../../db/hospital/tenants/platform/users.ts')
    return gathered(limit, (page) =>
      users(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(state === undefined ? {} : { status: state }),
      }),
    )
  },
  view: tableOf<PlatformUser>(
    ['Username', (row) => row.username],
    ['Name', (row) => row.full_name],
    ['State', (row) => row.status],
    ['2FA', (row) => onOff(row.two_factor)],
    ['Permissions', (row) => row.permissions.join(' ')],
    ['Last sign-in', (row, page) => page.time(row.last_sign_in_at), 'wide'],
  ),
})

const create = command('platform user create', {
  says: 'Opens an account of the operator; prints its temporary password.',
  class: 'M',
  reply: async () => ({
    within: { user: (await import('../../db/hospital/tenants/platform/shapes.ts')).PlatformUser },
  }),
  about: 'operator',
  permission: 'platform:user',
  transaction: 'rule',
  asks: { username },
  flags: {
    name: word(text('2 to 120 characters'), 'whose account it is'),
    email: word(text('a mail address'), 'the mail address'),
    phone: field('a telephone number'),
    permission: words(text('a permission like platform:read'), 'without any: all there are'),
    ...out_flag,
  },
  examples: [
    'kituo platform user create asha --name "Asha Komba" --email asha@example.org',
    'kituo platform user create ali --name Ali --email a@example.org --permission platform:read --json',
  ],
  plan: async ({ asked }) => {
    await hosted()
    return {
      steps: [
        `open the account ${asked.username} of the operator`,
        'make a temporary password, good for 72 h; the first sign-in asks for two factors',
      ],
    }
  },
  run: async (frame) => {
    const { asked, flags } = frame
    await hosted()
    const { PlatformUserInput } = await import('../../db/hospital/tenants/platform/shapes.ts')
    const rules = await import('../../db/hospital/tenants/platform/users.ts')
    const permissions = flags.permission.length === 0 ? rules.platform_codes : flags.permission
    const body = {
      username: asked.username,
      full_name: flags.name,
      email: flags.email,
      phone: flags.phone,
      permissions: [...permissions],
    }
    const { user, temporary_password } = await rules.open(
      await frame.caller(),
      await said(PlatformUserInput, body),
    )
    const once = await shownOnce(frame, user.username, temporary_password)
    return done(`${user.username} is open.`, { user, ...once })
  },
  view: (once, page) => lines(passwordLines(once), page),
})

const suspend = command('platform user suspend', {
  says: 'Suspends an account of the operator and closes its sessions.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/tenants/platform/shapes.ts')).PlatformUser,
  }),
  about: 'operator',
  permission: 'platform:user',
  confirm: 'C1',
  reason: 'must',
  asks: { username },
  examples: [
    'kituo platform user suspend ali --reason "left the service"',
    'kituo platform user suspend ali --reason "left the service" --yes --json',
  ],
  plan: async ({ asked }) => {
    await hosted()
    const { byUsername } = await import('../../db/hospital/tenants/platform/users.ts')
    const { username: name, status } = await byUsername(asked.username)
    return { steps: [`suspend ${name}`], nothing: status === 'SUSPENDED' }
  },
  run: async ({ asked, reason, caller }) => {
    await hosted()
    const rules = await import('../../db/hospital/tenants/platform/users.ts')
    const by = await caller()
    const before = await rules.byUsername(asked.username)
    if (before.status === 'SUSPENDED') {
      const words = `${before.username} is SUSPENDED already.`
      return done(words, await rules.find(by, asked.username), { changed: false })
    }
    const moved = await rules.suspend(by, asked.username, reason ?? '')
    return done(`${moved.username} is SUSPENDED now.`, moved)
  },
})

export const commands = [...hospitals, list, create, suspend]
