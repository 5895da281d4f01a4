// An update that was put off until the night (OPS-173): a note beside the configuration, and a process
// that waits for its hour. On a machine with systemd a timer of systemd's waits.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { clock, minutes, seconds } from '../../core/clock.ts'
import { writeWhole } from '../../core/disk.ts'
import { newId } from '../../core/ids.ts'
import { ran } from '../../core/programs.ts'
import { conflict } from '../../core/refusal.ts'
import { type Applying, applyUpdate } from './apply.ts'
import { readRelease } from './archive.ts'
import { askIn, ended } from './doors.ts'
import { note, type Update, updates } from './history.ts'
import { type Installed, presentVersion, programOf } from './installed.ts'

export interface Waiting {
  id: string
  file: string
  version: string
  due_at: string
  made_at: string
  by: string
  allow_unsigned: boolean
  binary_only: boolean
  health_timeout_s: number
}

const fileIn = (config_dir: string): string => join(config_dir, 'update.waiting.json')

/** One at a time: another takes its place. */
export function waitingAt(config_dir: string): Waiting | null {
  const file = fileIn(config_dir)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Waiting) : null
}

/** False when nothing waited. */
export function takeBack(config_dir: string): boolean {
  const waits = waitingAt(config_dir) !== null
  rmSync(fileIn(config_dir), { force: true })
  return waits
}

export async function putOff(
  installed: Installed,
  config_file: string,
  asked: Omit<Waiting, 'id' | 'made_at'>,
): Promise<Waiting> {
  const waiting = { id: newId(), made_at: clock.instant(), ...asked }
  writeWhole(fileIn(installed.config_dir), `${JSON.stringify(waiting)}\n`)
  const program = programOf(installed, presentVersion(installed))
  const words = ['update', 'due', waiting.id]
  const env = { KITUO_CONFIG: config_file }
  if (installed.service === 'systemd') await timer(program, words, waiting, env)
  else {
    const own = { ...process.env, ...env }
    spawn(program, words, { detached: true, stdio: 'ignore', env: own }).unref()
  }
  return waiting
}

/** Only this one has no other beside it, so a later one replaces the unit of an earlier. */
async function timer(
  program: string,
  words: readonly string[],
  { id, due_at }: Waiting,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await ran('systemd-run', [
    `--unit=kituo-update-${id.slice(-12)}`,
    '--collect',
    `--on-calendar=${due_at.slice(0, 19).replace('T', ' ')} UTC`,
    '--timer-property=AccuracySec=1s',
    ...Object.entries(env).map(([name, value]) => `--setenv=${name}=${value}`),
    program,
    ...words,
  ])
}

const look_ms = seconds(20)

/** Waits for the hour; null when it was taken back, or another took its place. */
async function hour(config_dir: string, id: string): Promise<Waiting | null> {
  for (;;) {
    const waiting = waitingAt(config_dir)
    if (waiting === null || waiting.id !== id) return null
    const left_ms = Date.parse(waiting.due_at) - clock.ms()
    if (left_ms <= 0) return waiting
    await wait(Math.min(left_ms, look_ms))
  }
}

type Given = Omit<Applying, 'release' | 'token' | 'binary_only'>

/** At its hour; while the doctor says BAD nothing is done. */
export async function bringDue(given: Given, id: string): Promise<Update | null> {
  const { config_dir } = given.installed
  const waiting = await hour(config_dir, id)
  if (waiting === null) return null
  takeBack(config_dir)
  const { file, by, allow_unsigned, binary_only, health_timeout_s } = waiting
  const asked = { ...given, token: null, by, binary_only, health_timeout_s }
  try {
    const release = await readRelease(file, { config_dir, allow_unsigned })
    const applying = { ...asked, release }
    await refuseIll(applying)
    return await applyUpdate(applying)
  } catch (error) {
    const reason = (error as Error).message
    const last = updates(config_dir).at(-1)
    // What the update itself refused stands there already.
    if (last?.outcome === 'REFUSED' && last.reason === reason && last.at >= waiting.due_at) {
      return last
    }
    return refused(asked, waiting, reason)
  }
}

async function refuseIll(applying: Applying): Promise<void> {
  if (!applying.is_set_up) return
  const { data } = await askIn(applying, presentVersion(applying.installed), 'doctor')
  const { findings = [] } = (data ?? {}) as { findings?: { id: string; state: string }[] }
  const bad = findings.filter(({ state }) => state === 'BAD').map(({ id }) => id)
  if (bad.length > 0) throw conflict(`the doctor says BAD: ${bad.join(', ')}`, 'check.failed')
}

async function refused(
  asked: Omit<Applying, 'release'>,
  waiting: Waiting,
  reason: string,
): Promise<Update> {
  const from = presentVersion(asked.installed)
  const update: Update = { ...nothingDone(from, waiting), outcome: 'REFUSED', reason }
  note(asked.installed.config_dir, update)
  await ended(asked as Applying, update)
  return update
}

/** The machine was off at that hour: nobody brings it in by itself any more. */
export const isMissed = ({ due_at }: Waiting): boolean =>
  clock.ms() - Date.parse(due_at) > minutes(10)

export type Listed = Omit<Update, 'outcome'> & {
  outcome: Update['outcome'] | 'WAITING' | 'MISSED'
}

/** Among the updates that were made. */
export const asListed = (installed: Installed, waiting: Waiting): Listed => ({
  ...nothingDone(presentVersion(installed), waiting),
  at: waiting.due_at,
  outcome: isMissed(waiting) ? 'MISSED' : 'WAITING',
})

const nothingDone = (from: string, { version: to, by }: Waiting) => ({
  from,
  to,
  at: clock.instant(),
  by,
  signature: null,
  backup: null,
  migrations: [],
  generation: null,
  parent: null,
  health: [],
  reason: null,
  took_ms: 0,
})
