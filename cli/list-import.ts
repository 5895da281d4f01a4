// What is said about a short list that was read from a file, or would be.

import type { Frame } from './command.ts'

export interface ListImported {
  rows: number
  created: number
  changed: number
  refused: { row: number; message: string }[]
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
