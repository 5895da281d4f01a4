// Statistics for the planner, and the file written anew into a generation of its own (OPS-154): proved
// table by table before the pointer is turned, so that what was live still stands.

import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { clock } from '../../core/clock.ts'
import { closeDatabase, database, dialect, row } from '../../store/connection.ts'
import { factsOfFile, type OnPart, vacuumInto } from '../backups/image.ts'
import { Refusal } from '../../core/refusal.ts'
import { sql } from '../../store/sql.ts'
import type { Deployment } from './deployment.ts'
import {
  databaseFile,
  finishGeneration,
  liveGeneration,
  makeLive,
  removeGeneration,
} from './generation.ts'
import { beginGeneration, closeJournal, reach } from './journal.ts'
import { known_schema } from './schema.ts'

export interface Optimised {
  before: number
  after: number
  generation: number
}

export const refreshStatistics = (): Promise<void> => database().script('analyze')

/** How many rows of an index are looked at. */
const looked_at = 1000

/**
 * Of tables that have grown tenfold, or that nobody has counted yet: without figures SQLite takes a hospital for as
 * good a key as an order, and in the first day of a house it reads all of its rows. PostgreSQL does so by itself.
 */
export async function refreshGrown(): Promise<Record<string, number>> {
  if (dialect() === 'postgres') return {}
  await database().script(`pragma analysis_limit=${looked_at}; pragma optimize=0x10002`)
  return {}
}

export async function compact(
  deployment: Deployment,
  by: string,
  onPart: OnPart = () => undefined,
): Promise<Optimised> {
  const { root, generation } = deployment
  const live = databaseFile(root, generation)
  const before = statSync(live).size
  await needRoom(root.dir, before)
  let journal = beginGeneration(root, {
    kind: 'optimise',
    by,
    parent: generation,
    phase: 'OPENED',
  })
  const number = journal.generation
  let is_closed = false
  try {
    const made = databaseFile(root, number)
    onPart('writing', 0, before)
    await vacuumInto(live, made)
    journal = reach(root, journal, 'STAGED')
    await proveSame(live, made, onPart)
    journal = reach(root, journal, 'VERIFIED')
    finishGeneration(root, {
      number,
      made_by: 'optimise',
      engine: 'sqlite',
      schema: known_schema,
      parent: generation,
      at: clock.instant(),
    })
    is_closed = true
    await closeDatabase()
    makeLive(root, number)
    journal = reach(root, journal, 'FLIPPED')
    await deployment.turnTo(number)
    await row(sql`select count(*) as n from hospitals`)
    closeJournal(root, journal)
    return { before, after: statSync(made).size, generation: number }
  } catch (error) {
    // The journal may lag behind the pointer, and what is live is never removed.
    if (liveGeneration(root)?.number === number) makeLive(root, generation)
    if (is_closed) await deployment.turnTo(generation)
    removeGeneration(root, number)
    closeJournal(root, journal)
    throw error
  }
}

async function needRoom(dir: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dir)
  const [free, wanted] = [bavail * bsize, Math.round(bytes * 1.2)]
  if (free >= wanted) return
  throw new Refusal(
    503,
    'resources.disk',
    `${dir} has ${free} bytes free; writing the database anew needs ${wanted}.`,
  )
}

/** Nobody works on either: the house stands aside. */
async function proveSame(live: string, made: string, onPart: OnPart): Promise<void> {
  const [was, is] = [await factsOfFile(live, onPart), await factsOfFile(made, onPart)]
  for (const [name, facts] of Object.entries(was.tables)) {
    if (JSON.stringify(facts) === JSON.stringify(is.tables[name])) continue
    throw new Refusal(
      409,
      'integrity.database',
      `${name} is not the same after it was written anew.`,
    )
  }
}
