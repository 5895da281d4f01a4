// What leaves the house for people, as the hospital has set it (platform 2.19).

import { clock } from '../../../core/clock.ts'
import type { Caller } from '../../../core/caller.ts'
import { nextOpening, weekdays } from '../../../messaging/quiet-hours.ts'
import type { Static } from '../../../core/kinds/kinds.ts'
import { toMajor } from '../../../core/kinds/money.ts'
import { invalid } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../audit/record.ts'
import { currency, hospitalOf, toMinor } from '../hospitals/hospitals.ts'
import type { BridgeChange, BridgeSettings } from './bridge-shapes.ts'
import { lookAgain } from './caps.ts'
import { bridge_settings } from './tables.ts'

export type Settings = Static<typeof BridgeSettings>

const swahili_first = ['TZ', 'KE', 'CD']

export interface Bridge {
  channels: { sms: boolean; whatsapp: boolean; email: boolean }
  quiet: { from: string; to: string } | null
  daily_cap_per_person: number
  /** In minor units. */
  monthly_cap: number | null
  keep_text_days: number
  staff_channels: boolean
}

export const shipped = {
  channels: { sms: true, whatsapp: false, email: true },
  quiet: { from: '21:00', to: '07:00' },
  daily_cap_per_person: 10,
  monthly_cap: null,
  staff_channels: true,
  keep_text_days: 90,
} as const

/** For the hand-over, without a caller. */
export async function bridgeOf(hospital_id: string): Promise<Bridge> {
  const found = await bridge_settings.find({ hospital_id })
  return found ?? { ...shipped }
}

export async function find(caller: Caller): Promise<Settings> {
  const found = await bridge_settings.find({ hospital_id: caller.hospital_id })
  const { country } = await hospitalOf(caller)
  const money = await currency(caller)
  const cap = found?.monthly_cap ?? null
  return {
    channels: found?.channels ?? { ...shipped.channels },
    default_language: found?.default_language ?? (swahili_first.includes(country) ? 'sw' : 'en'),
    quiet: found === undefined ? { ...shipped.quiet } : found.quiet,
    daily_cap_per_person: found?.daily_cap_per_person ?? shipped.daily_cap_per_person,
    monthly_cap: cap === null ? null : toMajor(cap, money),
    staff_channels: found?.staff_channels ?? shipped.staff_channels,
    keep_text_days: found?.keep_text_days ?? shipped.keep_text_days,
    version: found?.version ?? 1,
  }
}

export async function change(
  caller: Caller,
  changes: Static<typeof BridgeChange>,
): Promise<Settings> {
  const before = await find(caller)
  fresh(caller, before)
  if (changes.channels?.whatsapp === true)
    throw invalid('channels.whatsapp', "needs a WhatsApp number on the hospital's account.")
  const differences = difference(before, changes)
  if (differences === undefined) return before
  const { version: _, monthly_cap, ...rest } = { ...before, ...changes }
  const cap = monthly_cap === null ? null : await toMinor(caller, 'monthly_cap', monthly_cap)
  if (cap !== null && cap < 0) throw invalid('monthly_cap', 'must not be negative.')
  const { hospital_id } = caller
  const row = {
    ...rest,
    channels: { ...before.channels, ...changes.channels },
    monthly_cap: cap,
  }
  if ((await bridge_settings.change({ hospital_id }, row)) === 0)
    await bridge_settings.insert({ hospital_id, ...row, version: before.version + 1 })
  if (changes.monthly_cap !== undefined || changes.daily_cap_per_person !== undefined)
    await lookAgain(hospital_id)
  record(caller, 'bridge.change', {
    entity_type: 'message_bridge',
    entity_id: hospital_id,
    changes: differences,
  })
  return find(caller)
}

/** Class SERVICE waits in these hours. */
export const isQuiet = ({ quiet }: Bridge, time_zone: string): boolean =>
  quiet !== null && quietEnd({ quiet } as Bridge, time_zone) > clock.instant()

export function quietEnd({ quiet }: Bridge, time_zone: string): string {
  const now = clock.now()
  if (quiet === null) return now.toISOString()
  const hours = { start: quiet.from, end: quiet.to, sendDays: weekdays }
  return (nextOpening(hours, time_zone, now) ?? now).toISOString()
}
