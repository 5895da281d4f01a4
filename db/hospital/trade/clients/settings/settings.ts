// How a hospital trades (commercial 2.9): as it ships, but for what somebody has set.

import type { Caller } from '../../../../core/caller.ts'
import { fresh } from '../../../../core/versions.ts'
import { onceInTransaction } from '../../../../store/kept.ts'
import type { Of } from '../../../../store/record-of.ts'
import { difference, record } from '../../../office/audit/record.ts'
import type {
  CommercialSettings,
  CommercialSettingsChange,
  CommercialSettingsShown,
} from './shapes.ts'
import { commercial_settings } from './tables.ts'

const shipped: CommercialSettings = {
  quotation_valid_days: 30,
  quote_follow_up_days: 3,
  hold_after_overdue_days: 30,
  hold_on_contract_lapse: true,
  contract_grace_days: 0,
  contract_notice_days: [60, 30, 7, 0],
  reservation_days: 14,
  return_days: 7,
  discount_pending_days: 7,
  allow_below_cost: false,
  statement_day: null,
}

const said = onceInTransaction((hospital_id) => commercial_settings.find({ hospital_id }))

export const settingsOf = async ({ hospital_id }: Of): Promise<CommercialSettings> => ({
  ...shipped,
  ...(await said.get(hospital_id))?.said,
})

export async function find(caller: Of): Promise<CommercialSettingsShown> {
  const { version = 1 } = (await said.get(caller.hospital_id)) ?? {}
  return { ...(await settingsOf(caller)), version }
}

export async function change(
  caller: Caller,
  input: CommercialSettingsChange,
): Promise<CommercialSettingsShown> {
  const { hospital_id } = caller
  const before = await commercial_settings.find({ hospital_id }, { lock: true })
  fresh(caller, before ?? { version: 1 })
  if (Object.keys(input).length === 0) return find(caller)
  const now = { ...before?.said, ...input }
  if (before === undefined) await commercial_settings.insert({ hospital_id, said: now, version: 2 })
  else await commercial_settings.change({ hospital_id }, { said: now })
  said.forget(hospital_id)
  record(caller, 'commercial.settings', {
    entity_type: 'commercial_settings',
    entity_id: hospital_id,
    changes: difference({ ...shipped, ...before?.said }, input),
  })
  return find(caller)
}
