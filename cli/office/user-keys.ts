// The way back in for somebody who is locked out, and the end of sessions that should not be.

import type { UserSession } from '../../db/hospital/office/access/users/shapes.ts'
import { command, done, type Frame, yes } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { out_flag, passwordLines, shownOnce } from '../frame/shown-once.ts'
import { username } from '../frame/names/user-name.ts'

const unlock = command('user unlock', {
  says: 'Lifts the lock that wrong passwords left.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/access/users/shapes.ts')).OneUser,
  }),
  permission: 'user:reset',
  http: 'POST /api/v1/users/:id/unlock',
  asks: { username },
  examples: ['kituo user unlock asha', 'kituo user unlock asha --reason "asked at the desk"'],
  plan: async (frame) => ({ steps: [`lift the lock of ${(await named(frame)).username}`] }),
  run: async (frame) => {
    const { id } = await named(frame)
    const { unlock: lift } = await import('../../db/hospital/office/access/users/keys.ts')
    const user = await lift(await frame.caller(), id)
    return done(`${user.username} is not locked.`, user)
  },
})

const resetPassword = command('user reset-password', {
  says: 'Prints a temporary password and closes the sessions: the way back in.',
  class: 'M',
  permission: 'user:reset',
  http: 'POST /api/v1/users/:id/reset-password',
  confirm: 'C1',
  reason: 'must',
  transaction: 'rule',
  asks: { username },
  flags: out_flag,
  examples: [
    'kituo user reset-password admin --reason "the only administrator forgot it"',
    'kituo user reset-password admin --reason "forgotten" --yes --out ./admin.txt',
  ],
  plan: async (frame) => {
    const { username: name } = await named(frame)
    return { steps: [`close the sessions of ${name}`, `make a temporary password, good for 72 h`] }
  },
  run: async (frame) => {
    const user = await named(frame)
    const { resetPassword: reset } = await import('../../db/hospital/office/access/users/keys.ts')
    const { temporary_password } = await reset(await frame.caller(), user.id)
    const once = await shownOnce(frame, user.username, temporary_password)
    return done(`${user.username} chooses a new password at the next sign-in.`, once)
  },
  view: (once, page) => lines(passwordLines(once), page),
})

const resetTwoFactor = command('user reset-2fa', {
  says: 'Takes two-factor sign-in off an account and closes its sessions.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/access/users/shapes.ts')).OneUser,
  }),
  permission: 'user:reset',
  http: 'POST /api/v1/users/:id/reset-2fa',
  confirm: 'C1',
  reason: 'must',
  asks: { username },
  examples: [
    'kituo user reset-2fa asha --reason "lost telephone"',
    'kituo user reset-2fa asha --reason "lost telephone" --yes',
  ],
  plan: async (frame) => {
    const { username: name } = await named(frame)
    return { steps: [`take two-factor sign-in off ${name}`, `close the sessions of ${name}`] }
  },
  run: async (frame) => {
    const { id } = await named(frame)
    const { resetTwoFactor: reset } = await import('../../db/hospital/office/access/users/keys.ts')
    const user = await reset(await frame.caller(), id, frame.reason ?? '')
    return done(`${user.username} signs in with the password alone.`, user)
  },
})

const sessions = command('user sessions', {
  says: 'Prints where an account is signed in; with --close ends it all.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/office/access/users/shapes.ts')).UserSession,
  }),
  permission: 'user:read',
  http: 'GET /api/v1/users/:id/sessions',
  turns: { flag: 'close', into: 'user close-sessions' },
  asks: { username },
  flags: { close: yes('end all of them: kituo user close-sessions') },
  examples: ['kituo user sessions asha', 'kituo user sessions asha --json'],
  run: async (frame) => {
    const { id } = await named(frame)
    const { sessionsOf } = await import('../../db/hospital/office/access/users/keys.ts')
    const found = await sessionsOf(await frame.caller(), id)
    return done(`${found.length} sessions.`, found, { total: found.length })
  },
  view: tableOf<UserSession>(
    ['Since', (row, page) => page.time(row.created_at)],
    ['Last seen', (row, page) => page.time(row.last_seen_at)],
    ['Branch', (row) => row.facility?.name],
    ['Address', (row) => row.ip],
    ['With', (row) => row.method, 'wide'],
    ['Browser', (row) => row.user_agent, 'wide'],
  ),
})

const closeSessions = command('user close-sessions', {
  says: 'Ends every session of an account.',
  class: 'M',
  permission: 'user:suspend',
  http: 'POST /api/v1/users/:id/close-sessions',
  confirm: 'C1',
  asks: { username },
  examples: ['kituo user close-sessions asha', 'kituo user close-sessions asha --yes --json'],
  plan: async (frame) => {
    const { id, username: name } = await named(frame)
    const { sessionsOf } = await import('../../db/hospital/office/access/users/keys.ts')
    const { length } = await sessionsOf(await frame.caller(), id)
    return { steps: [`end ${length} sessions of ${name}`], nothing: length === 0 }
  },
  run: async (frame) => {
    const { id, username: name } = await named(frame)
    const { closeSessions: close } = await import('../../db/hospital/office/access/users/keys.ts')
    const result = await close(await frame.caller(), id)
    const words = `${result.closed} sessions of ${name} ended.`
    return done(words, result, { changed: result.closed > 0 })
  },
})

export const commands = [unlock, resetPassword, resetTwoFactor, sessions, closeSessions]

async function named({ asked, caller }: Frame<{ username: string }, unknown>) {
  const { byUsername } = await import('../../db/hospital/office/access/users/users.ts')
  return byUsername(await caller(), asked.username)
}
