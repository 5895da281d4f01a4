// A record of a catalogue is taken out of use with a reason, and into use again.

import type { Caller } from '../../db/core/caller.ts'
import {
  type Command,
  command,
  done,
  type Frame,
  type Input,
  type Reply,
} from './grammar/command.ts'

interface Unit {
  id: string
  name: string
  active: boolean
}

interface Rules {
  find(caller: Caller, id: string): Promise<Unit>
  activate(caller: Caller, id: string, reason?: string): Promise<Unit>
  deactivate(caller: Caller, id: string, reason?: string): Promise<Unit>
}

interface Catalogue {
  /** `department`, of which `LAB` is one. */
  noun: string
  example: string
  code: Input<string>
  permission: string
  reply: () => Promise<Reply>
  rules: () => Promise<Rules>
  named: (frame: Frame<{ code: string }, unknown>) => Promise<Unit>
}

export const movesInUse = (of: Catalogue): Command[] => [
  move('activate', `Takes a ${of.noun} into use again.`, of),
  move('deactivate', `Takes a ${of.noun} out of use.`, of),
]

const move = (
  verb: 'activate' | 'deactivate',
  says: string,
  { noun, example, code, permission, reply, rules, named }: Catalogue,
): Command =>
  command(`${noun} ${verb}`, {
    says,
    class: 'M',
    reply,
    permission,
    http: `POST /api/v1/${noun}s/:id/${verb}`,
    ...(verb === 'activate' ? {} : { confirm: 'C1' as const, reason: 'must' as const }),
    asks: { code },
    examples: [
      `kituo ${noun} ${verb} ${example} --reason "building works"`,
      `kituo ${noun} ${verb} ${example} --reason "building works" --yes --json`,
    ],
    plan: async (frame) => {
      const { name, active } = await named(frame)
      return { steps: [`${verb} ${name}`], nothing: active === (verb === 'activate') }
    },
    run: async (frame) => {
      const by = await frame.caller()
      const { id, name, active } = await named(frame)
      const of = await rules()
      if (active === (verb === 'activate')) {
        const words = `${name} is ${active ? 'ACTIVE' : 'INACTIVE'} already.`
        return done(words, await of.find(by, id), { changed: false })
      }
      const moved = await of[verb](by, id, frame.reason ?? undefined)
      return done(`${name} is ${moved.active ? 'in' : 'out of'} use.`, moved)
    },
  })
