// What was changed in the settings, field by field, for whoever asks later (PLT-59).

import type { Caller } from '../../caller.ts'
import { clock } from '../../clock.ts'
import { setting_changes } from './tables.ts'
import type { HistoryRecord } from './words.ts'

/** In the transaction of the change; secrets are given masked by their own rule. */
export async function noteChanges(
  caller: Caller,
  record: HistoryRecord,
  changes: Record<string, [unknown, unknown]> | undefined,
  thing: string | null = null,
): Promise<void> {
  const at = clock.instant()
  await setting_changes.insertMany(
    Object.entries(changes ?? {}).map(([field, [before, after]]) => ({
      hospital_id: caller.hospital_id,
      at,
      by_name: caller.name.slice(0, 160),
      record,
      thing,
      field,
      before: before ?? null,
      after: after ?? null,
    })),
  )
}
