// The data lock (OPS-45): an exclusive transaction held on lock.db, which the kernel frees when its
// process ends, however it ends. What stands in holder.json is for people; it decides nothing.
//
// Nobody opens lock.db but through SQLite: closing an ordinary handle would drop this process's
// own locks on it (OPS-46).

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { clock } from '../../core/clock.ts'
import { writeWhole } from '../../core/disk.ts'
import { Refusal } from '../../core/refusal.ts'
import { faultOf } from '../../store/engines/sqlite-faults.ts'

export interface Holder {
  readonly pid: number
  readonly host: string
  /** `kituo serve` */
  readonly command: string
  readonly since: string
  /** Where its control socket is, when it has one. */
  readonly socket?: string | undefined
}

/** As holder.json names a house that serves. */
export const daemon_command = 'kituo serve'

export interface DataLock {
  readonly holder: Holder
  release(): Promise<void>
}

/** Those who only look hold it for an instant; whoever wants it waits that long. */
const patience_ms = 500
const asked_again_ms = 10

/** What nobody names any more would be closed by the runtime some day, and its lock let go. */
const in_hand = new Set<DatabaseSync>()

export async function takeLock(dir: string, command: string, socket?: string): Promise<DataLock> {
  const file = join(dir, 'lock.db')
  // Made beforehand, so that it is nobody else's to read: SQLite would follow the umask.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' })
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    await holdAlone(database)
  } catch (error) {
    database.close()
    if (isBusy(error)) throw held(dir)
    throw error
  }
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    command,
    since: clock.instant(),
    ...(socket === undefined ? {} : { socket }),
  }
  writeWhole(join(dir, 'holder.json'), `${JSON.stringify(holder)}\n`)
  in_hand.add(database)
  let let_go = false
  return {
    holder,
    // Whoever took it and whoever opened the data with it may both give it back.
    async release() {
      if (let_go) return
      let_go = true
      rmSync(join(dir, 'holder.json'), { force: true })
      in_hand.delete(database)
      database.close()
    },
  }
}

/** Who holds the data; null when nobody does. */
export async function holderOf(dir: string): Promise<Holder | null> {
  if (!(await isHeld(dir))) return null
  return noted(dir)
}

export async function isHeld(dir: string): Promise<boolean> {
  const file = join(dir, 'lock.db')
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('select 1 from sqlite_master')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    database.close()
  }
}

export function held(dir: string): Refusal {
  const holder = noted(dir)
  const who = holder === null ? 'another process' : sayHolder(holder)
  return new Refusal(503, 'lock.held', `${dir} is held by ${who}.`, {
    facts: { holder },
  })
}

/** `kituo serve (pid 4121 on hms1, since 08:12)` */
export function sayHolder({ command, pid, host, since }: Holder): string {
  const at = new Date(since)
  const today = at.toDateString() === clock.now().toDateString()
  const time = at.toTimeString().slice(0, 5)
  const day = today ? '' : `${at.toLocaleDateString('en-CA')} `
  return `${command} (pid ${pid} on ${host}, since ${day}${time})`
}

/** What the last holder wrote; it may be gone by now. */
export function noted(dir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(dir, 'holder.json'), 'utf8')) as Holder
  } catch {
    return null
  }
}

/** It is asked again and again rather than waited for: this thread has more to do. */
async function holdAlone(database: DatabaseSync): Promise<void> {
  const until = performance.now() + patience_ms
  for (;;) {
    try {
      return database.exec('pragma journal_mode=delete; begin exclusive')
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
    }
    await pause(asked_again_ms)
  }
}

const isBusy = (error: unknown): boolean => faultOf(error).code === 'SQLITE_BUSY'
