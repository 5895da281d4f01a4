// How a connection to an SQLite file is set up, and whether the file is still the one that was opened.

import { statSync } from 'node:fs'
import { databaseAway } from '../../core/refusal.ts'

export interface SqliteOptions {
  file: string
  readers?: number | undefined
  write_wait_ms?: number | undefined
  /** Nothing is changed, and a file that is not there is not made. */
  read_only?: boolean | undefined
  /** Nobody else waits for this thread: what is asked is answered on it, and no thread is made to read. */
  reads_here?: boolean | undefined
}

export const write_wait_ms_default = 10_000
export const readers_default = 4
/** So long the writer asks for the file before those who lost their patience are told. */
export const ask_ms_max = 1000

export const patient = 'pragma busy_timeout=5000'
const common = [
  'pragma foreign_keys=on',
  // Mapped pages count as ours, once for each connection, and read no faster (decision 0176).
  'pragma mmap_size=0',
  'pragma temp_store=memory',
]
const writing_all = [
  'pragma journal_mode=wal',
  ...common,
  'pragma journal_size_limit=67108864',
  'pragma cache_size=-16000',
]

/** It syncs each commit itself. Pages that are written again and again are folded every 16 MB. */
export const writing = [
  patient,
  ...writing_all,
  'pragma synchronous=full',
  'pragma wal_autocheckpoint=4000',
]

/** What it commits is synced beside it (log-sync.ts), and folded by another (log-folding.ts). */
export const writing_unsynced = [
  ...writing_all,
  'pragma synchronous=normal',
  'pragma wal_autocheckpoint=0',
]

/** A reader forgets its pages with every write of another, so it need not keep many. */
export const reading_here = [
  ...common,
  'pragma wal_autocheckpoint=0',
  'pragma cache_size=-4000',
  'pragma query_only=on',
]
export const reading = [patient, ...reading_here]

/** Of a writer that may not write: none of these makes it read the schema, as those above do. */
export const unused = [patient, 'pragma query_only=on']

/**
 * A file that was moved or removed can still be written to by whoever has it open, and all of that
 * would be lost. So it is looked for by name before each group of writes.
 */
export function stillThere(file: string): () => void {
  const opened = statSync(file)
  return () => {
    const now = statSync(file, { throwIfNoEntry: false })
    if (now?.ino === opened.ino && now.dev === opened.dev) return
    throw Object.assign(databaseAway(), { cause: new Error(`${file} is not where it was`) })
  }
}
