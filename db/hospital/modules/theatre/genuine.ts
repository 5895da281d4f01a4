// For whoever reads the code of a printed operation note: which case, when it was signed, and no name (MOD-21). An
// earlier version counts no longer.

import type { Caller } from '../../../core/caller.ts'
import { theatre_cases } from './cases/tables.ts'
import { theatre_parts } from './inside/tables.ts'

export async function genuineNote({ hospital_id }: Pick<Caller, 'hospital_id'>, id: string) {
  const part = await theatre_parts.find({ hospital_id, id })
  if (part === undefined || part.signed_at === null) return undefined
  const row = await theatre_cases.find({ hospital_id, id: part.case_id })
  const status = part.latest ? ('VALID' as const) : ('ENDED' as const)
  return { number: row?.number ?? null, date: part.signed_at.slice(0, 10), amount: null, status }
}
