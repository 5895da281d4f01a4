// What becomes of a staff account: suspended, let in again, closed.

import type { Caller } from '../../db/core/caller.ts'
import type { OneUser } from '../../db/hospital/office/access/users/shapes.ts'
import { command, done } from '../frame/grammar/command.ts'
import { username } from '../frame/names/user-name.ts'

type Moves = typeof import('../../db/hospital/office/access/users/moves.ts')

interface Move {
  name: 'suspend' | 'reinstate' | 'close'
  says: string
  permission: string
  /** The states in which it is so already. */
  already: readonly string[]
  examples: readonly [string, string]
  apply: (rules: Moves, by: Caller, id: string, reason: string | null) => Promise<OneUser>
}

const move = ({ name, says, permission, already, examples, apply }: Move) =>
  command(`user ${name}`, {
    says,
    class: 'M',
    rehearses: true,
    reply: async () => ({
      whole: (await import('../../db/hospital/office/access/users/shapes.ts')).OneUser,
    }),
    permission,
    http: `POST /api/v1/users/:id/${name}`,
    ...(name === 'reinstate'
      ? {}
      : { reason: 'must' as const, confirm: name === 'close' ? ('C2' as const) : ('C1' as const) }),
    asks: { username },
    examples,
    plan: async ({ asked, caller }) => {
      const { byUsername } = await import('../../db/hospital/office/access/users/users.ts')
      const user = await byUsername(await caller(), asked.username)
      return {
        steps: [`${name} the account of ${user.full_name} (${user.username})`],
        ...(name === 'close' ? { type: user.username } : {}),
        nothing: already.includes(user.status),
      }
    },
    run: async ({ asked, reason, caller }) => {
      const by = await caller()
      const { byUsername, one } = await import('../../db/hospital/office/access/users/users.ts')
      const user = await byUsername(by, asked.username)
      if (already.includes(user.status)) {
        const words = `${user.username} is ${user.status} already.`
        return done(words, await one(by, user), { changed: false })
      }
      const rules = await import('../../db/hospital/office/access/users/moves.ts')
      const moved = await apply(rules, by, user.id, reason)
      return done(`${moved.username} is ${moved.status} now.`, moved)
    },
  })

export const commands = [
  move({
    name: 'suspend',
    says: 'Suspends a staff account and closes its sessions.',
    permission: 'user:suspend',
    already: ['SUSPENDED'],
    examples: [
      'kituo user suspend asha --reason "long leave"',
      'kituo user suspend asha --reason "lost telephone" --yes',
    ],
    apply: (rules, by, id, reason) => rules.suspend(by, id, reason ?? ''),
  }),
  move({
    name: 'reinstate',
    says: 'Lets a suspended account in again.',
    permission: 'user:suspend',
    already: ['ACTIVE', 'INVITED'],
    examples: ['kituo user reinstate asha', 'kituo user reinstate asha --reason "back at work"'],
    apply: (rules, by, id, reason) => rules.reinstate(by, id, reason),
  }),
  move({
    name: 'close',
    says: 'Closes a staff account for good.',
    permission: 'user:close',
    already: ['CLOSED'],
    examples: [
      'kituo user close asha --reason "left the hospital"',
      'kituo user close asha --reason "left the hospital" --yes --confirm asha',
    ],
    apply: (rules, by, id, reason) => rules.close(by, id, reason ?? ''),
  }),
]
