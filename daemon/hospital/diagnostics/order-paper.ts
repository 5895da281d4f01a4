// The paper of an order: values of a laboratory, or images and what was read in them.

import type { Caller } from '../../../db/core/caller.ts'
import { imagingReportOf } from '../../../db/hospital/diagnostics/imaging/papers/report.ts'
import { studiesAsked } from '../../../db/hospital/diagnostics/imaging/papers/request.ts'
import { orderRecord } from '../../../db/hospital/diagnostics/laboratory/orders/record.ts'
import { cumulativeOf } from '../../../db/hospital/diagnostics/laboratory/papers/cumulative.ts'
import type { PaperAsked } from '../../../db/hospital/diagnostics/laboratory/papers/person.ts'
import { reportOf } from '../../../db/hospital/diagnostics/laboratory/papers/report.ts'
import { requestOf } from '../../../db/hospital/diagnostics/laboratory/papers/request.ts'
import { openOnPaper } from '../../../db/hospital/diagnostics/laboratory/portal.ts'
import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { within } from '../../../db/store/connection.ts'
import { cumulativeReport } from '../../../templates/cumulative-report.ts'
import { imagingReport } from '../../../templates/imaging-report.ts'
import type { Paper } from '../../../templates/paper.ts'
import { requestSlip } from '../../../templates/request-slip.ts'
import { resultReport } from '../../../templates/result-report.ts'

export async function paperOfOrder(
  caller: Caller,
  id: string,
  asked: PaperAsked = {},
): Promise<Paper> {
  const { discipline } = await orderRecord.get(caller, id)
  if (discipline === 'IMAGING') {
    const { facility_id, ...made } = await within(() => imagingReportOf(caller, id, asked))
    return imagingReport({ ...made, head: await letterheadOf(caller, facility_id) })
  }
  const { facility_id, ...made } = await within(() => reportOf(caller, id, asked))
  return resultReport({ ...made, head: await letterheadOf(caller, facility_id) })
}

/** Earlier values beside those of the order, each time a column (DIA-151). */
export async function cumulativePaper(
  caller: Caller,
  id: string,
  asked: PaperAsked,
): Promise<Paper> {
  const { facility_id, ...made } = await cumulativeOf(caller, id, asked)
  return cumulativeReport({ ...made, head: await letterheadOf(caller, facility_id) })
}

/** What goes with the patient, or the tube, to who measures. */
export async function requestPaper(caller: Caller, id: string, asked: PaperAsked): Promise<Paper> {
  const { facility_id, ...made } = await requestOf(caller, id, asked)
  const wanted = new Set(made.tests.map(({ item_id }) => item_id))
  const studies = made.discipline === 'IMAGING' ? await studiesAsked(caller, id) : []
  return requestSlip({
    ...made,
    studies: studies.filter(({ item_id }) => wanted.has(item_id)),
    head: await letterheadOf(caller, facility_id),
  })
}

/** What is open to the patient of it, and nothing else. */
export async function ownPaperOfOrder(
  caller: Caller,
  asked: { patient_id: string; proxy: boolean; order_id: string },
  language: Language,
): Promise<Paper> {
  const open = await openOnPaper(caller, asked)
  return paperOfOrder(caller, asked.order_id, { language, open })
}
