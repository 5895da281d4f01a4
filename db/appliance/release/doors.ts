// What an update asks of the house on both sides of the turn: to say that it comes, to stop, to be well,
// and to open its doors again.

import { setTimeout as wait } from 'node:timers/promises'
import { clock } from '../../core/clock.ts'
import type { Document } from '../deployment/line.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Applying } from './apply.ts'
import type { Update } from './history.ts'
import { presentVersion, programOf } from './installed.ts'
import { ask, service } from './steps.ts'

export const askIn = (asked: Applying, version: string, ...words: string[]): Promise<Document> =>
  ask({ ...asked, program: programOf(asked.installed, version) }, words)

/**
 * By the program in use, which knows who may: once when it was asked for, and once with the process
 * that keeps the doors closed from then on. Answers who asked for it.
 */
export async function begun(
  asked: Applying,
  from: string,
  to: string,
  { holder, when }: { holder?: string; when?: string } = {},
): Promise<string> {
  if (!asked.is_set_up) return asked.by
  const { token, installed } = asked
  const signed = holder === undefined && token !== null
  const words = ['update', 'begin', '--to', to]
  if (holder !== undefined) words.push('--holder', holder)
  if (when !== undefined) words.push('--when', when)
  if (signed) words.push('--token', '-')
  const program = programOf(installed, from)
  const { success, data, error, message } = await ask(
    { ...asked, program },
    words,
    signed ? token : '',
  )
  if (success) return signed ? (data as { by: string }).by : asked.by
  throw new Refusal(403, error?.code ?? 'fault', message)
}

/** How it ended stands in the audit log of whatever program is in use now. */
export async function ended(asked: Applying, update: Update): Promise<void> {
  if (!asked.is_set_up) return
  const { from, to, outcome, by, backup, reason } = update
  const words = ['--from', from, '--to', to, '--outcome', outcome, '--by', by]
  if (backup !== null) words.push('--backup', backup)
  if (reason !== null) words.push('--why', reason.slice(0, 300))
  // Where it cannot be written down the house opens by itself once this process is gone.
  await askIn(asked, presentVersion(asked.installed), 'update', 'end', ...words).catch(() => null)
}

/**
 * By the program that comes back, in its own data: those of the other were left, and their anchors accuse nobody.
 * `lost`: people had worked on them.
 */
export async function noteLeft(
  asked: Applying,
  version: string,
  since: string,
  ...lost: '--lost'[]
): Promise<void> {
  const words = ['--since', since, '--by', asked.by, ...lost]
  const { success, message } = await askIn(asked, version, 'update', 'left', ...words)
  if (!success)
    asked.warn('update.left', `The data that were left are not written down: ${message}`)
}

/** Waits until nobody answers: a service may say that it stopped before its program has ended. */
export async function stopped(asked: Applying): Promise<void> {
  await service(asked.installed, 'stop').catch(() => undefined)
  const until = clock.ms() + asked.health_timeout_s * 1000
  while (clock.ms() < until) {
    const { error } = await askIn(asked, presentVersion(asked.installed), 'status')
    if (error?.code === 'daemon.silent' || error?.code === 'deployment.empty') return
    await wait(200)
  }
  throw new Error('the house did not stop')
}

const serving = ['READY', 'MAINTENANCE', 'DEGRADED']

/**
 * By the version that is wanted, within the time that was given: it stands, its data are whole, and it
 * answers as people ask it (OPS-169). Its doors may be closed to everybody else.
 */
export async function healthy(asked: Applying, version: string): Promise<Update['health']> {
  if (asked.installed.service === null || !asked.is_set_up) return []
  const until = clock.ms() + asked.health_timeout_s * 1000
  let state = 'silent'
  while (clock.ms() < until && !serving.includes(state)) {
    const found = await askIn(asked, version, 'status').catch(() => null)
    const daemon = (found?.data as { daemon?: { state: string; version: string } } | null)?.daemon
    state = daemon?.version === version ? daemon.state : 'silent'
    if (!serving.includes(state)) await wait(300)
  }
  const stands = serving.includes(state)
  const checks: Update['health'] = [{ check: 'READY', ok: stands }]
  if (!stands) return checks
  const proved = async (check: string, ...words: string[]): Promise<void> => {
    const found = await askIn(asked, version, ...words).catch(() => null)
    const detail = found?.success === true ? {} : { detail: found?.message ?? 'no answer' }
    checks.push({ check, ok: found?.success === true, ...detail })
  }
  await proved('the database is whole', 'database', 'check')
  await proved('the audit log is sound', 'audit', 'verify')
  const well = await askIn(asked, version, 'update', 'health').catch(() => null)
  checks.push(...((well?.data as Update['health'] | null) ?? []))
  // The command writes its own row, or does not succeed.
  return [...checks, { check: 'an audit row is written', ok: well?.success === true }]
}

/** Null when all of it held. */
export function unwell(health: Update['health']): string | null {
  const ill = health.find(({ ok }) => !ok)
  if (ill === undefined) return null
  return `${ill.check} did not hold${ill.detail === undefined ? '' : ` (${ill.detail})`}`
}
