// The database file is damaged, or is not where it was (operations 6.2): nothing is changed from then
// on. A file that is back where it was is well again by itself; damage is not mended by waiting.

import { clock } from '../../core/clock.ts'

export type Broken = 'damaged' | 'gone'

interface State {
  kind: Broken
  since: string
  /** As SQLite said it. */
  why: string
  /** Of damage: what the newest backup is worth. */
  proof: DamageProof | null
}

export interface DamageProof {
  backup: string | null
  state: 'RUNNING' | 'HOLDS' | 'FAILED' | 'NONE'
  /** When it came to this state. */
  at: string
  why: string | null
}

let now: State | null = null
export const broken = (): Readonly<State> | null => now

const sentences: Record<Broken, string> = {
  damaged: 'The database file is damaged: nothing can be saved. Tell the IT desk.',
  gone: 'The database file is not where it was: nothing can be saved. Tell the IT desk.',
}
export const brokenSentence = ({ kind }: Pick<State, 'kind'>): string => sentences[kind]

/** True when it was not known before. */
export function noteBroken(kind: Broken, why: string): boolean {
  if (now !== null) return false
  now = { kind, since: clock.instant(), why, proof: null }
  return true
}

export function noteProof(proof: Omit<DamageProof, 'at'>): void {
  if (now !== null) now.proof = { ...proof, at: clock.instant() }
}

/** What the newest backup is worth, in words; empty where nobody has begun to ask. */
export function proofSentence({ proof }: Pick<State, 'proof'>): string {
  if (proof === null) return ''
  const { backup, state, at, why } = proof
  if (state === 'RUNNING') return `The newest backup, ${backup}, is tried since ${at}.`
  if (state === 'HOLDS')
    return `The newest backup, ${backup}, holds: it was restored aside at ${at}.`
  if (state === 'NONE') return 'There is no backup to put back.'
  const which = backup === null ? 'The newest backup' : `The newest backup, ${backup},`
  return `${which} could not be shown to hold: ${why}`
}

/** Only a file that was gone comes back. */
export function noteBack(): boolean {
  if (now?.kind !== 'gone') return false
  now = null
  return true
}

/** Another file is opened: nothing is known of it yet. */
export function forgetBroken(): void {
  now = null
}
