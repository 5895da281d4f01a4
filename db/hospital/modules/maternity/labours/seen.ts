// The observations of a labour as its course, and the tables by which it is judged.

import type { Caller } from '../../../../core/caller.ts'
import { rowsIn, standing } from '../../parts/part-table.ts'
import { frequency_table, limits_table } from '../chosen/tables.ts'
import type { Course, Late } from './course.ts'
import { lateOf } from './course.ts'
import type { LabourRow, ObservationRow } from './of.ts'

export const courseOf = (
  labour: Pick<LabourRow, 'chart' | 'parity'>,
  seen: readonly ObservationRow[],
): Course => ({
  chart: labour.chart,
  first_birth: labour.parity === 0,
  observed: seen.filter((one) => !one.void).map(({ id, at, measures }) => ({ id, at, measures })),
})

export const limitsIn = async (caller: Pick<Caller, 'hospital_id'>) => {
  const { rows, version_no } = await standing(caller, limits_table)
  return { limits: rows, table_version: version_no }
}

export const frequencyIn = (caller: Pick<Caller, 'hospital_id'>) => rowsIn(caller, frequency_table)

/** Since when the stage it is in has gone on. */
export function stageSince(labour: LabourRow): string {
  const since = {
    LATENT: labour.admitted_at,
    ACTIVE: labour.active_at,
    SECOND: labour.full_at,
    THIRD: labour.delivered_at,
    FOURTH: labour.placenta_at,
    ENDED: labour.ended_at,
  }[labour.status]
  const came = labour.admitted_at
  return since === null || since < came ? came : since
}

export const lateNow = (
  labour: LabourRow,
  seen: readonly ObservationRow[],
  frequency: Parameters<typeof lateOf>[0],
  now: string,
): Late[] =>
  labour.status === 'ENDED'
    ? []
    : lateOf(frequency, labour.status, stageSince(labour), courseOf(labour, seen), now)
