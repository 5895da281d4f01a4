// Roles put back as they were shipped, rested, and taken out of use.

import type { Caller } from '../../db/core/caller.ts'
import type { Role } from '../../db/hospital/office/access/roles/shapes.ts'
import { command, done, type Level } from '../frame/grammar/command.ts'
import { role } from '../frame/names/role-name.ts'

type Rules = typeof import('../../db/hospital/office/access/roles/roles.ts')

interface Move {
  name: 'reset' | 'delete' | 'activate' | 'deactivate'
  says: string
  http: string
  done: string
  confirm?: Level
  apply: (rules: Rules, by: Caller, id: string) => Promise<Role>
}

const move = ({ name, says, http, confirm, apply, ...words }: Move) =>
  command(`role ${name}`, {
    says,
    class: 'M',
    rehearses: true,
    reply: async () => ({
      whole: (await import('../../db/hospital/office/access/roles/shapes.ts')).Role,
    }),
    permission: 'role:manage',
    http,
    ...(confirm === undefined ? {} : { confirm }),
    asks: { role },
    examples: [`kituo role ${name} cashier`, `kituo role ${name} cashier --yes --json`],
    plan: async ({ asked, caller }) => {
      const { byCode } = await import('../../db/hospital/office/access/roles/roles.ts')
      const found = await byCode(await caller(), asked.role)
      return { steps: [`${name} the role ${found.name}`] }
    },
    run: async ({ asked, caller }) => {
      const by = await caller()
      const rules = await import('../../db/hospital/office/access/roles/roles.ts')
      const moved = await apply(rules, by, (await rules.byCode(by, asked.role)).id)
      return done(`${moved.name} ${words.done}.`, moved)
    },
  })

export const commands = [
  move({
    name: 'reset',
    says: 'Drops what the hospital changed in a shipped role.',
    http: 'POST /api/v1/roles/:id/reset',
    done: 'is as it was shipped',
    confirm: 'C1',
    apply: (rules, by, id) => rules.reset(by, id),
  }),
  move({
    name: 'delete',
    says: 'Deletes a role of the hospital’s own that nobody holds.',
    http: 'DELETE /api/v1/roles/:id',
    done: 'is deleted',
    confirm: 'C1',
    apply: (rules, by, id) => rules.drop(by, id),
  }),
  move({
    name: 'activate',
    says: 'Lets a rested role be given again.',
    http: 'POST /api/v1/roles/:id/activate',
    done: 'can be given again',
    apply: (rules, by, id) => rules.activate(by, id),
  }),
  move({
    name: 'deactivate',
    says: 'Rests a role that nobody holds.',
    http: 'POST /api/v1/roles/:id/deactivate',
    done: 'rests',
    confirm: 'C1',
    apply: (rules, by, id) => rules.deactivate(by, id),
  }),
]
