// Every daemon of a PostgreSQL lets go of it for a command that needs the house alone (OPS-55): the
// command says so in the database, each daemon hears it within seconds, leaves, and comes back when the
// word is gone. A command that died says nothing more: its word holds for as long as it was renewed.

import { setTimeout as wait } from 'node:timers/promises'
import { clock, instantIn, seconds } from '../../core/clock.ts'
import { onDatabase, within } from '../../store/connection.ts'
import type { Engine } from '../../store/engines/engine.ts'
import { Refusal } from '../../core/refusal.ts'
import { called, list as liveDaemons } from '../timetable/daemons.ts'
import { holderHere, isGone } from './holder.ts'
import type { Hold } from './maintenance.ts'
import { hold_kinds, house_holds } from './tables.ts'

const lease_ms = seconds(60)
const renewed_every_ms = seconds(15)
const patience_ms = seconds(60)
const looked_every_ms = 200
/** Under which name this process has it alone. */
let own: string | null = null

export async function aloneHold(how: { lock?: boolean } = {}): Promise<Hold | null> {
  const hold = await house_holds.findAnywhere({ kind: 'ALONE' }, how)
  if (hold === undefined) return null
  const is_over = isGone(hold.by_name) || Date.parse(hold.until ?? '') < clock.ms()
  return is_over ? null : hold
}

/** Answers how to let the others work again; they have all left by then. */
export async function allAside(
  command: string,
  patience: number = patience_ms,
): Promise<() => Promise<void>> {
  const by_name = holderHere('alone').slice(0, 160)
  await within(async () => {
    const standing = await aloneHold({ lock: true })
    if (standing !== null) {
      throw new Refusal(503, 'lock.held', `${standing.reason}. Try again when it has ended.`)
    }
    await house_holds.remove({ kind: 'ALONE' })
    await house_holds.insert({
      kind: 'ALONE',
      reason: `${command} is at work`,
      by_name,
      since: clock.instant(),
      until: instantIn(lease_ms),
    })
  })
  const renewing = setInterval(() => {
    const renewed = (): Promise<number> =>
      within(() => house_holds.change({ kind: 'ALONE', by_name }, { until: instantIn(lease_ms) }))
    // On another generation there is no such word, and none is needed: it is whole.
    void renewed().catch(() => undefined)
  }, renewed_every_ms)
  renewing.unref()
  own = by_name
  const end = async (): Promise<void> => {
    clearInterval(renewing)
    own = null
    await within(() => house_holds.remove({ kind: 'ALONE', by_name }))
  }
  const late = await stillThere(patience)
  if (late.length === 0) return end
  await end()
  throw new Refusal(
    503,
    'time.out',
    `${late.join(', ')} still worked on this database after ${patience / 1000} s. Nothing was changed.`,
  )
}

/**
 * Before anything becomes live: a command that was stopped for long had renewed nothing, and the others
 * have come back meanwhile.
 */
export async function mustStillBeAlone(): Promise<void> {
  const by_name = own
  if (by_name === null) return
  const renewed = await within(async () => {
    const hold = await aloneHold({ lock: true })
    if (hold?.by_name !== by_name) return 0
    return house_holds.change({ kind: 'ALONE', by_name }, { until: instantIn(lease_ms) })
  })
  const back = (await liveDaemons()).map(called)
  if (renewed > 0 && back.length === 0) return
  throw new Refusal(
    503,
    'lock.held',
    `This command was stopped for longer than ${lease_ms / 1000} s, and others work on the database again. Nothing became live. Try again.`,
  )
}

/** Into the generation that comes: whoever looks there after the turn waits on as before it. */
export async function carryAlone(left: Engine): Promise<void> {
  const hold = await onDatabase(left, () => house_holds.findAnywhere({ kind: 'ALONE' }))
  if (hold === undefined) return
  await house_holds.remove({ kind: 'ALONE' })
  await house_holds.insert(hold)
}

/**
 * What stands over the house goes where its data go; the word of the command that moves them, which is
 * renewed all the time, does not.
 */
export async function carryHolds(left: Engine): Promise<void> {
  const standing = await onDatabase(left, () => house_holds.allAnywhere({}))
  for (const kind of hold_kinds) await house_holds.remove({ kind })
  for (const hold of standing) if (hold.kind !== 'ALONE') await house_holds.insert(hold)
}

async function stillThere(patience: number): Promise<string[]> {
  const until = performance.now() + patience
  for (;;) {
    const hosts = (await liveDaemons()).map(called)
    if (hosts.length === 0 || performance.now() > until) return hosts
    await wait(looked_every_ms)
  }
}
