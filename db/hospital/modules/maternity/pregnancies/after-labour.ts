// What becomes of a pregnancy when its labour ends (maternity 3): after birth, back to waiting, or over.

import type { Caller } from '../../../../core/caller.ts'
import { birthsOfPregnancy } from '../births/of.ts'
import type { LabourRow } from '../labours/of.ts'
import { bornOutcome, tellOver } from './closing.ts'
import { contactsOf, dueFor } from './known.ts'
import { pregnancyRecord, type PregnancyRow } from './record.ts'

export async function afterLabour(
  caller: Caller,
  labour: Pick<LabourRow, 'pregnancy_id' | 'outcome'>,
): Promise<PregnancyRow> {
  const before = await pregnancyRecord.locked(caller, labour.pregnancy_id)
  if (before.status !== 'IN_LABOUR') return before
  const outcome = await bornOutcome(caller, before.id)
  // Her death is recorded by care, which tells maternity (`onDeath`).
  if (outcome === null) return pregnancyRecord.moved(caller, before, 'labour_over')
  const born = await birthsOfPregnancy(caller, before.id)
  const delivered_at = born.at(-1)?.born_at ?? null
  const after: PregnancyRow = { ...before, status: 'POSTPARTUM', delivered_at }
  const { next_contact_on } = await dueFor(caller, after, await contactsOf(caller, before.id))
  const row = await pregnancyRecord.moved(caller, before, 'deliver', {
    delivered_at,
    outcome,
    next_contact_on,
    living: before.living + born.filter((one) => one.outcome === 'LIVE').length,
  })
  if (labour.outcome !== 'DIED') await tellOver(caller, row)
  return row
}
