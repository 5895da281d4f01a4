// A short list that is read from a CSV file: what its rules say of it is a command's dry run and answer.

import type { Caller } from '../../db/core/caller.ts'
import { command, done, file, type Frame } from './grammar/command.ts'

interface ListImported {
  rows: number
  created: number
  changed: number
  refused: { row: number; message: string }[]
}

interface List {
  words: string
  says: string
  http?: string
  permission: string
  examples: readonly [string, string]
  read: (caller: Caller, bytes: Buffer, is_trial: boolean) => Promise<ListImported>
}

export function listImport({ words, read, ...list }: List) {
  const reading = async (frame: Frame<{ file: string }, unknown>, is_trial: boolean) =>
    read(await frame.caller(), frame.sent('file')?.bytes ?? Buffer.alloc(0), is_trial)
  return command(words, {
    ...list,
    class: 'M',
    tries: true,
    confirm: 'C1',
    exits: [20],
    asks: { file: file('the CSV file; - is standard input') },
    plan: async (frame) => {
      const { within } = await import('../../db/store/connection.ts')
      return { steps: [shownRefusals(frame, await within(() => reading(frame, true)))] }
    },
    run: async (frame) => {
      const made = await reading(frame, false)
      return done(shownRefusals(frame, made), made, {
        changed: made.created + made.changed > 0,
        ...(made.refused.length > 0 ? { exit: 20 } : {}),
      })
    },
  })
}

const refusals_shown = 20

export function shownRefusals(
  { warn }: Pick<Frame, 'warn'>,
  { rows, created, changed, refused }: ListImported,
): string {
  for (const { row, message } of refused.slice(0, refusals_shown)) {
    warn('import.row', `row ${row}: ${message}`)
  }
  const left = rows - created - changed - refused.length
  return `${rows} rows: ${created} new, ${changed} changed, ${left} as they are, ${refused.length} refused.`
}
