// A unit as the decision looks at it, and what a sample's age says.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, timeIn } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { inWords } from '../../../office/plans/days.ts'
import type { UnitFacts } from '../matching/decision.ts'
import type { SampleRow } from '../patients/record.ts'
import type { UnitRow } from '../units/record.ts'
import type { BloodGroup } from '../words.ts'
import type { RequestRow } from './record.ts'

/** What has no group of its own is nobody's: the caller refuses it first. */
export const factsOf = (unit: UnitRow): UnitFacts => ({
  id: unit.id,
  number: unit.number,
  group: unit.blood_group ?? ('AB+' as BloodGroup),
  family: unit.family,
  attributes: unit.attributes,
  antigens: unit.antigens,
})

/** Own blood is for its patient alone (BLD-8). */
export function mayBeFor(unit: UnitRow, { patient_id }: RequestRow): void {
  if (unit.only_for_id !== null && unit.only_for_id !== patient_id) {
    throw conflict(`Unit ${unit.number} is kept for one patient alone.`, 'wrong_patient')
  }
}

export async function sampleBites(caller: Caller, sample: SampleRow): Promise<Bite[]> {
  const until = sample.valid_until
  if (until !== null && until > clock.instant()) return []
  const { timezone } = await hospitalOf(caller)
  const at = new Date(until ?? sample.created_at)
  const [day, month] = inWords(dayIn(timezone, at)).split(' ')
  const when = `${day} ${month} ${timeIn(timezone, at)}`
  return [{ what: `Sample ${sample.number} was good until ${when}: a new sample is needed.` }]
}
