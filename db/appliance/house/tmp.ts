// What lies in `tmp` only while somebody works with it (operations 2.3): a folder each, whose name says
// which process that is. Whoever is killed leaves one, and the next start takes it away.

import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../core/ids.ts'
import { lives, ownMark } from '../../core/processes.ts'
import type { Root } from '../deployment/root.ts'

/** Short, because sockets lie below it and their paths must be. */
const boot_letters = 8
const owned = /\.(?<pid>\d+)\.(?<started>\d*)\.(?<boot>[\w-]{1,8})$/

export async function inTmp<T>(
  { dir }: Pick<Root, 'dir'>,
  name: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(dir, 'tmp', ownedName(name))
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function ownedName(name: string): string {
  const { pid, started, boot } = ownMark()
  return `${name}-${newId().slice(-12)}.${pid}.${started}.${boot.slice(0, boot_letters)}`
}

/** At a start; whoever works beside it keeps its own. */
export function emptyTmp(dir: string): void {
  const top = join(dir, 'tmp')
  for (const name of readdirSync(top)) {
    if (!ownerLives(name)) rmSync(join(top, name), { recursive: true, force: true })
  }
}

function ownerLives(name: string): boolean {
  const { pid, started = '', boot = '' } = owned.exec(name)?.groups ?? {}
  if (pid === undefined) return false
  const own = ownMark().boot
  return own.startsWith(boot) && lives({ pid: Number(pid), started, boot: own })
}
