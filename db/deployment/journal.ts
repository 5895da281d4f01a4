// Work of several steps that must be whole or undone (operations 2.6): what was reached is on the disk
// before the next step begins, so that whoever starts next knows what to do with what was left.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clock } from '../clock.ts'
import { isMissing, syncFolder, writeWhole } from '../disk.ts'
import { newId } from '../ids.ts'
import { removeGeneration } from './generation.ts'
import type { Dialect } from '../sql.ts'
import type { Root } from './root.ts'

export interface Journal {
  readonly id: string
  readonly kind: 'restore' | 'move' | 'update' | 'optimise' | 'fork'
  readonly started_at: string
  readonly by: string
  /** The generation that is being made, and the one it follows. */
  readonly generation: number
  readonly parent: number | null
  readonly phase: string
  /** Of a move: between which engines, and the address without its password. */
  readonly move?: { from: Dialect; to: Dialect; url: string | null } | undefined
}

const fileOf = ({ dir }: Root, id: string): string => join(dir, 'journal', `${id}.json`)

export function openJournal(
  root: Root,
  begun: Pick<Journal, 'kind' | 'by' | 'generation' | 'parent' | 'phase' | 'move'>,
): Journal {
  const journal = { id: newId(), started_at: clock.instant(), ...begun }
  writeWhole(fileOf(root, journal.id), `${JSON.stringify(journal)}\n`)
  return journal
}

export function reach(root: Root, journal: Journal, phase: string): Journal {
  const next = { ...journal, phase }
  writeWhole(fileOf(root, journal.id), `${JSON.stringify(next)}\n`)
  return next
}

export function closeJournal(root: Root, { id }: Journal): void {
  rmSync(fileOf(root, id), { force: true })
  syncFolder(join(root.dir, 'journal'))
}

export const openJournals = (root: Pick<Root, 'dir'>): Journal[] =>
  namesIn(join(root.dir, 'journal'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(root.dir, 'journal', name), 'utf8')) as Journal)

/**
 * What somebody left who was killed (operations 3.3): a generation that never became live goes; one
 * that is live is whole, for the pointer is only ever turned to what was proved. A move that was not
 * finished waits to be gone on with, or given up.
 */
export async function settleJournals(
  root: Root,
  live: number,
  drop: (generation: number) => Promise<void>,
): Promise<Journal[]> {
  const settled: Journal[] = closeLeftForks(root, live)
  for (const journal of openJournals(root)) {
    if (journal.kind === 'move' && journal.generation !== live) continue
    // Only a person decides about the data that are live.
    if (journal.kind === 'fork') continue
    if (journal.generation !== live) {
      await drop(journal.generation)
      removeGeneration(root, journal.generation)
    }
    closeJournal(root, journal)
    settled.push(journal)
  }
  return settled
}

/**
 * A fork of data that are not live any more: whoever turned away from them has decided. They stand as
 * they were.
 */
export function closeLeftForks(root: Root, live: number): Journal[] {
  const left = openJournals(root).filter(
    ({ kind, generation }) => kind === 'fork' && generation !== live,
  )
  for (const one of left) closeJournal(root, one)
  return left
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
