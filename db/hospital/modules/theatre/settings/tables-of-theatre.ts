// Theatre's tables (MOD-15): what each ships, and what it refuses as a whole.

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { type PartTable, partTable, rowIn, rowsIn } from '../../parts/part-table.ts'
import {
  CancelReasonRow,
  CardRow,
  ChargeRow,
  CountItemRow,
  PreOpItemRow,
  SettingsRow,
  WhoItemRow,
} from './row-shapes.ts'
import * as shipped from './shipped.ts'

const module = 'theatre' as const
const own = 'Kituo, general surgical practice'

/** Two rows of one name would leave open which of them holds. */
const once =
  <R>(field: keyof R & string) =>
  (rows: readonly R[]): string | null => {
    const seen = new Set<unknown>()
    for (const [at, row] of rows.entries()) {
      if (seen.has(row[field]))
        return `rows[${at}].${field} "${String(row[field])}" is there twice.`
      seen.add(row[field])
    }
    return null
  }

export const settings_table = partTable({
  module,
  key: 'SETTINGS',
  title: 'How theatre works',
  source: own,
  clinical: true,
  row: SettingsRow,
  shipped: shipped.settings,
})
export const charges_table = partTable({
  module,
  key: 'CHARGES',
  title: 'What is charged, and by what time',
  source: own,
  clinical: false,
  row: ChargeRow,
  shipped: shipped.charges,
  check: once('key'),
})
export const pre_op_table = partTable({
  module,
  key: 'PRE_OP_ITEMS',
  title: 'Before a patient is sent',
  source: own,
  clinical: true,
  row: PreOpItemRow,
  shipped: shipped.pre_op_items,
  check: once('key'),
})
export const who_table = partTable({
  module,
  key: 'WHO_ITEMS',
  title: 'Surgical safety checklist',
  source: 'WHO Surgical Safety Checklist, 2009, in words of our own',
  clinical: true,
  row: WhoItemRow,
  shipped: shipped.who_items,
  check: once('key'),
})
export const count_table = partTable({
  module,
  key: 'COUNT_ITEMS',
  title: 'What is counted',
  source: own,
  clinical: true,
  row: CountItemRow,
  shipped: shipped.count_items,
  check: once('name'),
})
export const reasons_table = partTable({
  module,
  key: 'CANCEL_REASONS',
  title: 'Why an operation is put off or cancelled',
  source: own,
  clinical: false,
  row: CancelReasonRow,
  shipped: shipped.cancel_reasons,
  check: once('code'),
})
export const cards_table = partTable({
  module,
  key: 'PROCEDURE_CARDS',
  title: 'What a procedure takes',
  source: own,
  clinical: false,
  row: CardRow,
  shipped: shipped.cards,
  check: once('code'),
})

export const settingsOf = (caller: Caller): Promise<SettingsRow> => rowIn(caller, settings_table)

/** A reason that the table knows, or 400 with those it does. */
export async function reasonOf(caller: Caller, code: string): Promise<CancelReasonRow> {
  const rows = await rowsIn(caller, reasons_table)
  const found = rows.find((row) => row.code === code.trim().toUpperCase())
  if (found !== undefined) return found
  const known = rows.map((row) => row.code).join(', ')
  throw invalid('reason_code', `must be one of: ${known}.`)
}

export const cardOf = async (caller: Caller, code: string): Promise<CardRow | undefined> =>
  (await rowsIn(caller, cards_table)).find((row) => row.code === code)

export const theatre_tables: readonly PartTable[] = [
  settings_table,
  charges_table,
  pre_op_table,
  who_table,
  count_table,
  reasons_table,
  cards_table,
] as readonly PartTable[]
