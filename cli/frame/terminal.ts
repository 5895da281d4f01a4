// What a command has of the world it was typed in. Tests give their own.

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { codeOf } from '../../db/core/disk.ts'
import { end, spoil } from './end.ts'
import { asking } from './signals.ts'

export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  readonly in_is_terminal: boolean
  readonly out_is_terminal: boolean
  readonly err_is_terminal: boolean
  /** Columns of standard output; null when it is no terminal. */
  readonly columns: number | null
  /** Its lines, likewise. */
  readonly rows?: number | null
  out(text: string): void
  err(text: string): void
  /** One line; null when the input has ended. */
  ask(question: string, how?: { hidden: boolean }): Promise<string | null>
  /** Ctrl-C, counted from one. Gives back what stops listening. */
  onInterrupt(call: (count: number) => void): () => void
  /** Nobody reads any more. */
  ended?(): boolean
  /** Ends the process at once. */
  exit(code: number): void
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  // A reader that closes the pipe has seen enough (OPS-64).
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
  })
  return {
    env,
    in_is_terminal: stdin.isTTY === true,
    out_is_terminal: stdout.isTTY === true,
    err_is_terminal: stderr.isTTY === true,
    columns: stdout.isTTY === true ? stdout.columns : null,
    rows: stdout.isTTY === true ? stdout.rows : null,
    out: (text) => void stdout.write(text, unwritten),
    err: (text) => void stderr.write(text),
    ask,
    onInterrupt(call) {
      let count = 0
      const judge = asking()
      const heard = (): void => {
        if (judge() !== 'same') call((count += 1))
      }
      process.on('SIGINT', heard)
      return () => process.off('SIGINT', heard)
    },
    exit: end,
  }
}

const no_room = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** A script that keeps what is said in a file must not take half of it for the whole. */
function unwritten(error: Error | null | undefined): void {
  const code = codeOf(error)
  if (code === undefined || code === 'EPIPE') return
  const why = no_room.includes(code) ? 'there is no room' : code
  process.stderr.write(`kituo: standard output cannot be written: ${why}.\n`)
  spoil(no_room.includes(code) ? 12 : 1)
}

async function ask(question: string, how = { hidden: false }): Promise<string | null> {
  const output = how.hidden ? new Writable({ write: (_text, _as, done) => done() }) : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  if (how.hidden) process.stderr.write(question)
  const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  try {
    return await Promise.race([lines.question(question), ended])
  } finally {
    if (how.hidden) process.stderr.write('\n')
    lines.close()
  }
}
