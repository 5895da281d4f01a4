// A diagnosis becomes certain, or is ruled out (CAR-16): a draft is changed, what was signed is amended.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { amend } from './amending.ts'
import type { Written } from './begin.ts'
import { seen } from './record.ts'
import type { CertaintyInput } from './shapes.ts'
import { change } from './writing.ts'

const reasons = {
  PROVISIONAL: 'The diagnosis is provisional',
  CONFIRMED: 'The diagnosis is confirmed',
  RULED_OUT: 'The diagnosis is ruled out',
} as const

export async function setCertainty(
  caller: Caller,
  id: string,
  { certainty, ...coded }: CertaintyInput,
): Promise<Written> {
  const { kind, title, status } = await seen(caller, id)
  if (kind !== 'DIAGNOSIS') throw conflict(`${title} is no diagnosis: certainty belongs to one.`)
  const asked = { certainty, ...coded }
  if (status === 'DRAFT') return { row: await change(caller, id, asked), warnings: [] }
  return amend(caller, id, { ...asked, reason: reasons[certainty] })
}
