// Who keeps the house closed, while a newer version comes in or data are worked on alone: a process, by
// its mark. When it is gone nobody would let people in again, so the house does that itself.

import { hostname } from 'node:os'
import { lives, type Mark, markOf } from '../../core/processes.ts'

export type HolderKind = 'update' | 'alone' | 'serve'

const mark = String.raw`(?<pid>\d+)\.(?<started>\d*)\.(?<boot>[\w-]+)`
const shape = new RegExp(`^kituo (?<kind>update|alone|serve) ${mark}@(?<host>.+)$`)

const said = ({ pid, started, boot }: Mark): string => `${pid}.${started}.${boot}`

export const holderHere = (kind?: HolderKind): string => holderOf(process.pid, kind)
export const holderOf = (pid: number, kind: HolderKind = 'update'): string =>
  `kituo ${kind} ${said(markOf(pid))}@${hostname()}`

/** Whatever version wrote it: the newer program opens the doors that the older one closed. */
export const isHolder = (by: string, kind: HolderKind = 'update'): boolean =>
  by.startsWith(`kituo ${kind} `)

export function livesHere(by: string): boolean {
  const found = shape.exec(by)?.groups
  return found?.['host'] === hostname() && lives(markIn(found))
}

export const isOfHere = (by: string): boolean => shape.exec(by)?.groups?.['host'] === hostname()

/** Only of a process of this machine can that be said. */
export function isGone(by: string): boolean {
  const found = shape.exec(by)?.groups
  return found?.['host'] === hostname() && !lives(markIn(found))
}

const markIn = ({ pid, started = '', boot = '' }: Record<string, string>): Mark => ({
  pid: Number(pid),
  started,
  boot,
})
