// Staff accounts. Keys and moves of an account stand in files of their own.

import { choice, day, type Kind, text } from '../../db/appliance/configuration/kinds.ts'
import type { ReviewRow, User } from '../../db/hospital/office/access/users/shapes.ts'
import { review_flags, user_states } from '../../db/hospital/office/access/words.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { branch, saidBranch } from '../frame/names/branch.ts'
import { command, done, type Frame, maybe, word, words, yes } from '../frame/grammar/command.ts'
import { field, said } from '../frame/grammar/fields.ts'
import { gathered, onOff, searched, tableOf } from '../frame/lists.ts'
import { user_import } from './import.ts'
import { lines } from '../frame/page.ts'
import { out_flag, passwordLines, shownOnce } from '../frame/shown-once.ts'
import { commands as keys } from './user-keys.ts'
import { commands as moves } from './user-moves.ts'
import { usage } from '../frame/grammar/usage.ts'
import { username } from '../frame/names/user-name.ts'

const role = text('the code of a role', /^[A-Za-z0-9_]{1,60}$/)
const role_until: Kind<string> = {
  ...text(),
  takes: 'the code of a role, or code:YYYY-MM-DD',
  read: (written) => {
    const [code = '', until, ...more] = typeof written === 'string' ? written.split(':') : []
    const fits = role.read(code) !== undefined && more.length === 0
    if (!fits || (until !== undefined && day().read(until) === undefined)) return undefined
    return until === undefined ? code : `${code}:${until}`
  },
}

const list = command('user list', {
  says: 'Prints the staff accounts.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/office/access/users/shapes.ts')).User,
  }),
  permission: 'user:read',
  http: 'GET /api/v1/users',
  flags: {
    ...searched,
    role: maybe(role, 'only who holds this role'),
    state: maybe(choice(user_states), 'only accounts in this state'),
    locked: yes('only accounts locked by wrong passwords'),
    flag: maybe(choice(review_flags), 'what should be looked at: kituo user review'),
  },
  turns: { flag: 'flag', into: 'user review' },
  examples: ['kituo user list', 'kituo user list --role cashier --facility MAIN --json'],
  run: async ({ flags: { limit, search, role: held, state, locked }, facility, caller }) => {
    const by = await caller()
    const at = await saidBranch({ facility, caller })
    const { list: users } = await import('../../db/hospital/office/access/users/users.ts')
    return gathered(limit, (page) =>
      users(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(held === undefined ? {} : { role: held }),
        ...(state === undefined ? {} : { status: state }),
        ...(locked ? { locked } : {}),
        ...at,
      }),
    )
  },
  view: tableOf<User>(
    ['Username', (row) => row.username],
    ['Name', (row) => row.full_name],
    ['State', (row) => row.status],
    ['Roles', (row) => row.roles.map(({ code }) => code).join(', ')],
    ['Branches', (row) => row.facilities.map(({ code }) => code).join(', ')],
    ['2FA', (row) => onOff(row.two_factor)],
    ['Locked until', (row, page) => page.time(row.locked_until), 'wide'],
    ['Last sign-in', (row, page) => page.time(row.last_sign_in_at), 'wide'],
  ),
})

