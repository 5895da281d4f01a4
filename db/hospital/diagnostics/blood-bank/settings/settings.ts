// What a hospital has chosen for its blood bank, over what is shipped (blood-bank 2.8).

import type { Caller } from '../../../../core/caller.ts'
import { invalid, invalidAs } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { dinFaultOf } from '../donations/din.ts'
import type { SettingsInput } from './shapes.ts'
import type { BloodSettings, Component } from './setting-words.ts'
import { shipped_settings } from './shipped.ts'
import { blood_settings } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>
export type Shown = BloodSettings & { version: number }

export const settingsOf = async (of: Of): Promise<BloodSettings> => find(of)

/** As they stand; version 0 while nothing was ever changed. */
export async function find({ hospital_id }: Of): Promise<Shown> {
  const row = await blood_settings.find({ hospital_id })
  return { ...shipped_settings, ...row?.chosen, version: row?.version ?? 0 }
}

/** `confirm: true`: the head of the laboratory has held every row against the national guideline. */
export async function change(caller: Caller, input: SettingsInput): Promise<Shown> {
  const { hospital_id } = caller
  const { confirm = false, ...asked } = input
  const row = await blood_settings.find({ hospital_id }, { lock: true })
  fresh(caller, { version: row?.version ?? 0 })
  const before: BloodSettings = { ...shipped_settings, ...row?.chosen }
  const wanted = { ...asked, ...(confirm ? confirmed({ ...before, ...asked }) : {}) }
  const after = { ...before, ...wanted }
  const changes = difference({ ...before }, { ...after })
  // Nothing was asked for: what is shipped stays what is shipped.
  if (Object.keys(changes ?? {}).length === 0) return find(caller)
  await hangsTogether(caller, after)
  const chosen = { ...row?.chosen, ...wanted }
  if (row === undefined) await blood_settings.insert({ hospital_id, chosen })
  else await blood_settings.change({ hospital_id }, { chosen })
  record(caller, 'settings.blood_bank', {
    entity_type: 'settings',
    entity_id: 'blood_bank',
    changes,
  })
  return find(caller)
}

const confirmed = ({ deferral_rules, components }: BloodSettings) => ({
  deferral_rules: deferral_rules.map((one) => ({ ...one, unconfirmed: false })),
  components: components.map((one) => ({ ...one, unconfirmed: false })),
})

async function hangsTogether(caller: Caller, after: BloodSettings): Promise<void> {
  const { din, deferral_rules, components, levels } = after
  const fault = dinFaultOf(din.fin)
  if (fault !== null) throw invalid('din.fin', fault)
  once('deferral_rules', deferral_rules)
  once('components', components)
  const codes = new Set(components.map(({ code }) => code))
  for (const [at, { made_from }] of components.entries()) {
    const unknown = made_from.find((code) => !codes.has(code))
    if (unknown !== undefined) {
      throw invalidAs(`components[${at}]`, `${unknown} is not a component.`)
    }
  }
  for (const [at, level] of levels.entries()) {
    if (level.minimum > level.target) {
      throw invalidAs(`levels[${at}]`, 'minimum is above target.')
    }
    if (!codes.has(level.component_code)) {
      throw invalidAs(`levels[${at}]`, `${level.component_code} is not a component.`)
    }
    await facilityRecord.get(caller, level.facility_id)
  }
}

function once(field: string, rows: readonly { code: string }[]): void {
  const seen = new Set<string>()
  for (const [at, { code }] of rows.entries()) {
    if (seen.has(code)) throw invalidAs(`${field}[${at}]`, `${code} stands there twice.`)
    seen.add(code)
  }
}

export function componentCalled(
  { components }: Pick<BloodSettings, 'components'>,
  code: string,
  field = 'component_code',
): Component {
  const found = components.find((one) => one.code === code.trim().toUpperCase() && one.active)
  if (found !== undefined) return found
  const known = components.filter(({ active }) => active).map((one) => one.code)
  throw invalid(field, `must be one of ${known.join(', ')}.`)
}
