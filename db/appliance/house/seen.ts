// What the daemon noticed while it ran and the doctor asks about (operations 5.14): kept in its memory,
// gone with it.

import { clock } from '../../core/clock.ts'

interface Seen {
  /** How often the beat of the timetable was made anew. */
  ticks_restarted: number
  /** Another process changed the database file (OPS-51). */
  foreign_write_at: string | null
  /** Who held it when a write had to wait, and when that was. */
  foreign_holder: { program: string; pid: number; at: string } | null
  /** When no more files could be opened, last. */
  files_exhausted_at: string | null
  /** Addresses that sent forwarded headers without being trusted, with how often (OPS-23). */
  forwarded: Map<string, number>
}

const fresh = (): Seen => ({
  ticks_restarted: 0,
  foreign_write_at: null,
  foreign_holder: null,
  files_exhausted_at: null,
  forwarded: new Map(),
})

let now = fresh()
export const seen = (): Readonly<Seen> => now

export function noteTickRestarted(): void {
  now.ticks_restarted += 1
}

export function noteHolder(holder: { program: string; pid: number }): void {
  now.foreign_holder = { ...holder, at: clock.instant() }
}

export function noteFilesExhausted(): void {
  now.files_exhausted_at = clock.instant()
}

const addresses_most = 100

export function noteForwarded(address: string): void {
  const count = now.forwarded.get(address)
  if (count === undefined && now.forwarded.size >= addresses_most) return
  now.forwarded.set(address, (count ?? 0) + 1)
}

/** SQLite counts the commits of others; those of this process on its own writer do not count. */
export function foreignWatch(versionOf: () => Promise<number>): () => Promise<boolean> {
  let known: number | null = null
  return async () => {
    const version = await versionOf()
    const moved = known !== null && version !== known
    known = version
    if (moved) now.foreign_write_at = clock.instant()
    return moved
  }
}

/** Tests begin anew. */
export function forgetSeen(): void {
  now = fresh()
}
