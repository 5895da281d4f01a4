// Who keeps the house closed, while a newer version comes in or data are worked on alone: a process, by
// its id and the moment it began. When it is gone nobody would let people in again, so the house does
// that itself.

import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

export type HolderKind = 'update' | 'alone'

const shape = /^kituo (?<kind>update|alone) (?<pid>\d+)\.(?<began>\d*)@(?<host>.+)$/

export const holderHere = (kind: HolderKind = 'update'): string =>
  `kituo ${kind} ${process.pid}.${beganAt(process.pid) ?? ''}@${hostname()}`

export const isHolder = (by: string, kind: HolderKind = 'update'): boolean =>
  shape.exec(by)?.groups?.['kind'] === kind

export function livesHere(by: string): boolean {
  const { pid, began, host } = shape.exec(by)?.groups ?? {}
  return pid !== undefined && host === hostname() && began !== '' && beganAt(Number(pid)) === began
}

const owned = /\.(?<pid>\d+)\.(?<began>\d+)$/

/** What lies in tmp says in its name which process of this machine works in it. */
export const ownedName = (name: string): string =>
  `${name}.${process.pid}.${beganAt(process.pid) ?? ''}`

export function ownerLives(name: string): boolean {
  const { pid, began } = owned.exec(name)?.groups ?? {}
  return pid !== undefined && beganAt(Number(pid)) === began
}

export const isOfHere = (by: string): boolean => shape.exec(by)?.groups?.['host'] === hostname()

/** Only of a process of this machine can that be said. */
export function isGone(by: string): boolean {
  const { pid, began } = shape.exec(by)?.groups ?? {}
  if (pid === undefined || !isOfHere(by)) return false
  const found = beganAt(Number(pid))
  if (found !== null) return found !== began
  try {
    process.kill(Number(pid), 0)
    return began !== ''
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** In ticks since the machine started; null where the system does not say. */
function beganAt(pid: number): string | null {
  try {
    const said = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // What stands in brackets is a name, and may hold anything.
    return said.slice(said.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
