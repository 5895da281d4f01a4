// Updates that were made here, or that came to nothing (OPS-173), beside the configuration: a line
// each, so that data that are put back do not take it along.

import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Update of operations 2.6. */
export interface Update {
  from: string
  to: string
  at: string
  by: string
  signature: string | null
  backup: string | null
  migrations: string[]
  /** The generation that was made for it, and the one before; null where nothing was copied. */
  generation: number | null
  parent: number | null
  health: { check: string; ok: boolean; detail?: string }[]
  outcome: 'DONE' | 'ROLLED_BACK' | 'REFUSED'
  reason: string | null
  took_ms: number
}

const fileIn = (config_dir: string): string => join(config_dir, 'updates.jsonl')

export function note(config_dir: string, update: Update): void {
  const file = fileIn(config_dir)
  appendFileSync(file, `${JSON.stringify(update)}\n`)
  // Root writes it, and the doctor in the house reads it: the folder keeps everybody else out.
  chmodSync(file, 0o644)
}

/** The newest last; a line that was cut off by a power cut is left out. */
export function updates(config_dir: string): Update[] {
  const file = fileIn(config_dir)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Update]
      } catch {
        return []
      }
    })
}
