// The newest released value of a test, for whoever must know before the next step (DIA-170).

import type { Caller } from '../../../../core/caller.ts'
import { days, instantIn } from '../../../../core/clock.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { ResultFlag } from '../words.ts'
import { diagnostic_results } from './tables.ts'

export interface Latest {
  value: number | null
  unit: string | null
  flag: ResultFlag | null
  at: string
  result_id: string
}

export async function latestReleased(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
  codes: readonly string[],
  since: string,
): Promise<Latest | null> {
  const [found] = await diagnostic_results.read(
    sql`select ${diagnostic_results.selection()} from diagnostic_results
      where hospital_id = ${hospital_id} and patient_id = ${patient_id}
        and test_code${oneOf(codes)} and status = 'RELEASED' and not invalid
        and released_at >= ${since}
      order by released_at desc, id desc limit 1`,
  )
  if (found === undefined) return null
  const { value_num: value, unit, flag, released_at, id: result_id } = found
  return { value, unit, flag, at: released_at ?? '', result_id }
}

export const latestResult = (
  caller: Pick<Caller, 'hospital_id'>,
  asked: { patient_id: string; codes: readonly string[]; within_days: number },
): Promise<Latest | null> =>
  latestReleased(caller, asked.patient_id, asked.codes, instantIn(-days(asked.within_days)))

/** The first released value of a test that was measured in a stretch of time. */
export async function firstMeasured(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  asked: { patient_id: string; code: string; after: string; until: string },
): Promise<number | null> {
  const [found] = await diagnostic_results.read(
    sql`select ${diagnostic_results.selection()} from diagnostic_results
      where hospital_id = ${hospital_id} and patient_id = ${asked.patient_id}
        and test_code = ${asked.code} and status = 'RELEASED' and not invalid
        and measured_at > ${asked.after} and measured_at <= ${asked.until}
      order by measured_at, id limit 1`,
  )
  return found?.value_num ?? null
}
