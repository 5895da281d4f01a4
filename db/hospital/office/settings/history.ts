// What was changed in the settings, field by field, for whoever asks later (PLT-59).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { type Page, type PageAsked, pageFrom } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { withinDays } from '../hospitals/days.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import type { SettingChange } from './shapes.ts'
import { setting_changes } from './tables.ts'
import type { HistoryRecord } from './words.ts'

/**
 * In the transaction of the change. `thing` says which of several: the kind of a sequence, of a
 * document. Secrets are given masked by their own rule.
 */
export async function noteChanges(
  caller: Caller,
  record: HistoryRecord,
  changes: Record<string, [unknown, unknown]> | undefined,
  thing?: string,
): Promise<void> {
  const at = clock.instant()
  await setting_changes.insertMany(
    Object.entries(changes ?? {}).map(([field, [before, after]]) => ({
      hospital_id: caller.hospital_id,
      at,
      by_name: caller.name,
      record,
      field: thing === undefined ? field : `${thing}.${field}`,
      before: before ?? null,
      after: after ?? null,
    })),
  )
}

export interface HistoryFilter extends PageAsked {
  record?: HistoryRecord
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: HistoryFilter): Promise<Page<SettingChange>> {
  const { timezone } = await hospitalOf(caller)
  return pageFrom(setting_changes, asked, {
    from: sql` from setting_changes${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.record, sql`record = ${asked.record}`),
      ...withinDays(sql`at`, timezone, asked),
    ])}`,
    order: sql` order by at desc, id desc`,
  })
}
