// Whether the stop before was a clean one (OPS-8): a mark that stands while the house does. Whoever
// finds it at the start knows that the house before was killed, or lost its power.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clock } from '../../core/clock.ts'
import { writeWhole } from '../../core/disk.ts'
import { asked } from '../doctor/asked.ts'
import { lives, type Mark, ownMark } from '../../core/processes.ts'

/** With the mark of the process that stands. */
export interface Standing extends Mark {
  started_at: string
  /** When the house started that did not stop cleanly. */
  unclean_since: string | null
  /** Where the system tells why it ended. */
  why?: 'out of memory' | null
  /** What the look at the pages found then. PostgreSQL mends its pages itself when it starts. */
  checked: 'whole' | 'wrong' | 'not yet' | 'could not be' | 'not ours' | null
}

const fileIn = (dir: string): string => join(dir, 'run', 'standing.json')

export function standingIn(dir: string): Standing | null {
  try {
    return JSON.parse(readFileSync(fileIn(dir), 'utf8')) as Standing
  } catch {
    return null
  }
}

/** On PostgreSQL nobody holds the data folder, so the process itself is asked for. */
export const stillStands = (standing: Standing): boolean => lives(standing)

/** Answers whether the last stop was not clean. */
export function markStanding(dir: string): boolean {
  const stood = standingIn(dir)
  const before = existsSync(fileIn(dir)) ? (stood?.started_at ?? 'unknown') : null
  write(dir, {
    ...ownMark(),
    started_at: clock.instant(),
    unclean_since: before,
    why: before === null || stood === null ? null : whyEnded(stood.pid, before),
    checked: before === null ? null : 'not yet',
  })
  return before !== null
}

/** By the kernel's own words, or the service manager's (operations 6.2). */
function whyEnded(pid: number, since: string): 'out of memory' | null {
  const journal = [
    '-q',
    '--no-pager',
    '-o',
    'cat',
    `--since=${since.slice(0, 19).replace('T', ' ')} UTC`,
  ]
  const kernel = asked().output('journalctl', '-k', ...journal) ?? ''
  if (new RegExp(`Killed process ${pid}\\b|oom-kill:.*\\bpid=${pid}\\b`).test(kernel))
    return 'out of memory'
  const unit = asked().output('journalctl', '-u', 'kituo', ...journal) ?? ''
  return /result 'oom-kill'/.test(unit) ? 'out of memory' : null
}

export function noteChecked(dir: string, checked: NonNullable<Standing['checked']>): void {
  const standing = standingIn(dir)
  if (standing !== null) write(dir, { ...standing, checked })
}

export const markStopped = (dir: string): void => rmSync(fileIn(dir), { force: true })

/** A disk that is full or read-only says so itself, and stops no start here. */
function write(dir: string, standing: Standing): void {
  try {
    writeWhole(fileIn(dir), JSON.stringify(standing))
  } catch {
    // Without the mark the next start believes that this one ended well.
  }
}
