// The papers in the copy of a record: the reports of tests and images. For the patient what the portal
// opens, for staff whatever is released.

import { type Caller } from '../../db/core/caller.ts'
import { papersOfPatient } from '../../db/hospital/diagnostics/laboratory/portal.ts'
import type { PaperInside } from '../../db/hospital/desk/data-files/papers.ts'
import { patientRecord } from '../../db/hospital/desk/patients/rows.ts'
import { makePaper } from '../edge/papers.ts'
import { ownPaperOfOrder, paperOfOrder } from '../hospital/diagnostics/order-paper.ts'

export async function* recordPapers(
  caller: Caller,
  { patient_id, own }: { patient_id: string; own: boolean },
): AsyncGenerator<PaperInside> {
  const { language } = await patientRecord.get(caller, patient_id)
  for (const { id: order_id, number } of await papersOfPatient(caller, { patient_id, own })) {
    const paper = own
      ? await ownPaperOfOrder(caller, { patient_id, proxy: false, order_id }, language)
      : await paperOfOrder(caller, order_id, { language })
    yield { name: number, bytes: await makePaper(paper) }
  }
}
