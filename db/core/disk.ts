// Small files that must be whole or not there: written aside, synced, then put in place by name.

import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

export function writeWhole(file: string, text: string | Uint8Array, mode = 0o600): void {
  const aside = `${file}.${process.pid}.new`
  try {
    const open = openSync(aside, 'w', mode)
    try {
      writeFileSync(open, text)
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
    // The umask may have taken bits away, and an old file of that name keeps its own.
    chmodSync(aside, mode)
    renameSync(aside, file)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
  syncFolder(dirname(file))
}

/** A name is only as lasting as the folder that holds it. */
export function syncFolder(folder: string): void {
  const open = openSync(folder, 'r')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
