// A case closes by itself once what must be written of it is signed (A.3 close).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { isSigned, partOf } from '../inside/parts.ts'
import { caseRecord, type CaseRow } from './record.ts'

/** Neither has an anaesthetist, nor events of anaesthesia. */
export const withoutAnaesthetist = ({ anaesthesia_planned }: CaseRow): boolean =>
  anaesthesia_planned === 'LOCAL' || anaesthesia_planned === 'NONE'

export async function closeIfWhole(caller: Caller, row: CaseRow): Promise<CaseRow> {
  const died = row.status === 'PROCEDURE_DONE' && row.outcome === 'DIED_IN_THEATRE'
  if (row.status !== 'ACCEPTED' && !died) return row
  if (!isSigned(await partOf(caller, row.id, 'OPERATION_NOTE'))) return row
  const asleep = !withoutAnaesthetist(row)
  if (asleep && !isSigned(await partOf(caller, row.id, 'ANAESTHESIA'))) return row
  return caseRecord.moved(caller, row, 'close', { closed_at: clock.instant() })
}
