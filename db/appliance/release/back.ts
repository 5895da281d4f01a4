// Going back to the version before, within the time its data are kept (OPS-170).

import { existsSync } from 'node:fs'
import { clock, days } from '../../core/clock.ts'
import { kept_days } from '../deployment/generations.ts'
import { generationAt } from '../deployment/generation.ts'
import { refuseSecond } from '../deployment/journal.ts'
import { findRoot } from '../deployment/root.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Applying } from './apply.ts'
import { turnBack } from './copy.ts'
import { askIn, begun, ended, healthy, noteLeft, stopped, unwell } from './doors.ts'
import { note, type Update, updates } from './history.ts'
import { type Installed, presentVersion, programOf, switchTo } from './installed.ts'
import { asOwner, service } from './steps.ts'
import { turnUnit, unitBack } from './unit.ts'

export interface WayBack {
  update: Update
  /** Migrations were applied: the old program needs the data as they were before. */
  schema_moved: boolean
  /** The generation that becomes live again; null where only the program changes. */
  generation: number | null
  /** The last day of its data; null where they stay as they are. */
  until: string | null
}

export function wayBack(installed: Installed, data_dir: string): WayBack {
  const present = presentVersion(installed)
  const update = updates(installed.config_dir).findLast(
    ({ outcome, to }) => outcome === 'DONE' && to === present,
  )
  if (update === undefined || !existsSync(programOf(installed, update.from))) {
    throw new Refusal(409, 'rule.refused', 'There is no version before to go back to.')
  }
  const schema_moved = update.migrations.length > 0
  if (!schema_moved) return { update, schema_moved, generation: null, until: null }
  const ends = Date.parse(update.at) + days(kept_days)
  const kept = update.parent !== null && generationAt(findRoot(data_dir), update.parent) !== null
  if (clock.ms() > ends || !kept) {
    const where = update.parent === null ? 'in the backup alone' : 'kept no longer'
    throw new Refusal(
      409,
      'version.schema',
      `The data of ${update.from} are ${where}. With that version: kituo backup restore ${update.backup ?? 'latest'}`,
    )
  }
  const until = new Date(ends).toISOString().slice(0, 10)
  return { update, schema_moved, generation: update.parent, until }
}

export async function goBack(asked: Omit<Applying, 'release'>, way: WayBack): Promise<Update> {
  const began = performance.now()
  const applying = asked as Applying
  const { installed, onStep } = asked
  const { update, generation } = way
  if (asked.is_set_up) refuseSecond({ dir: asked.data_dir })
  // A version so ill that it cannot even write this down is left all the same.
  const by = await begun(applying, update.to, update.from).catch((error: unknown) => {
    if (asked.token !== null) throw error
    return asked.by
  })
  onStep('stop')
  await stopped(applying)
  onStep('switch')
  const is_settled = generation === null || (await settledIn(applying, update.from, generation, by))
  const unit = unitBack(installed, [update.to, update.from], asked.warn)
  // A unit that cannot be put back keeps nobody without the program of before.
  await turnUnit(installed, unit?.after).catch((error: unknown) => {
    asked.warn(
      'unit.unknown',
      `The unit of ${update.from} was not put back: ${(error as Error).message}.`,
    )
  })
  switchTo(installed, update.from)
  if (!is_settled) await noteLeft(applying, update.from, update.at, '--lost')
  onStep('start')
  await service(installed, 'start')
  onStep('health')
  const health = await healthy(applying, update.from)
  const back: Update = {
    ...update,
    from: update.to,
    to: update.from,
    at: clock.instant(),
    by,
    migrations: [],
    generation,
    parent: update.generation,
    health,
    outcome: 'ROLLED_BACK',
    reason: unwell(health),
    took_ms: Math.round(performance.now() - began),
  }
  note(installed.config_dir, back)
  await ended(applying, back)
  return back
}

/**
 * The program of before, which knows these data, settles in them what was done since and makes them live, as every
 * way back does (OPS-132). One that cannot read the newer schema leaves it at making them live.
 */
async function settledIn(
  asked: Applying,
  version: string,
  generation: number,
  by: string,
): Promise<boolean> {
  const words = ['--to', String(generation), '--by', by]
  const { success, message } = await askIn(asked, version, 'update', 'return', ...words)
  if (success) return true
  asked.warn(
    'update.unsettled',
    `What was done since is not known to the data of ${version}: ${message} Numbers may be given twice: kituo sequence lost.`,
  )
  await asOwner(asked.data_dir, async () => turnBack(asked.data_dir, generation))
  return false
}
