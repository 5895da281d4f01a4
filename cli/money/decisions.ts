// What waits for somebody's yes: refunds, waivers, write-offs, expenses, credit notes, discounts. Each is listed
// and decided by the same commands; the command line alone is never the second person, so whoever
// decides signs in with --as (OPS-58).

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { Caller } from '../../db/core/caller.ts'
import type { TSchema } from '../../db/core/kinds/kinds.ts'
import type { Page, PageAsked } from '../../db/store/pages.ts'
import { command, maybe, yes, done, word } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { sum } from './money.ts'

/** What they have in common, as people see them: some are called by a number, some by a reference. */
export interface Decided {
  id: string
  number?: string | null
  reference?: string | null
  status: string
}

type Cell<T> = readonly [title: string, of: (row: T) => unknown, wide?: 'wide']

interface Rules<T extends Decided> {
  list: (caller: Caller, asked: PageAsked & { status?: never }) => Promise<Page<T>>
  /** The id of what has this number. */
  called: (caller: Caller, number: string) => Promise<string | undefined>
  find: (caller: Caller, id: string) => Promise<T>
  shape: TSchema
}

interface Move<T extends Decided> {
  says: string
  /** What is done, before it is: `approve`. */
  verb: string
  /** The last word of the route. */
  path: string
  permission: string
  /** A yes may have a note, a no must have one. */
  note: 'may' | 'must'
  run: (caller: Caller, id: string, note: string) => Promise<unknown>
  ended: (row: T) => string
}

interface Kind<T extends Decided> {
  noun: string
  /** One of them in words: `a refund`. */
  one: string
  many: string
  /** Under `/api/v1/billing/`, or under what `under` says. */
  path: string
  under?: string
  reads: string
  /** The route lists to everybody their own; the command lists all, and so is no twin of it. */
  lists_own?: true
  states: readonly string[]
  waits: string
  rules: () => Promise<Rules<T>>
  columns: readonly Cell<T>[]
  label: (row: T) => string
  moves: readonly [Move<T>, Move<T>]
}

const numberOf = ({ id, number, reference }: Decided): string => number ?? reference ?? id

const which = text('a number or an id', /^[A-Za-z0-9/-]{1,60}$/)
const is_id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function decisions<T extends Decided>(kind: Kind<T>) {
  const { noun, one, many, rules } = kind
  const sample = `0199a5c2-7d1e-7000-8000-000000000001`
  const http = `/api/v1/${kind.under ?? 'billing'}/${kind.path}`
  const idOf = async (caller: Caller, typed: string): Promise<string> => {
    if (is_id.test(typed.toLowerCase())) return typed.toLowerCase()
    const { noneCalled } = await import('../../db/core/refusal.ts')
    const id = await (await rules()).called(caller, typed.toUpperCase())
    if (id === undefined) throw noneCalled(one.replace(/^an? /, ''), typed)
    return id
  }
  const list = command(`${noun} list`, {
    says: `Prints ${many}, the latest first; with --waiting those that nobody has decided.`,
    class: 'R',
    reply: async () => ({ each: (await rules()).shape }),
    permission: kind.reads,
    ...(kind.lists_own === true ? {} : { http: `GET ${http}` }),
    flags: {
      ...limited,
      waiting: yes('only those that wait for a decision'),
      state: maybe(choice(kind.states), 'only in this state'),
    },
    examples: [`kituo ${noun} list --waiting`, `kituo ${noun} list --limit 20 --json`],
    run: async ({ flags: { limit, waiting, state }, caller }) => {
      const by = await caller()
      const { list: page } = await rules()
      const status = waiting ? kind.waits : state
      const narrow = (status === undefined ? {} : { status }) as { status?: never }
      return gathered(limit, (asked) => page(by, { ...asked, ...narrow }))
    },
    view: tableOf<T>(['Number', numberOf], ['State', (row) => row.status], ...kind.columns),
  })
  const moves = kind.moves.map((move) =>
    command(`${noun} ${move.verb}`, {
      says: move.says,
      class: 'M',
      reply: async () => ({ whole: (await rules()).shape }),
      permission: move.permission,
      http: `POST ${http}/:id/${move.path}`,
      confirm: 'C1',
      ...(move.note === 'must' ? { reason: 'must' as const } : {}),
      asks: { which: word(which, `${one}, by its number or its id`) },
      examples:
        move.note === 'must'
          ? [
              `kituo ${noun} ${move.verb} ${sample} --as j.komba --reason "not shown to be so"`,
              `kituo ${noun} ${move.verb} ${sample} --as j.komba --reason "asked twice" --yes`,
            ]
          : [
              `kituo ${noun} ${move.verb} ${sample} --as j.komba`,
              `kituo ${noun} ${move.verb} ${sample} --as j.komba --yes --json`,
            ],
      plan: async ({ asked, caller }) => {
        const by = await caller()
        const row = await (await rules()).find(by, await idOf(by, asked.which))
        return { steps: [`${move.verb} ${kind.label(row)}; it is ${row.status} now`] }
      },
      run: async ({ asked, caller, reason }) => {
        const by = await caller()
        const id = await idOf(by, asked.which)
        await move.run(by, id, reason ?? '')
        const row = await (await rules()).find(by, id)
        return done(move.ended(row), row)
      },
      view: () => null,
    }),
  )
  return [list, ...moves]
}

/** How they are called in a question and in its answer. */
export const worth = (row: { number: string | null; amount: number | null }): string =>
  `${row.number === null ? '' : `${row.number}, `}${sum(row.amount)}`
