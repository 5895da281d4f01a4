// A closing is written down outside the database soon after it stands (OPS-130), beside the line of
// each hour: after the commit, never in the transaction of a till, and one writing for the many
// cash-ups at the end of a day. What is lost here the next hour writes.

import type { Caller } from '../../../core/caller.ts'
import { seconds } from '../../../core/clock.ts'
import { afterCommit } from '../../../store/connection.ts'

type Write = (hospital_ids: readonly string[]) => Promise<unknown>

const fold_ms = seconds(1)
let write: Write | null = null
const closed = new Set<string>()
let timer: NodeJS.Timeout | null = null
let writing: Promise<void> | null = null

/** Who writes the lines, and tells what he could not; null writes none. */
export function setClosingLines(next: Write | null): void {
  write = next
  if (next === null) closed.clear()
}

/** In the transaction of a closing: of a month, a fiscal year, a shift. */
export function anchorAfter({ hospital_id }: Pick<Caller, 'hospital_id'>): void {
  afterCommit(() => {
    if (write === null) return
    closed.add(hospital_id)
    soon()
  })
}

/** One that is writing is waited for: what is closed meanwhile has its own. */
function soon(): void {
  if (timer !== null || writing !== null) return
  timer = setTimeout(() => void writeClosings(), fold_ms)
  timer.unref()
}

/** At once: before a process ends. */
export async function writeClosings(): Promise<void> {
  if (timer !== null) clearTimeout(timer)
  timer = null
  await writing
  if (write === null || closed.size === 0) return
  const of = [...closed]
  closed.clear()
  writing = write(of).then(ended, ended)
  await writing
}

function ended(): void {
  writing = null
  if (closed.size > 0) soon()
}
