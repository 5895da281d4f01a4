// The deployment's messaging settings as the platform's people read and change them (MSG 2.23).

import { invalid } from '../../core/refusal.ts'
import { note } from '../accounts/audit.ts'
import type { Actor } from '../caller.ts'
import { change, settings } from '../settings/settings.ts'
import {
  type SettingName,
  type Settings,
  settable,
  setting_names,
  setting_rules,
} from '../settings/words.ts'

export const shownSettings = async (): Promise<Record<string, unknown>> => shown(await settings())

const shown = (now: Settings): Record<string, unknown> =>
  Object.fromEntries(settable.map((name) => [name, now[name]]))

/** Null is what a setting was at first. */
export async function changeSettings(
  by: Actor,
  given: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const changes = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === null ? standardOf(name) : value]),
  )
  for (const name of Object.keys(changes))
    if (isKnown(name) && !settable.includes(name))
      throw invalid(name, 'is set by pausing and resuming the queue.')
  const before = await settings()
  const now = await change(changes, by.actor)
  for (const name of settable)
    if (JSON.stringify(now[name]) !== JSON.stringify(before[name]))
      await note(by, 'setting.change', { entity: 'setting', label: name })
  return shown(now)
}

const isKnown = (name: string): name is SettingName =>
  (setting_names as readonly string[]).includes(name)

const standardOf = (name: string): unknown => (isKnown(name) ? setting_rules[name].otherwise : null)
