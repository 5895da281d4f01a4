// Telling those who were given what is recalled (STK-94): each once, in words that name no medicine; who
// cannot be written to is called.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { toldAbout } from '../../../desk/patient-messages/about.ts'
import { keptOne, wordsFor, write } from '../../../desk/patient-messages/message.ts'
import type { ShippedTemplate } from '../../../desk/patient-messages/shipped.ts'
import { openFollowUp } from '../../../neighbours/commercial.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { recallRecord, type RecallRow } from './record.ts'
import type { RecallTelling, RecallTold } from './shapes.ts'
import { recall_notice } from './words.ts'

/** A text that others may read says nothing of what somebody takes (decision 0505). */
const notice: ShippedTemplate = {
  code: recall_notice,
  audience: 'Who was given what is recalled',
  wish: null,
  at_once: true,
  sw: '{hospital}: Tafadhali usitumie dawa iliyobaki tuliyokupa. Irudishe au piga {phone}. Muhimu.',
  en: '{hospital}: Please do not use what is left of what we gave you. Bring it back or call {phone}. Important.',
}

export async function tellPatients(
  caller: Caller,
  id: string,
  { text, patient_ids }: RecallTelling,
): Promise<RecallTold> {
  const recall = await recallRecord.locked(caller, id)
  if (recall.status !== 'OPEN') throw conflict(`${recall.number} is closed.`, 'state')
  const patients = await keptOnes(caller, await wantedOf(caller, recall, patient_ids ?? null))
  const told = await toldAbout(caller, { template: recall_notice, id }, [...patients.keys()])
  const sum: RecallTold = { queued: 0, without_phone: 0, told_before: 0 }
  for (const patient of patients.values()) {
    if (told.has(patient.id)) sum.told_before += 1
    else sum[await tell(caller, recall, patient, text || null)] += 1
  }
  const patients_told = recall.patients_told + sum.queued
  await recallRecord.changed(caller, recall, 'tell_patients', { patients_told })
  return sum
}

/** Who was given some of it and did not bring it back, in the order of their ids. */
async function wantedOf(
  { hospital_id }: Caller,
  { id }: RecallRow,
  chosen: readonly string[] | null,
): Promise<string[]> {
  const found = await rows<{ patient_id: string }>(
    sql`select m.patient_id from stock_moves m join recall_batches r on r.batch_id = m.batch_id
      where r.hospital_id = ${hospital_id} and r.recall_id = ${id} and m.patient_id is not null
      group by m.patient_id having sum(m.quantity) < 0 order by m.patient_id`,
  )
  const certain = found.map(({ patient_id }) => patient_id)
  if (chosen === null) return certain
  if (chosen.some((one) => !certain.includes(one))) throw noSuch('patient in this recall')
  return certain.filter((one) => chosen.includes(one))
}

type Patient = Awaited<ReturnType<typeof keptOne>>

/** Two records that became one are one person. */
async function keptOnes(caller: Caller, ids: readonly string[]): Promise<Map<string, Patient>> {
  const kept = new Map<string, Patient>()
  for (const id of ids) {
    const patient = await keptOne(caller, id)
    kept.set(patient.id, patient)
  }
  return kept
}

async function tell(
  caller: Caller,
  recall: RecallRow,
  patient: Patient,
  own: string | null,
): Promise<'queued' | 'without_phone'> {
  const text = await wordsFor(caller, patient, own ?? notice[patient.language], {})
  const message = { shipped: notice, text, entity: { type: 'recall', id: recall.id } }
  const { status } = await write(caller, patient, message)
  if (status !== 'SUPPRESSED') return 'queued'
  if (patient.status !== 'DECEASED') {
    await openFollowUp(caller, {
      subject: `Recall ${recall.number}: call the patient`,
      due_on: await today(caller),
      patient_id: patient.id,
    })
  }
  return 'without_phone'
}
