// What a hospital has chosen for its laboratory, over what is shipped (diagnostics 2.11).

import type { Caller } from '../../../../core/caller.ts'
import { fresh } from '../../../../core/versions.ts'
import { difference, record } from '../../../office/audit/record.ts'
import type { SettingsInput } from './setting-shapes.ts'
import { type Chosen, shipped_settings } from './setting-words.ts'
import { diagnostic_settings } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>
export type Shown = Chosen & { version: number }

export const settingsOf = async (of: Of): Promise<Chosen> => find(of)

/** As they stand; version 0 while nothing was ever changed. */
export async function find({ hospital_id }: Of): Promise<Shown> {
  const row = await diagnostic_settings.find({ hospital_id })
  return { ...shipped_settings, ...row?.chosen, version: row?.version ?? 0 }
}

export async function change(caller: Caller, input: SettingsInput): Promise<Shown> {
  const { hospital_id } = caller
  const row = await diagnostic_settings.find({ hospital_id }, { lock: true })
  fresh(caller, { version: row?.version ?? 0 })
  const before: Chosen = { ...shipped_settings, ...row?.chosen }
  const changes = difference({ ...before }, { ...before, ...input })
  // Nothing was asked for: what is shipped stays what is shipped.
  if (Object.keys(changes ?? {}).length === 0) return find(caller)
  const chosen = { ...row?.chosen, ...input }
  if (row === undefined) await diagnostic_settings.insert({ hospital_id, chosen })
  else await diagnostic_settings.change({ hospital_id }, { chosen })
  record(caller, 'settings.diagnostics', {
    entity_type: 'settings',
    entity_id: 'diagnostics',
    changes,
  })
  return find(caller)
}
