import type { Caller } from '../../../../core/caller.ts'
import { type Content, partOf } from '../inside/parts.ts'
import type { CaseRow } from './record.ts'

/** As it was done, where that is written, else as it was planned. */
export async function technique(caller: Caller, row: CaseRow): Promise<string | null> {
  const part = await partOf(caller, row.id, 'ANAESTHESIA')
  const written = (part?.content as Content | undefined)?.['technique']
  return typeof written === 'string' ? written : row.anaesthesia_planned
}