const review = command('user review', {
  says: 'Prints who may do what, who sleeps, who left, and what one person should not hold.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/office/access/users/shapes.ts')).ReviewRow,
  }),
  permission: 'user:read',
  http: 'GET /api/v1/users/access-review',
  flags: {
    ...searched,
    role: maybe(role, 'only who holds this role'),
    flag: maybe(choice(review_flags), 'only accounts with this'),
    state: maybe(choice(user_states), 'does not go together with a flag'),
    locked: yes('does not go together with a flag'),
  },
  examples: ['kituo user list --flag dormant', 'kituo user list --flag conflict --json'],
  run: async ({ flags: { limit, search, role: held, flag, state, locked }, facility, caller }) => {
    if (state !== undefined || locked) {
      throw usage('flag', `--flag and --${locked ? 'locked' : 'state'} do not go together.`)
    }
    const by = await caller()
    const at = await saidBranch({ facility, caller })
    const { list: reviewed } = await import('../../db/hospital/office/access/users/review.ts')
    return gathered(limit, (page) =>
      reviewed(by, {
        ...page,
        ...(search === undefined ? {} : { search }),
        ...(held === undefined ? {} : { role: held }),
        ...(flag === undefined ? {} : { flag }),
        ...at,
      }),
    )
  },
  view: tableOf<ReviewRow>(
    ['Username', (row) => row.user.username],
    ['Name', (row) => row.user.name],
    ['State', (row) => row.status],
    ['Roles', (row) => row.roles.map(({ code }) => code).join(', ')],
    ['Asleep', (row) => `${row.days_asleep} d`],
    ['Flags', (row) => row.flags.join(', ')],
    ['Last sign-in', (row, page) => page.time(row.last_sign_in_at), 'wide'],
  ),
})

const show = command('user show', {
  says: 'Prints one staff account.',
  class: 'R',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/access/users/shapes.ts')).OneUser,
  }),
  permission: 'user:read',
  http: 'GET /api/v1/users/:id',
  asks: { username },
  examples: ['kituo user show asha', 'kituo user show asha --field data.status'],
  run: async ({ asked, caller }) => {
    const by = await caller()
    const { byUsername, one } = await import('../../db/hospital/office/access/users/users.ts')
    return done('', await one(by, await byUsername(by, asked.username)))
  },
})

const create = command('user create', {
  says: 'Opens a staff account; prints a temporary password, or sends an invitation.',
  class: 'M',
  reply: async () => ({
    within: { user: (await import('../../db/hospital/office/access/users/shapes.ts')).OneUser },
  }),
  permission: 'user:create',
  http: 'POST /api/v1/users',
  transaction: 'rule',
  asks: { username },
  flags: {
    name: word(text('2 to 120 characters'), 'whose account it is'),
    phone: field('a telephone number'),
    email: field('a mail address'),
    role: words(role_until, 'a role, or role:until'),
    until: field('the last day of the account'),
    send: yes('send an invitation instead of printing a password'),
    accept_conflict: yes('permissions that should not meet may meet; needs --reason'),
    if_absent: yes('open already is done'),
    ...out_flag,
  },
  exits: [4],
  examples: [
    'kituo user create asha --name "Asha Komba" --role cashier --facility MAIN',
    'kituo user create locum --name "Dr Juma" --role doctor:2027-06-30 --out ./juma.txt',
  ],
  plan: async (frame) => {
    const by = await frame.caller()
    const { calledOrNone } = await import('../../db/hospital/office/access/users/users.ts')
    const { code } = await branch(frame)
    const roles = await assignments(frame, frame.flags.role)
    const there = await calledOrNone(by, frame.asked.username)
    const as = roles.length === 0 ? '' : ` as ${frame.flags.role.join(', ')}`
    return {
      steps: [`open the account ${frame.asked.username} at ${code}${as}`],
      nothing: frame.flags.if_absent && there !== undefined,
    }
  },
  run: async (frame) => {
    const { asked, flags, reason } = frame
    const by = await frame.caller()
    const { UserInput } = await import('../../db/hospital/office/access/users/shapes.ts')
    const { open } = await import('../../db/hospital/office/access/users/open.ts')
    const input = await said(UserInput, {
      username: asked.username,
      full_name: flags.name,
      phone: flags.phone,
      email: flags.email,
      valid_until: flags.until,
      invite: flags.send,
      accept_conflict: flags.accept_conflict || undefined,
      reason: reason ?? undefined,
      roles: await assignments(frame, flags.role),
      facility_ids: [(await branch(frame)).id],
    })
    const there = flags.if_absent ? await standing(by, input) : null
    if (there !== null) return there
    const { user, invitation, temporary_password } = await open(by, input)
    const once = await shownOnce(frame, user.username, temporary_password)
    return done(`${user.username} is open.`, { user, invitation, ...once })
  },
  view: ({ invitation, ...once }, page) =>
    lines(
      [
        ...passwordLines(once),
        ...(invitation === null ? [] : [['Sent to', invitation.sent_to] as [string, string]]),
      ],
      page,
    ),
})

