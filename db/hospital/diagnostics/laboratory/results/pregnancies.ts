// Whether a woman is pregnant, for the choice of her range (DIA-16): as care knows it, which asks maternity.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { pregnanciesOf } from '../../../neighbours/care.ts'
import type { PregnancyState } from '../words.ts'

const postpartum_days = 42
const first_ends = 14
const second_ends = 28

export async function pregnanciesAmong(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<(patient_id: string, on: string) => PregnancyState> {
  const known = await pregnanciesOf(caller, patient_ids)
  return (patient_id, on) => {
    const found = known.get(patient_id)
    if (found === undefined) return 'NOT_PREGNANT'
    if (found.pregnant) return ofWeeks(found.weeks)
    const born = found.delivered_on
    const is_after = born !== null && born <= on && on <= nextDay(born, postpartum_days)
    return is_after ? 'POSTPARTUM' : 'NOT_PREGNANT'
  }
}

function ofWeeks(weeks: number | null): PregnancyState {
  if (weeks === null) return 'PREGNANT'
  if (weeks < first_ends) return 'TRIMESTER_1'
  return weeks < second_ends ? 'TRIMESTER_2' : 'TRIMESTER_3'
}
