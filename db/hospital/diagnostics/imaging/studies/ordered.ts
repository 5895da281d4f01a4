// Studies come with their order and end with it (DIA-112).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { StudyOrdered } from '../../../neighbours/imaging.ts'
import { testsById } from '../../laboratory/catalogue/tests.ts'
import { withdrawOf } from '../../laboratory/critical/opening.ts'
import type { SafetyInput } from '../../laboratory/orders/safety.ts'
import { nextNumbers } from '../../laboratory/specimens/numbers.ts'
import { imaging_studies } from '../tables.ts'
import { studyRecord } from './record.ts'

export async function studiesOrdered(
  caller: Caller,
  asked: readonly StudyOrdered[],
  safety: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const numbers = await nextNumbers(caller, asked.length)
  const tests = await testsById(
    caller,
    asked.map(({ test_id }) => test_id),
  )
  const answered =
    safety === null
      ? {}
      : {
          safety: safety as SafetyInput,
          answered_at: clock.instant(),
          answered_by_name: caller.name,
        }
  for (const [at, one] of asked.entries()) {
    const test = tests.get(one.test_id)
    await studyRecord.created(
      caller,
      {
        ...columnsOf(one),
        ...answered,
        accession: `X${numbers[at]}`,
        study_uid: uidOf(newId()),
        modality: test?.modality ?? 'XR',
        body_part: test?.body_part ?? null,
        contrast: test?.contrast ?? 'NONE',
        duration_min: test?.duration_min ?? 20,
      },
      'order',
    )
  }
}

const columnsOf = (one: StudyOrdered) => ({
  item_id: one.item_id,
  order_id: one.order_id,
  order_number: one.order_number,
  facility_id: one.facility_id,
  patient_id: one.patient_id,
  visit_id: one.visit_id,
  admission_id: one.admission_id,
  section_id: one.section_id,
  test_id: one.test_id,
  test_code: one.test_code,
  test_name: one.test_name,
  laterality: one.laterality,
  priority: one.priority,
  restricted: one.restricted,
  portable: one.portable,
  by_id: one.by_id,
  ordered_by_name: one.ordered_by_name,
  ordered_at: one.ordered_at,
  due_at: one.due_at,
})

/** `2.25.` and the decimal value of a UUID: unique in the world without asking anybody. */
export const uidOf = (uuid: string): string => `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`

/** A study that was begun refuses in its own words. */
export async function studiesCancelled(
  caller: Caller,
  item_ids: readonly string[],
  why: string,
): Promise<void> {
  const { hospital_id } = caller
  const found = await imaging_studies.read(
    sql`select ${imaging_studies.selection()} from imaging_studies
      where hospital_id = ${hospital_id} and item_id${oneOf(item_ids)} order by id`,
  )
  for (const { id } of found) {
    const before = await studyRecord.locked(caller, id)
    await studyRecord.moved(caller, before, 'cancel', { starts_at: null, ends_at: null }, why)
    await withdrawOf(caller, { study_id: id })
  }
}
