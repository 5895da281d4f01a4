// What a reaction means for the patient from now on (BLD-82, BLD-84): a sample of afterwards, what the ward looks at,
// what the next unit must be, what the chart is told.

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { addTask } from '../../../care/nursing/tasks.ts'
import { addAllergyDraft } from '../../../neighbours/to-care.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { inWords } from '../../../office/plans/days.ts'
import { keepAntibody } from '../patients/antibodies.ts'
import { expectSample } from '../patients/samples.ts'
import type { Sign } from '../words.ts'
import { isAllergic } from './allergic.ts'
import { liesHere } from './at-the-ward.ts'
import { checklistFor } from './checklist.ts'
import type { Conclusion } from './kept.ts'
import type { TransfusionRow } from './record.ts'

/** BLD-82: a tube drawn after it, from the other arm, and a task that says what to look at. */
export async function afterReport(
  caller: Caller,
  row: TransfusionRow,
  signs: readonly Sign[],
): Promise<void> {
  const { facility_id, patient_id, request_id } = row
  const here = await liesHere(caller, row)
  const admission_id = here ? row.admission_id : null
  await expectSample(caller, { facility_id, patient_id, request_id, admission_id })
  if (!here) return
  await addTask(caller, {
    patient_id,
    task: `Reaction to unit ${row.unit_number}: do what its list says`,
    instructions: checklistFor(signs).join('\n'),
    source: 'BLOOD_REACTION',
    source_id: row.id,
  })
}

/** BLD-84. That cells are washed from now on is read from the conclusion itself (standingNeeds). */
export async function afterConclusion(
  caller: Caller,
  row: TransfusionRow,
  { type, severity, antibody }: Conclusion,
): Promise<void> {
  if (isAllergic({ type, severity })) {
    const { timezone } = await hospitalOf(caller)
    const on = inWords(dayIn(timezone, new Date(row.started_at)))
    await addAllergyDraft(caller, {
      patient_id: row.patient_id,
      substance: 'Blood plasma (transfusion)',
      source: 'OBSERVED',
      reactions: `${type === 'ANAPHYLACTIC' ? 'Anaphylaxis' : 'Severe allergy'} on ${on}`,
    })
  }
  if (type === 'DELAYED_HAEMOLYTIC' && antibody) {
    await keepAntibody(caller, { patient_id: row.patient_id, name: antibody, sample_id: null })
  }
  if (severity === 'DEATH') await tellOfDeath(caller, row)
}

const tellOfDeath = (caller: Caller, row: TransfusionRow) =>
  notify(caller, {
    to: { role: 'medical_in_charge', facility_id: row.facility_id },
    kind: 'blood.reaction',
    title: `Death after unit ${row.unit_number}: an incident to be reviewed`,
    body: 'The reaction is concluded. The report to the national service is due.',
    entity: { type: 'transfusion', id: row.id },
  })
