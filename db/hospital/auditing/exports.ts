// Asking for the audit log as a file.

import type { Caller } from '../../caller.ts'
import { days } from '../../clock.ts'
import { invalid } from '../../refusal.ts'
import { record } from '../audit/record.ts'
import { open } from '../exports/exports.ts'
import { audit_dataset } from './dataset.ts'
import type { ExportAsked } from './shapes.ts'

export async function start(caller: Caller, asked: ExportAsked): ReturnType<typeof open> {
  const { from, to, format } = asked
  const most = audit_dataset.max_days ?? 366
  if (from > to) throw invalid('from', 'is after to.')
  if ((Date.parse(to) - Date.parse(from)) / days(1) > most) {
    throw invalid('to', `must be at most ${most} days after from.`)
  }
  const filters = { ...asked.filters, from, to }
  const made = await open(caller, { dataset: audit_dataset.code, filters, format })
  record(caller, 'audit.export', { entity_type: 'export', entity_id: made.id, query: filters })
  return made
}
