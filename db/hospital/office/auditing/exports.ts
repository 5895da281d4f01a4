// Asking for the audit log as a file (PLT-119), as it stands at that moment: what is written while
// the file is made belongs to the next one, and the first line stays true.

import type { Caller } from '../../../core/caller.ts'
import { days } from '../../../core/clock.ts'
import { invalid } from '../../../core/refusal.ts'
import { lengthOf } from '../audit/rows.ts'
import { create } from '../exports/exports.ts'
import type { Export } from '../exports/shapes.ts'
import { audit_dataset } from './dataset.ts'
import type { ExportAsked } from './shapes.ts'

export async function start(caller: Caller, asked: ExportAsked): Promise<Export> {
  const { from, to, format } = asked
  const most = audit_dataset.max_days ?? 366
  if (from > to) throw invalid('from', 'is after to.')
  if ((Date.parse(to) - Date.parse(from)) / days(1) > most) {
    throw invalid('to', `must be at most ${most} days after from.`)
  }
  const filters = { ...asked.filters, from, to, to_seq: await lengthOf(caller) }
  return create(caller, { dataset: audit_dataset.code, filters, format })
}
