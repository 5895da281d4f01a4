// Papers of the record for its file. Setting one is the daemon's work, which says here how it is done.

import type { Caller } from '../../../core/caller.ts'

export interface PaperInside {
  name: string
  bytes: Uint8Array
}

/** `own`: what the portal opens to the patient, and not all that is there. */
type Papers = (
  caller: Caller,
  asked: { patient_id: string; own: boolean },
) => AsyncIterable<PaperInside>

let make: Papers | null = null

export function setRecordPapers(papers: Papers | null): void {
  make = papers
}

export async function* papersOf(
  caller: Caller,
  asked: { patient_id: string; own: boolean },
): AsyncGenerator<PaperInside> {
  if (make !== null) yield* make(caller, asked)
}
