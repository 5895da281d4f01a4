// Every clinical table of the house in one list: those of safety, what the areas of care brought, and
// front office's of vital signs.

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { adoptVitalTable, vitalTables } from '../../../desk/vitals/for-areas.ts'
import { registry } from '../../../registry.ts'
import { adoptBrought, broughtTables } from '../../clinical/adoptions.ts'
import { safety_tables, type SafetyTable } from '../words.ts'
import * as rules from './rules.ts'
import type { ClinicalTable } from './shapes.ts'
import { edition, safety_source } from './shipped.ts'
import { safetyRules } from './standing.ts'
import { safety_adoptions } from './tables.ts'

const titles: Readonly<Record<SafetyTable, string>> = {
  interactions: 'Interactions',
  'dose-limits': 'Limits of dose',
  renal: 'Medicines and kidneys',
  conditions: 'Medicines and conditions',
  ages: 'Medicines and age',
  'cross-allergies': 'Allergies that cross',
  'duplicate-classes': 'Classes that double',
}

export async function list(caller: Caller): Promise<ClinicalTable[]> {
  const { hospital_id } = caller
  const standing = await safetyRules(caller)
  const adopted = await safety_adoptions.all({ hospital_id, edition })
  const of_safety = safety_tables.map((key): ClinicalTable => {
    const by = adopted.find(({ safety_table }) => safety_table === key)
    return {
      key,
      title: titles[key],
      version: edition,
      rows: standing[key].length,
      source: safety_source,
      reviewed_on: null,
      table_adopted: by !== undefined,
      adopted_by: by?.adopted_by ?? null,
      adopted_at: by?.adopted_at ?? null,
    }
  })
  const vital = (await vitalTables(caller)).filter(({ in_force }) => in_force)
  return [...of_safety, ...(await broughtTables(caller)), ...vital.map(asVital)]
}

type Vital = Awaited<ReturnType<typeof vitalTables>>[number]
const asVital = (table: Vital): ClinicalTable => ({
  key: table.code,
  title: table.code,
  version: table.version,
  rows: table.rows.length,
  source: table.source,
  reviewed_on: table.effective_from,
  table_adopted: table.adopted_at !== null,
  adopted_by: table.adopted_by,
  adopted_at: table.adopted_at,
})

/** The one in force; a draft of vital signs is adopted at its own door. */
export async function adopt(caller: Caller, key: string, note: string): Promise<ClinicalTable> {
  const named = (await list(caller)).find((one) => one.key === key)
  if (named === undefined) throw noSuch('clinical table')
  if (safety_tables.some((table) => table === key)) await rules.adopt(caller, key, note)
  else if (registry.clinical_tables.has(key)) await adoptBrought(caller, key, note)
  else await adoptVitalTable(caller, key, String(named.version), note)
  return (await list(caller)).find((one) => one.key === key) as ClinicalTable
}
