// The hospital's own record as its people set it (platform 2.6, PLT-59…PLT-62).

import { type Caller, can, platform_id } from '../../../core/caller.ts'
import { deployment } from '../../../appliance/deployment/kind.ts'
import { countryOf, currencyOf } from '../../../core/reference/countries.ts'
import { conflict, Refusal } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { version } from '../../../core/version.ts'
import { difference, record } from '../audit/record.ts'
import { byCode, byId, forget, type Hospital, hospitalOf, only } from '../hospitals/hospitals.ts'
import { hospitals } from '../hospitals/tables.ts'
import { languages } from '../hospitals/words.ts'
import { registry } from '../../registry.ts'
import { noteChanges } from './history.ts'
import { readSettings } from './reading.ts'
import type { SystemSettings, SystemSettingsInput } from './shapes.ts'

export const password_rules = { min_length: 10, max_length: 200 }

/** PLT-60: a token's own hospital, else the only one, the one named, or the operator's. */
export async function hospitalFor(caller: Caller, workspace?: string): Promise<Hospital> {
  if (hasToken(caller)) return hospitalOf(caller)
  if (deployment() === 'single') return (await only()) ?? byId(platform_id)
  if (workspace === undefined || workspace.trim() === '') return byId(platform_id)
  const found = await byCode(workspace)
  if (found === undefined || found.id === platform_id) {
    throw new Refusal(404, 'not_found', 'No hospital has this code.')
  }
  return found
}

export async function find(caller: Caller, workspace?: string): Promise<SystemSettings> {
  const hospital = await hospitalFor(caller, workspace)
  return view(hospital, hasToken(caller))
}

/** As other areas read them. */
export const systemSettings = async (
  caller: Pick<Caller, 'hospital_id'>,
): Promise<SystemSettings> => view(await hospitalOf(caller), true)

export async function change(caller: Caller, input: SystemSettingsInput): Promise<SystemSettings> {
  const { hospital_id } = caller
  const before = await hospitals.find({ id: hospital_id }, { lock: true })
  if (before === undefined) throw new Error('a caller belongs to a hospital')
  fresh(caller, before)
  const asked = readSettings(input, before)
  const changes = difference(before, asked)
  await guard(caller, before, asked)
  if (changes !== undefined) {
    await hospitals.change({ id: hospital_id }, { ...asked, updated_by_name: caller.name })
    forget(hospital_id)
  }
  record(caller, 'settings.system', {
    entity_type: 'settings',
    entity_id: 'system',
    entity_label: before.name,
    changes,
  })
  await noteChanges(caller, 'system', changes)
  return view((await hospitals.find({ id: hospital_id })) as Hospital, true)
}

/** PLT-61, PLT-62: what is recorded was recorded in this currency, and read by this country. */
async function guard(caller: Caller, before: Hospital, asked: Partial<Hospital>): Promise<void> {
  if (asked.currency !== undefined && asked.currency !== before.currency) {
    if ((await standsInTheWay(caller, 'currency')) !== null) {
      throw conflict(
        `The currency cannot change: money is already recorded in ${before.currency}.`,
        'money_recorded',
      )
    }
  }
  if (asked.country !== undefined && asked.country !== before.country) {
    const what = await standsInTheWay(caller, 'country')
    if (what !== null) {
      throw conflict(`The country cannot change: ${what} already recorded.`, 'country_in_use')
    }
  }
}

async function standsInTheWay(
  caller: Caller,
  setting: 'currency' | 'country',
): Promise<string | null> {
  for (const lock of registry.locks) {
    const what = await lock(caller, setting)
    if (what !== null) return what
  }
  return null
}

/** Nobody holds nothing; everyone else, the house itself included, holds something. */
const hasToken = (caller: Caller): boolean =>
  caller.kind !== 'SYSTEM' || caller.session_id !== null || can(caller, 'setting:read')

/** Where a picture is fetched; the hash makes a new one a new address. */
export function pictureUrl(hospital: Hospital, which: 'logo' | 'icon'): string | null {
  const picture = hospital[which]
  if (picture === null) return null
  const workspace = deployment() === 'hosted' ? `workspace=${hospital.code}&` : ''
  return `/api/v1/settings/system/${which}?${workspace}v=${picture.sha256.slice(0, 12)}`
}

function view(hospital: Hospital, with_token: boolean): SystemSettings {
  const open: SystemSettings = {
    accent: hospital.accent,
    country: hospital.country,
    currency: hospital.currency,
    date_format: hospital.date_format,
    document_accent: hospital.document_accent,
    document_footer: hospital.document_footer,
    document_theme: hospital.document_theme,
    invoice_due_days: String(hospital.invoice_due_days),
    invoice_notice: hospital.invoice_notice,
    invoice_terms: hospital.invoice_terms,
    login_message: hospital.login_message,
    name: hospital.name,
    short_name: hospital.short_name,
    support_email: hospital.support_email,
    support_phone: hospital.support_phone,
    tagline: hospital.tagline,
    timezone: hospital.timezone,
    code: hospital.code,
    deployment: deployment(),
    logo_url: pictureUrl(hospital, 'logo'),
    icon_url: pictureUrl(hospital, 'icon'),
    currency_decimals: currencyOf(hospital.currency).decimals,
    dial_code: countryOf(hospital.country)?.dial_code ?? '+',
    languages: [...languages],
    password_rules,
    api: 'v1.0.0',
  }
  if (!with_token) return open
  return {
    ...open,
    build: version,
    version: hospital.version,
    updated_at: hospital.updated_at,
    updated_by_name: hospital.updated_by_name,
  }
}
