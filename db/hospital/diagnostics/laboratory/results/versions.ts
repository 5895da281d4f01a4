// Every version that ever went out is kept, and none is changed (DIA-83).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import type { LineRow } from './lines.ts'
import { diagnostic_result_versions } from './tables.ts'
import { withUnit } from './value.ts'

export interface Why {
  reason_code: string | null
  note: string | null
  second_name: string | null
}

export const keepVersion = (caller: Caller, line: LineRow, why: Why) =>
  diagnostic_result_versions.insert({
    hospital_id: caller.hospital_id,
    result_id: line.id,
    version_no: line.version_no,
    value: withUnit(line),
    flag: line.flag,
    comment: line.comment,
    culture: line.culture,
    preliminary: line.preliminary,
    by_id: caller.user_id,
    by_name: caller.name,
    at: clock.instant(),
    ...why,
  })

export const versionsOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  result_ids: readonly string[],
) =>
  diagnostic_result_versions.all(
    { hospital_id, result_id: [...result_ids] },
    { order: ['result_id', 'version_no'] },
  )
