// What a piece of work asks of its database: statements, commits, and how long each kind took from the
// asking to the answer. Counts say the same on a busy machine as on a quiet one; times do not.

import pg from 'pg'
import sqlite3 from 'sqlite3'

interface Kind {
  times: number
  ms: number
}

export interface Watch {
  statements(): number
  commits(): number
  /** The dearest first. */
  dearest(most: number): { text: string; times: number; ms: number }[]
  /** From here on. */
  begin(): void
}

/** Begin and savepoints are no work of their own; a commit is counted apart. */
const frame = /^(?:begin|savepoint|release|rollback|commit)\b/i

export function watchStatements(): Watch {
  const kinds = new Map<string, Kind>()
  let commits = 0
  const note = (text: string, began: number): void => {
    const name = text.replaceAll(/\s+/g, ' ').trim()
    if (/^commit\b/i.test(name)) commits += 1
    const kind = kinds.get(name) ?? { times: 0, ms: 0 }
    kind.times += 1
    kind.ms += performance.now() - began
    kinds.set(name, kind)
  }
  watchSqlite(note)
  watchPostgres(note)
  return {
    statements: () =>
      [...kinds].reduce((sum, [text, { times }]) => sum + (frame.test(text) ? 0 : times), 0),
    commits: () => commits,
    dearest: (most) =>
      [...kinds]
        .map(([text, one]) => ({ text, ...one }))
        .sort((a, b) => b.ms - a.ms)
        .slice(0, most),
    begin() {
      kinds.clear()
      commits = 0
    },
  }
}

type Note = (text: string, began: number) => void
type Called = (this: unknown, ...args: unknown[]) => unknown

/** Calls end in a callback; what it is asked is the first argument, or the statement's own text. */
function watchSqlite(note: Note): void {
  const texts = new WeakMap<object, string>()
  const watch = (proto: object, name: string, textOf: (self: object, first: unknown) => string) => {
    const own = Reflect.get(proto, name) as Called
    Reflect.set(proto, name, function watched(this: object, ...args: unknown[]) {
      const began = performance.now()
      const text = textOf(this, args[0])
      const back = args.at(-1) as Called
      args[args.length - 1] = function answered(this: unknown, ...answer: unknown[]) {
        note(text, began)
        return back.apply(this, answer)
      }
      return own.apply(this, args)
    })
  }
  const { Database, Statement } = sqlite3
  const prepare = Reflect.get(Database.prototype, 'prepare') as Called
  Reflect.set(Database.prototype, 'prepare', function prepared(this: object, ...args: unknown[]) {
    const made = prepare.apply(this, args) as object
    texts.set(made, String(args[0]))
    return made
  })
  watch(Database.prototype, 'exec', (_, first) => String(first))
  for (const name of ['all', 'run'])
    watch(Statement.prototype, name, (self) => texts.get(self) ?? '')
}

function watchPostgres(note: Note): void {
  const own = Reflect.get(pg.Client.prototype, 'query') as Called
  Reflect.set(pg.Client.prototype, 'query', function watched(this: unknown, ...args: unknown[]) {
    const began = performance.now()
    const [asked] = args
    const text = typeof asked === 'string' ? asked : String((asked as { text?: string }).text)
    const answer = own.apply(this, args)
    if (answer instanceof Promise) void answer.finally(() => note(text, began)).catch(() => null)
    return answer
  })
}