const roles = command('user roles', {
  says: 'Gives roles to a staff account and takes them away.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/access/users/shapes.ts')).OneUser,
  }),
  permission: 'user:grant',
  http: 'PUT /api/v1/users/:id/roles',
  asks: { username },
  flags: {
    add: words(role_until, 'a role to give, or role:until'),
    remove: words(role, 'a role to take'),
    accept_conflict: yes('permissions that should not meet may meet; needs --reason'),
  },
  examples: [
    'kituo user roles asha --add nurse:2027-06-30 --remove cashier',
    'kituo user roles asha --add cashier --accept-conflict --reason "one clerk at night"',
  ],
  plan: async (frame) => {
    const { add, remove } = frame.flags
    const { byUsername } = await import('../../db/hospital/office/access/users/users.ts')
    const user = await byUsername(await frame.caller(), frame.asked.username)
    await assignments(frame, [...add, ...remove])
    return {
      steps: [
        ...add.map((code) => `give ${code} to ${user.username}`),
        ...remove.map((code) => `take ${code} from ${user.username}`),
      ],
      nothing: add.length + remove.length === 0,
    }
  },
  run: async (frame) => {
    const { asked, flags, reason } = frame
    const by = await frame.caller()
    const { byUsername } = await import('../../db/hospital/office/access/users/users.ts')
    const { changeRoles } = await import('../../db/hospital/office/access/users/roles.ts')
    const { id } = await byUsername(by, asked.username)
    const taken = await assignments(frame, flags.remove)
    const user = await changeRoles(by, id, {
      add: await assignments(frame, flags.add),
      remove: taken.map(({ role_id }) => role_id),
      accept_conflict: flags.accept_conflict,
      reason,
    })
    const now = user.roles.map(({ code, until }) => (until === null ? code : `${code}:${until}`))
    return done(`${user.username} holds: ${now.join(', ') || 'no role'}.`, user)
  },
})

export const commands = [list, review, show, create, user_import, roles, ...moves, ...keys]

/** `cashier:2027-06-30` as the API has it. */
async function assignments(
  { caller }: Pick<Frame, 'caller'>,
  typed: readonly string[],
): Promise<{ role_id: string; until?: string }[]> {
  const { byCode } = await import('../../db/hospital/office/access/roles/roles.ts')
  const by = await caller()
  return Promise.all(
    typed.map(async (one) => {
      const [code = '', until] = one.split(':')
      return { role_id: (await byCode(by, code)).id, ...(until === undefined ? {} : { until }) }
    }),
  )
}

/** OPS-73: the account that is there already, when it is the same. */
async function standing(
  by: Awaited<ReturnType<Frame['caller']>>,
  input: { username: string; full_name: string; email?: string | null; phone?: string | null },
) {
  const { calledOrNone, one } = await import('../../db/hospital/office/access/users/users.ts')
  const { differsFrom } = await import('../../db/hospital/office/access/users/open.ts')
  const there = await calledOrNone(by, input.username)
  if (there === undefined) return null
  const other = await differsFrom(by, there, input)
  if (other !== null) {
    throw new Refusal(409, 'exists.different', `${there.username} exists with another ${other}.`)
  }
  const none = { temporary_password: null, password_file: null, username: there.username }
  return done(
    `${there.username} is there already.`,
    { user: await one(by, there), invitation: null, ...none },
    { changed: false },
  )
}
