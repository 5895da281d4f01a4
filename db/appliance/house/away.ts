// The database does not answer (operations 6.2), and since when: what a daemon has seen of it, kept in
// its memory, for whoever asks how the house stands.

import { clock } from '../../core/clock.ts'

let since: string | null = null
export const awaySince = (): string | null => since

/** True when it was not known before. */
export function noteAway(): boolean {
  if (since !== null) return false
  since = clock.instant()
  return true
}

/** Since when it had been away; null when it never was. */
export function noteAnswers(): string | null {
  const was = since
  since = null
  return was
}
