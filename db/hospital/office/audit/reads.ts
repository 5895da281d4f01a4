// A read's row (PLT-113): committed before the answer goes out, but a chart stays readable when the
// row cannot be written. What was lost is counted, for the metrics and for those who must know.

import type { Caller } from '../../../core/caller.ts'
import { inTransaction, outside } from '../../../store/connection.ts'
import { type Entry, record, recordAlone } from './record.ts'

export interface Lost {
  rows: number
  /** What the last one failed of. */
  last: unknown
}

export const audit_lost: Lost = { rows: 0, last: null }
const untold = new Map<string, number>()

export interface HeldRead {
  caller: Caller
  action: string
  entry: Entry
}

/** Of a command that has the data open for reading alone; null where a row is written as it comes. */
let held: HeldRead[] | null = null

export function holdReads(): void {
  held = []
}

/** What is to be written before anything of it is told. */
export function takeHeldReads(): readonly HeldRead[] {
  const taken = held ?? []
  held = null
  return taken
}

export async function recordRead(caller: Caller, action: string, entry: Entry = {}): Promise<void> {
  if (held !== null) {
    held.push({ caller, action, entry })
    return
  }
  // A read that is part of a write is kept or refused with it.
  if (inTransaction()) return record(caller, action, entry)
  try {
    await outside(() => recordAlone(caller, action, entry))
  } catch (error) {
    audit_lost.rows += 1
    audit_lost.last = error
    untold.set(caller.hospital_id, (untold.get(caller.hospital_id) ?? 0) + 1)
  }
}

/** Rows lost per hospital since the last time somebody was told, and forgets them. */
export function takeUntold(): Map<string, number> {
  const taken = new Map(untold)
  untold.clear()
  return taken
}
