// What a piece of work asks of its database: statements, commits, and how long each kind took from the
// asking to the answer. Counts say the same on a busy machine as on a quiet one; times do not.

import pg from 'pg'
import { hearLines } from './lines.ts'

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
  hearLines(note)
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
