// Work of several steps that must be whole or undone (operations 2.6): what was reached is on the disk
// before the next step begins, so that whoever starts next knows what to do with what was left.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clock } from '../../core/clock.ts'
import { codeOf, isMissing, syncFolder, writeWhole } from '../../core/disk.ts'
import { holderHere, livesHere } from '../house/holder.ts'
import { newId } from '../../core/ids.ts'
import { Refusal } from '../../core/refusal.ts'
import { claimGenerationFolder, nextGeneration, removeGeneration } from './generation.ts'
import type { Dialect } from '../../store/sql.ts'
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
  /** Whose work it is, for as long as that process lives; null while nobody goes on with it. */
  readonly process: string | null
  /** Of a move: between which engines, and the address without its password. */
  readonly move?: { from: Dialect; to: Dialect; url: string | null } | undefined
}

const fileOf = ({ dir }: Root, id: string): string => join(dir, 'journal', `${id}.json`)

export function openJournal(
  root: Root,
  begun: Pick<Journal, 'kind' | 'by' | 'generation' | 'parent' | 'phase' | 'move'>,
): Journal {
  const process = holderHere('alone')
  const journal = { id: newId(), started_at: clock.instant(), process, ...begun }
  writeWhole(fileOf(root, journal.id), `${JSON.stringify(journal)}\n`)
  return journal
}

/**
 * A generation of one's own: what was asked before is asked again here, because planning takes its
 * time. Nothing waits in between, and of two who come at once none goes on beside the other.
 */
export function beginGeneration(
  root: Root,
  begun: Omit<Parameters<typeof openJournal>[1], 'generation'>,
): Journal {
  refuseSecond(root)
  const generation = nextGeneration(root)
  claimGenerationFolder(root, generation)
  const journal = openJournal(root, { ...begun, generation })
  try {
    refuseSecond(root)
  } catch (error) {
    removeGeneration(root, generation)
    closeJournal(root, journal)
    throw error
  }
  return journal
}

export function reach(root: Root, journal: Journal, phase: string): Journal {
  const next = { ...journal, phase, process: holderHere('alone') }
  writeWhole(fileOf(root, journal.id), `${JSON.stringify(next)}\n`)
  return next
}

/** It is not finished, and whoever wants to may go on with it. */
export function leaveJournal(root: Root, journal: Journal): void {
  writeWhole(fileOf(root, journal.id), `${JSON.stringify({ ...journal, process: null })}\n`)
}

export function closeJournal(root: Root, { id }: Journal): void {
  rmSync(fileOf(root, id), { force: true })
  syncFolder(join(root.dir, 'journal'))
}

export const openJournals = (root: Pick<Root, 'dir'>): Journal[] =>
  namesIn(join(root.dir, 'journal'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(root.dir, 'journal', name), 'utf8')) as Journal)

/** Of this process it is no news; of another one that lives, nobody may take it up or away. */
const isAtWork = ({ process: whose }: Journal): boolean =>
  whose !== null && whose !== holderHere('alone') && livesHere(whose)

/** One piece of work makes a generation at a time. */
export function refuseSecond(root: Pick<Root, 'dir'>): void {
  for (const one of openJournals(root)) refuseAtWork(one)
}

/** What is still being made is not taken away under whoever makes it. */
export function refuseAtWork(journal: Journal): void {
  const { kind, generation, by } = journal
  // A daemon that found a fork goes on living; what is decided is a person's.
  if (kind === 'fork' || !isAtWork(journal)) return
  throw new Refusal(
    503,
    'lock.held',
    `A ${kind} is at work (generation ${generation}, by ${by}). Try again when it has ended.`,
  )
}

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
      if (isAtWork(journal)) continue
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

/** A move that was cut off in its last step, before the pointer of this house was turned. */
export const cutOffTurn = (root: Pick<Root, 'dir'>, live: number): Journal | undefined =>
  openJournals(root).find(
    ({ kind, phase, generation }) => kind === 'move' && phase === 'CUT_OVER' && generation !== live,
  )

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error) || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}
