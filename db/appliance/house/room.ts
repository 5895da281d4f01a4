// The ladder of a disk that fills up (OPS-44): first no more files, then no more changes. A file of
// 64 MiB lies ready to be given back, so that what runs and the audit log can end.

import { existsSync, rmSync } from 'node:fs'
import { open, rename, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { clock } from '../../core/clock.ts'
import { diskLimits } from '../../core/disk-room.ts'
import { noteRoom } from './growth.ts'

const reserve_bytes = 64 * 1024 ** 2
const above_bytes = 512 * 1024 ** 2

export interface ReadOnly {
  since: string
  reason: string
}

let held: ReadOnly | null = null
let free: number | null = null

export const readOnly = (): ReadOnly | null => held

/** True: no file is taken, everything else goes on. */
export const isNearlyFull = (): boolean => free !== null && free < diskLimits().refuse_uploads

export const reserveOf = (dir: string): string => join(dir, 'reserve')

/** At the first write that finds the disk full, and whenever a look finds too little. */
export function holdReadOnly(dir: string, reason: string): boolean {
  if (held !== null) return false
  held = { since: clock.instant(), reason }
  rmSync(reserveOf(dir), { force: true })
  return true
}

export type Turn = 'held' | 'released' | null

/** A look at the disk; says when something turned. */
export async function lookAtDisk(
  dir: string,
  freeAt: (dir: string) => Promise<number> = roomAt,
): Promise<Turn> {
  free = await freeAt(dir)
  noteRoom(dir, free)
  const { read_only } = diskLimits()
  if (held === null && free < read_only) {
    holdReadOnly(dir, `${Math.round(free / 1024 ** 2)} MB are free`)
    return 'held'
  }
  if (held !== null && free > read_only + above_bytes) {
    held = null
    await makeReserve(dir)
    return 'released'
  }
  // Only where it leaves the house no poorer than it should be.
  if (held === null && free > diskLimits().warn + reserve_bytes) await makeReserve(dir)
  return null
}

async function roomAt(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

/** Bytes that are really written: a hole gives nothing back. */
export async function makeReserve(dir: string): Promise<void> {
  const file = reserveOf(dir)
  if (existsSync(file)) return
  const aside = `${file}.part`
  const handle = await open(aside, 'w', 0o600)
  try {
    const part = Buffer.alloc(1024 ** 2, 1)
    for (let at = 0; at < reserve_bytes; at += part.length) await handle.write(part)
    await handle.sync()
    await handle.close()
    await rename(aside, file)
  } catch {
    await handle.close().catch(() => undefined)
    rmSync(aside, { force: true })
  }
}

/** Tests begin anew. */
export function forgetRoom(): void {
  held = null
  free = null
}
