// The rules as a hospital keeps them (DIA-79): written as a whole, at work once somebody has confirmed them.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalidAs } from '../../../../core/refusal.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { sections } from '../catalogue/lists.ts'
import { diagnostic_settings, diagnostic_tests } from '../catalogue/tables.ts'
import type { AutoConditions, AutoScope } from './passes.ts'
import type { AutoRulesInput, RuleInput } from './shapes.ts'
import { diagnostic_auto_rules } from './tables.ts'

export type AutoRow = RowOf<(typeof diagnostic_auto_rules)['columns']>

export const rules = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  active?: boolean,
): Promise<AutoRow[]> =>
  diagnostic_auto_rules.all({ hospital_id, active }, { order: ['position', 'id'] })

type NewRule = Pick<AutoRow, 'name' | 'name_key' | 'active' | 'step' | 'scope' | 'conditions'>

export async function replace(
  caller: Caller,
  { rules: given, confirm = false }: AutoRulesInput,
): Promise<AutoRow[]> {
  const { hospital_id } = caller
  const read = await readRules(caller, given)
  if (!confirm && read.some(({ active }) => active)) {
    throw conflict('Rules are at work only once they are confirmed: send confirm: true.', 'confirm')
  }
  // Two who write them at once come one after the other: the settings' row is what both hold.
  await diagnostic_settings.find({ hospital_id }, { lock: true })
  await diagnostic_auto_rules.remove({ hospital_id })
  await diagnostic_auto_rules.insertMany(
    read.map((rule, at) => ({
      ...rule,
      hospital_id,
      position: at + 1,
      confirmed_by_name: confirm ? caller.name : null,
    })),
  )
  record(caller, 'diagnostic_auto_rules.replace', {
    entity_type: 'settings',
    entity_id: 'diagnostic_auto_rules',
    query: { rules: read.map(({ name, active }) => `${name}${active ? '' : ' (off)'}`) },
  })
  return rules(caller)
}

export async function readRules(caller: Caller, given: readonly RuleInput[]): Promise<NewRule[]> {
  const { hospital_id } = caller
  const tests = await diagnostic_tests.all({ hospital_id })
  const codes = new Set(tests.map(({ code }) => code))
  const places = new Set((await sections(caller)).map(({ id }) => id))
  const names = new Set<string>()
  return given.map((rule, at) => {
    const read = readRule(rule)
    const where = `rules[${at}]`
    if (names.has(read.name_key)) throw invalidAs(where, 'the name stands twice.')
    names.add(read.name_key)
    for (const code of codesIn(read)) {
      if (!codes.has(code)) throw invalidAs(where, `there is no test ${code}.`)
    }
    for (const id of read.scope.section_ids) {
      if (!places.has(id)) throw invalidAs(where, 'there is no such section.')
    }
    return read
  })
}

const codesIn = ({ scope, conditions }: NewRule): string[] => [
  ...scope.test_codes,
  ...conditions.within.map(({ test_code }) => test_code),
]

function readRule({ name, active, step, scope, conditions: asked }: RuleInput): NewRule {
  const within = (asked?.within ?? []).map(({ test_code, low, high }) => ({
    test_code,
    low: low ?? null,
    high: high ?? null,
  }))
  const narrowed: AutoScope = {
    section_ids: scope?.section_ids ?? [],
    test_codes: scope?.test_codes ?? [],
    instrument_ids: scope?.instrument_ids ?? [],
  }
  const conditions: AutoConditions = {
    source: asked?.source ?? 'ANALYSER',
    worst_flag: asked?.worst_flag ?? 'NORMAL',
    within,
    max_specimen_hours: asked?.max_specimen_hours ?? null,
    age_from: asked?.age_from ?? null,
    age_to: asked?.age_to ?? null,
    priorities: asked?.priorities ?? [],
    locations: asked?.locations ?? [],
    previous_required: asked?.previous_required ?? false,
  }
  return {
    name,
    name_key: folded(name),
    active: active ?? false,
    step,
    scope: narrowed,
    conditions,
  }
}
