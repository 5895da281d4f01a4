// The data of an SQLite house while no daemon runs: a generation of its own for the newer program, so
// that the one before stays as it was; and a rehearsal of its migrations on a copy (OPS-169).

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { vacuumInto } from '../backups/image.ts'
import { clock } from '../../core/clock.ts'
import { onDatabase } from '../../store/connection.ts'
import {
  databaseFile,
  finishGeneration,
  type Generation,
  generationAt,
  generationFolder,
  liveGeneration,
  makeLive,
  removeGeneration,
} from '../deployment/generation.ts'
import { beginGeneration, closeJournal, type Journal } from '../deployment/journal.ts'
import { findRoot, type Root } from '../deployment/root.ts'
import { syncFolder } from '../../core/disk.ts'
import { inTmp } from '../house/tmp.ts'
import { openSqlite } from '../../store/engines/sqlite.ts'
import { type Rehearsed, tried } from './tried.ts'

export interface Copied {
  root: Root
  journal: Journal
  generation: number
  parent: number
  /** When the two parted. */
  at: string
}

/** Null where there is nothing to copy: no hospital yet, or its data are on PostgreSQL. */
export async function copyForUpdate(dir: string, by: string): Promise<Copied | null> {
  const live = liveHere(dir)
  if (live === null) return null
  const { root, generation: found } = live
  const parent = found.number
  const journal = beginGeneration(root, { kind: 'update', by, parent, phase: 'STAGED' })
  const { generation } = journal
  await vacuumInto(databaseFile(root, parent), databaseFile(root, generation))
  syncFolder(generationFolder(root, generation))
  const at = clock.instant()
  finishGeneration(root, { ...found, number: generation, made_by: 'update', parent, at })
  return { root, journal, generation, parent, at }
}

export const turnTo = ({ root }: Copied, number: number): void => makeLive(root, number)

export function settle({ root, journal, generation }: Copied, kept: boolean): void {
  if (!kept) removeGeneration(root, generation)
  closeJournal(root, journal)
}

/** OPS-170: back to what was live before; what was entered since stays in the generation left. */
export function turnBack(dir: string, parent: number): boolean {
  const root = findRoot(dir)
  if (generationAt(root, parent) === null) return false
  makeLive(root, parent)
  return true
}

/** By the program that this is: its migrations on a copy of what is live, and what it then proves. */
export async function rehearse(dir: string): Promise<Rehearsed | null> {
  const live = liveHere(dir)
  if (live === null) return null
  return inTmp(live.root, 'rehearsal', async (tmp) => {
    const copy = join(tmp, 'kituo.db')
    await vacuumInto(databaseFile(live.root, live.generation.number), copy)
    const engine = await openSqlite({ file: copy, readers: 1, beside: true })
    try {
      return await onDatabase(engine, tried)
    } finally {
      await engine.close()
    }
  })
}

export function liveBytes(dir: string): number {
  const live = liveHere(dir)
  return live === null ? 0 : statSync(databaseFile(live.root, live.generation.number)).size
}

function liveHere(dir: string): { root: Root; generation: Generation } | null {
  if (!existsSync(join(dir, 'ROOT'))) return null
  const root = findRoot(dir)
  const generation = liveGeneration(root)
  return generation === null || generation.engine !== 'sqlite' ? null : { root, generation }
}
