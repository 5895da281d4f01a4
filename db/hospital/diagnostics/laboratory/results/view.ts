// Results as people see them: what is not released is seen by who works on it (DIA-81), what is
// restricted by whom it is open to (DIA-33).

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { reportedPart } from '../cultures/culture.ts'
import { settingsOf } from '../catalogue/settings.ts'
import type { Chosen } from '../catalogue/setting-words.ts'
import { orderRecord } from '../orders/record.ts'
import { diagnostic_items } from '../orders/tables.ts'
import { type LineRow, lineRecord } from './lines.ts'
import { isOfLaboratory, restrictedOpenTo, seenBy } from './seen.ts'
import type { Result } from './shapes.ts'
import { diagnostic_results } from './tables.ts'
import { versionsOf } from './versions.ts'

export const resultShown = (caller: Caller, settings: Chosen, line: LineRow): Result => {
  const seen = seenBy(caller, settings, line)
  return { ...seen, delta: deltaShown(seen), previous: seen.previous }
}

const deltaShown = ({ delta }: LineRow): Result['delta'] =>
  delta === null ? null : { ...delta, reason: delta.reason ?? null, by_name: delta.by_name ?? null }

const cultureSeen = (caller: Caller, culture: LineRow['culture']) =>
  culture === null || isOfLaboratory(caller) ? culture : reportedPart(culture)

export async function shownAll(caller: Caller, lines: readonly LineRow[]): Promise<Result[]> {
  const settings = await settingsOf(caller)
  return lines.map((line) => resultShown(caller, settings, line))
}

/** By item, those of a page of items in one statement. */
export async function linesOfItems(
  { hospital_id }: Caller,
  item_ids: readonly string[],
): Promise<ReadonlyMap<string, LineRow[]>> {
  if (item_ids.length === 0) return new Map()
  const found = await diagnostic_results.read(
    sql`select ${diagnostic_results.selection()} from diagnostic_results
      where hospital_id = ${hospital_id} and item_id${oneOf(item_ids)} order by item_id, position`,
  )
  return Map.groupBy(found, ({ item_id }) => item_id)
}

/** Not there for whom it is not open to. */
export async function get(caller: Caller, id: string): Promise<LineRow> {
  const line = await lineRecord.get(caller, id)
  const { hospital_id } = caller
  const item = await diagnostic_items.find({ hospital_id, id: line.item_id })
  if (item?.restricted !== true) return line
  const { by_id } = await orderRecord.get(caller, line.order_id)
  const opens = await restrictedOpenTo(caller, [line.patient_id])
  if (!opens({ patient_id: line.patient_id, by_id })) throw noSuch('result')
  return line
}

export async function whole(caller: Caller, id: string) {
  const line = await get(caller, id)
  const [shown] = await shownAll(caller, [line])
  const seen = shown as Result
  const kept = seen.status === 'RELEASED' ? await versionsOf(caller, [id]) : []
  const versions = kept.map((one) => ({ ...one, culture: cultureSeen(caller, one.culture) }))
  // A value that was thrown away is for who works on it.
  return { ...seen, versions, runs: isOfLaboratory(caller) ? line.runs : [] }
}
