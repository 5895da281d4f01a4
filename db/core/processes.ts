// Which process of this machine it was, and whether that one lives: a number is given again, so the
// moment it began and the boot stand beside it.

import { readFileSync } from 'node:fs'
import { codeOf } from './disk.ts'

export interface Mark {
  readonly pid: number
  /** In ticks since the boot; empty where the system does not say. */
  readonly started: string
  readonly boot: string
}

export const markOf = (pid: number): Mark => ({ pid, started: startOf(pid) ?? '', boot: bootId() })
export const ownMark = (): Mark => markOf(process.pid)

/**
 * The unit hides every process but its own from the house (ProtectProc), while the number still answers:
 * what is hidden lives, or a restore beside a daemon that is started anew would be taken for a dead one's.
 */
export function lives({ pid, started, boot }: Mark, seen = startOf): boolean {
  if (boot !== bootId()) return false
  const found = seen(pid)
  return found === null ? isThere(pid) : found === started
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * A container is told another boot than its machine, at a place that a service with a /proc of its own
 * does not see: the unit says it (`%b`), and everybody names the same.
 */
const bootId = (): string => {
  const said = process.env['BOOT_ID'] ?? textOf('/proc/sys/kernel/random/boot_id') ?? ''
  return said.trim().replaceAll('-', '') || 'unknown'
}

/** Field 22 of its stat; what stands in brackets before is a name, and may hold anything. */
function startOf(pid: number): string | null {
  const said = textOf(`/proc/${pid}/stat`)
  return said?.slice(said.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
