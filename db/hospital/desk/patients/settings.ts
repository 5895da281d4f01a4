// What a hospital has chosen for its front office, over what is shipped (2.13).

import type { Caller } from '../../../core/caller.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { front_office_settings, type FrontOfficeSettings } from './setting-tables.ts'
import type { FrontOfficeSettingsInput } from './setting-shapes.ts'

const shipped: FrontOfficeSettings = {
  token_mode: 'VISIT',
  required_fields: [],
  name_aliases: {},
  duplicate_stop: 85,
  duplicate_likely: 60,
  duplicate_possible: 45,
  under_five_years: 5,
  elderly_age: 60,
  postpartum_days: 42,
  auto_close_hours: 18,
  reopen_hours: 24,
  no_show_grace_minutes: 60,
  break_glass_hours: 3,
  staff_record_sensitivity: true,
  reminder_hours: [48, 3],
  confirm_link: true,
  appointment_late_minutes: 30,
  appointment_no_show_minutes: 120,
  waitlist_offer_minutes: 180,
  referral_feedback_days: { ROUTINE: 30, URGENT: 14, EMERGENCY: 7 },
  retriage_minutes: { 1: 5, 2: 15, 3: 60, 4: 120 },
  vitals_fresh_hours: 12,
  blue_is_dead: false,
  sms_opt_in: false,
  access_log_to_patient: true,
}

export async function settingsOf({
  hospital_id,
}: Pick<Caller, 'hospital_id'>): Promise<FrontOfficeSettings> {
  const row = await front_office_settings.find({ hospital_id })
  return { ...shipped, ...row?.chosen }
}

export type Shown = FrontOfficeSettings & { version: number }

/** As they stand; version 0 while nothing was ever changed. */
export async function find({ hospital_id }: Pick<Caller, 'hospital_id'>): Promise<Shown> {
  const row = await front_office_settings.find({ hospital_id })
  return { ...shipped, ...row?.chosen, version: row?.version ?? 0 }
}

export async function change(caller: Caller, input: FrontOfficeSettingsInput): Promise<Shown> {
  const { hospital_id } = caller
  const row = await front_office_settings.find({ hospital_id }, { lock: true })
  fresh(caller, { version: row?.version ?? 0 })
  const before = { ...shipped, ...row?.chosen }
  const name_aliases =
    input.name_aliases === undefined ? before.name_aliases : readAliases(input.name_aliases)
  const after: FrontOfficeSettings = { ...before, ...input, name_aliases }
  judge(after)
  const changes = difference({ ...before }, { ...after })
  // Nothing was asked for: what is shipped stays what is shipped.
  if (Object.keys(changes ?? {}).length === 0) return find(caller)
  const chosen = { ...row?.chosen, ...input, name_aliases }
  if (row === undefined) await front_office_settings.insert({ hospital_id, chosen })
  else await front_office_settings.change({ hospital_id }, { chosen })
  record(caller, 'settings.front_office', {
    entity_type: 'settings',
    entity_id: 'front_office',
    changes,
  })
  return find(caller)
}

function judge(after: FrontOfficeSettings): void {
  const { duplicate_stop, duplicate_likely, duplicate_possible } = after
  if (duplicate_stop < duplicate_likely || duplicate_likely < duplicate_possible) {
    throw conflict(
      'duplicate_stop, duplicate_likely and duplicate_possible must fall in this order.',
    )
  }
}

const aliases_most = 500

/** One word for another, in small letters: `mohammed` stands for `mohamed`. */
function readAliases(typed: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(typed)
  if (entries.length > aliases_most)
    throw invalid('name_aliases', `holds more than ${aliases_most} names.`)
  return Object.fromEntries(
    entries.map(([word, other]) => {
      const both = [word, other].map((one) =>
        typeof one === 'string' ? one.trim().toLowerCase() : '',
      )
      const [from = '', to = ''] = both
      if (!both.every((one) => /^[\p{L}\p{M}'.-]{1,60}$/u.test(one))) {
        throw invalid('name_aliases', 'must give one word for another.')
      }
      return [from, to]
    }),
  )
}
