// What the portal offers at a hospital (2.12), over what is shipped.

import type { Caller } from '../../../core/caller.ts'
import { afterCommit, inTransaction } from '../../../store/connection.ts'
import { Refusal } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import type { PortalSettings, PortalSettingsChange } from './shapes.ts'
import { portal_settings, type Settings } from './tables.ts'
import { onOtherDatabase } from '../../../store/kept.ts'

type Of = Pick<Caller, 'hospital_id'>

const shipped: Settings = {
  portal_enabled: true,
  self_sign_up: false,
  child_age_limit: 14,
  proxy_end_age: 18,
  booking_enabled: true,
  cancel_notice_hours: 4,
  max_open_bookings: 3,
  missed_limit: 3,
  payments_enabled: true,
  messages_enabled: true,
  document_upload_enabled: false,
  vitals_visible: true,
  diagnoses_visible: false,
  terms_sw: null,
  terms_en: null,
  terms_version: '1',
}

/** Asked at every request of the portal. */
const kept_ms = 3000
const kept = new Map<string, { settings: Settings; until: number }>()
onOtherDatabase(() => kept.clear())

export async function settingsOf({ hospital_id }: Of): Promise<Settings> {
  const known = kept.get(hospital_id)
  if (known !== undefined && known.until > performance.now() && !inTransaction()) {
    return known.settings
  }
  const row = await portal_settings.find({ hospital_id })
  const settings = { ...shipped, ...row?.chosen }
  if (!inTransaction()) kept.set(hospital_id, { settings, until: performance.now() + kept_ms })
  return settings
}

export async function find(caller: Of): Promise<PortalSettings> {
  const row = await portal_settings.find({ hospital_id: caller.hospital_id })
  return { ...shipped, ...row?.chosen, version: row?.version ?? 1 }
}

export async function change(caller: Caller, input: PortalSettingsChange): Promise<PortalSettings> {
  const { hospital_id } = caller
  const before = await portal_settings.find({ hospital_id }, { lock: true })
  if (before !== undefined) fresh(caller, before)
  const changes = difference({ ...shipped, ...before?.chosen }, input)
  if (changes === undefined) return find(caller)
  const chosen = { ...before?.chosen, ...input }
  if (before === undefined) await portal_settings.insert({ hospital_id, chosen })
  else await portal_settings.change({ hospital_id }, { chosen })
  afterCommit(() => kept.delete(hospital_id))
  record(caller, 'portal_settings.change', {
    entity_type: 'portal_settings',
    entity_id: hospital_id,
    changes,
  })
  return find(caller)
}

/** POR-19. */
export async function mustBeOn(caller: Of): Promise<Settings> {
  const settings = await settingsOf(caller)
  if (!settings.portal_enabled) {
    throw new Refusal(403, 'portal_off', 'The patient portal is switched off.')
  }
  return settings
}

export const forgetPortal = (): void => kept.clear()
