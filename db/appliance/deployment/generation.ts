// Generations of the data (operations 2.3): each has a number, and one of them is live. On SQLite
// the pointer is a link that is only ever replaced whole.

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { codeOf, isMissing, syncFolder, writeWhole } from '../../core/disk.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Dialect } from '../../store/sql.ts'
import type { Root } from './root.ts'

export interface Generation {
  readonly number: number
  readonly made_by: 'init' | 'restore' | 'update' | 'move' | 'optimise'
  readonly engine: Dialect
  readonly schema: number
  readonly parent: number | null
  readonly at: string
}

const named = (number: number): string => String(number).padStart(4, '0')

export const generationFolder = ({ dir }: Root, number: number): string =>
  join(dir, 'gen', named(number))

export const databaseFile = (root: Root, number: number): string =>
  join(generationFolder(root, number), 'kituo.db')

/** On PostgreSQL a generation is a schema. */
export const databaseSchema = (number: number): string => `kituo_${named(number)}`

export function makeGenerationFolder(root: Root, number: number): string {
  const folder = generationFolder(root, number)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Whoever comes second is refused: it is another's. */
export function claimGenerationFolder(root: Root, number: number): void {
  const folder = generationFolder(root, number)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    throw new Refusal(
      503,
      'lock.held',
      `Generation ${number} has just been begun by somebody else. Try again when that has ended.`,
    )
  }
  syncFolder(join(root.dir, 'gen'))
}

/** Written when the generation is whole; without it the pointer is never turned to it. */
export function finishGeneration(root: Root, generation: Generation): void {
  const file = join(generationFolder(root, generation.number), 'GENERATION.json')
  writeWhole(file, `${JSON.stringify(generation)}\n`)
}

export function makeLive(root: Root, number: number): void {
  const aside = join(root.dir, 'current.new')
  rmSync(aside, { force: true })
  symlinkSync(join('gen', named(number)), aside)
  renameSync(aside, join(root.dir, 'current'))
  syncFolder(root.dir)
}

/** Null while a set-up is unfinished. */
export function liveGeneration(root: Root): Generation | null {
  let target: string
  try {
    target = readlinkSync(join(root.dir, 'current'))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  const file = join(generationFolder(root, Number(basename(target))), 'GENERATION.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Generation
  } catch {
    throw new Refusal(409, 'integrity.generation', `${file} cannot be read. See: kituo doctor`)
  }
}

/** Every generation whose folder is here, finished or not. */
export const generationNumbers = ({ dir }: Root): number[] =>
  readdirSync(join(dir, 'gen'))
    .map(Number)
    .filter((number) => number > 0)
    .sort((a, b) => a - b)

/** A number is never used twice. */
export const nextGeneration = (root: Root): number => (generationNumbers(root).at(-1) ?? 0) + 1

export function generationAt(root: Root, number: number): Generation | null {
  try {
    const text = readFileSync(join(generationFolder(root, number), 'GENERATION.json'), 'utf8')
    return JSON.parse(text) as Generation
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export const removeGeneration = (root: Root, number: number): void =>
  rmSync(generationFolder(root, number), { recursive: true, force: true })
