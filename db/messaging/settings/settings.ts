// Reading and changing the deployment's messaging settings. Read on every call, so kept for a few
// seconds; a change is in force at once here and within those seconds on other daemons.

import { clock, isZone } from '../../core/clock.ts'
import { afterCommit, inTransaction } from '../../store/connection.ts'
import { invalid } from '../../core/refusal.ts'
import { msg_settings } from './tables.ts'
import {
  type QuietHours,
  type SettingName,
  type Settings,
  setting_names,
  setting_rules,
  week_days,
} from './words.ts'
import { onOtherDatabase } from '../../store/kept.ts'

const kept_ms = 3000
let kept: { settings: Settings; until: number } | null = null
onOtherDatabase(() => {
  kept = null
})

export async function settings(): Promise<Settings> {
  if (kept !== null && kept.until > performance.now()) return kept.settings
  const found = await read()
  // What a transaction sees may yet be rolled back.
  if (!inTransaction()) kept = { settings: found, until: performance.now() + kept_ms }
  return found
}

export async function setting<N extends SettingName>(name: N): Promise<Settings[N]> {
  return (await settings())[name]
}

/** As they were last read, for what cannot wait: the words of a refusal. */
export const lastSettings = (): Settings | null => kept?.settings ?? null

export function forgetSettings(): void {
  kept = null
}

async function read(): Promise<Settings> {
  const changed = new Map(
    (await msg_settings.all({})).map(({ name, value }) => [name as string, value]),
  )
  return Object.fromEntries(
    setting_names.map((name) => [
      name,
      changed.has(name) ? changed.get(name) : setting_rules[name].otherwise,
    ]),
  ) as Settings
}

export async function change(
  changes: Readonly<Record<string, unknown>>,
  by: string,
): Promise<Settings> {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(setting_rules, name)) throw invalid(name, 'is no setting.')
    const complaint = complaintOf(name as SettingName, value)
    if (complaint !== null) throw invalid(name, complaint)
    // Null stands for the default alone, and only what was changed has a row.
    if (value === null) {
      await msg_settings.remove({ name })
      continue
    }
    const row = { value, changed_at: clock.instant(), changed_by: by }
    if ((await msg_settings.change({ name }, row)) === 0)
      await msg_settings.insert({ name, ...row })
  }
  afterCommit(forgetSettings)
  return read()
}

function complaintOf(name: SettingName, value: unknown): string | null {
  const { kind } = setting_rules[name]
  switch (kind.is) {
    case 'whole':
      return Number.isInteger(value) && within(value as number, kind.from, kind.to)
        ? null
        : `must be a whole number from ${kind.from} to ${kind.to}.`
    case 'flag':
      return typeof value === 'boolean' ? null : 'must be true or false.'
    case 'words':
      if (!isTexts(value)) return 'must be a list of texts.'
      return kind.each === undefined || value.every(kind.each) ? null : (kind.says ?? null)
    case 'wholes':
      return isList(value, (one) => Number.isInteger(one)) ? null : 'must be a list of numbers.'
    case 'quiet':
      return quietComplaint(value)
    case 'text':
      if (value === null && kind.null === true) return null
      if (typeof value !== 'string' || kind.pattern?.test(value) === false)
        return kind.says ?? 'must be a text.'
      return name === 'time_zone' && !isZone(value) ? (kind.says ?? null) : null
  }
}

export function quietComplaint(value: unknown): string | null {
  const quiet = value as Partial<QuietHours> | null
  const time = /^([01]\d|2[0-3]):[0-5]\d$/
  const fits =
    typeof quiet === 'object' &&
    quiet !== null &&
    time.test(String(quiet.start)) &&
    time.test(String(quiet.end)) &&
    isList(quiet.sendDays, (day) => (week_days as readonly unknown[]).includes(day)) &&
    quiet.sendDays !== undefined &&
    quiet.sendDays.length > 0
  return fits ? null : 'must hold start and end (like 20:00) and sendDays (mon to sun).'
}

const within = (value: number, from: number, to: number): boolean => value >= from && value <= to
const isTexts = (value: unknown): value is string[] =>
  isList(value, (one) => typeof one === 'string' && one.length <= 60)

const isList = (value: unknown, fits: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= 500 && value.every(fits)
