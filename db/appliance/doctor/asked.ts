// What the doctor asks of the machine it stands on; tests ask another.

import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  statfsSync,
} from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { dirname } from 'node:path'
import { packaged } from '../../core/assets.ts'
import { roomAt } from '../backups/in-place.ts'
import { spaceAt } from '../deployment/filesystem.ts'

export interface Machine {
  /** What a program prints, null where it is not there or fails. */
  output(program: string, ...args: string[]): string | null
  /** What a file holds, null where it cannot be read. */
  text(file: string): string | null
  /** Nothing where the folder cannot be read. */
  names(folder: string): string[]
  /** Of a file, 0 where there is none. */
  size(file: string): number
  /** In the folder, or where it would be made. */
  canWrite(folder: string): boolean
  inodes(folder: string): { files: number; ffree: number }
  room(folder: string): { free: number; total: number }
  /** Of a place for backups, which may say nothing. */
  roomAt(place: string): Promise<number>
  cores(): number
  idle(): number
  packaged(): boolean
}

const here: Machine = {
  output(program, ...args) {
    const { stdout, error, status } = spawnSync(program, args, { encoding: 'utf8', timeout: 4000 })
    return error === undefined && status === 0 ? stdout : null
  },
  text: (file) => attempted(() => readFileSync(file, 'utf8'), null),
  names: (folder) => attempted(() => readdirSync(folder), []),
  size: (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
  canWrite: (folder) =>
    attempted(() => {
      accessSync(standing(folder), constants.W_OK)
      return true
    }, false),
  // A folder that is not there yet has its own finding.
  inodes: (folder) =>
    attempted<{ files: number; ffree: number }>(() => statfsSync(folder), { files: 0, ffree: 0 }),
  room: spaceAt,
  roomAt,
  cores: availableParallelism,
  idle: freemem,
  packaged: () => packaged,
}

let machine = here
export const asked = (): Machine => machine

/** Null: this machine; what is not named is asked of this one. */
export function setMachine(other: Partial<Machine> | null): void {
  machine = { ...here, ...other }
}

function attempted<T>(look: () => T, otherwise: T): T {
  try {
    return look()
  } catch {
    return otherwise
  }
}

const standing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : standing(dirname(folder))
