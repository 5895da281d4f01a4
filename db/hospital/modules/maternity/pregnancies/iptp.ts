// Whether a dose against malaria may be given now (MAT-8).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import { allergiesOf } from '../../../neighbours/medicines.ts'
import { rowIn } from '../../parts/part-table.ts'
import { settings_table } from '../chosen/tables.ts'
import { gestationOn } from './dates.ts'
import { type ContactRow, isPositive } from './known.ts'
import type { PregnancyRow } from './record.ts'

export async function iptpBites(
  caller: Caller,
  row: PregnancyRow,
  contacts: readonly ContactRow[],
  on: string,
): Promise<Bite[]> {
  const { iptp_from_week, iptp_gap_days } = await rowIn(caller, settings_table)
  const allergies = (await allergiesOf(caller, [row.patient_id])).get(row.patient_id) ?? []
  const far = gestationOn(row.edd, on)
  const last = contacts.findLast(({ measures }) => measures['iptp'] === true)
  return [
    ...(isPositive(row) ? [{ what: 'She takes cotrimoxazole, which protects her already.' }] : []),
    ...allergies
      .filter(({ substance }) => /sulf|sulph|\bSP\b|cotrim|fansidar/i.test(substance))
      .map(({ substance }) => ({ what: `She does not bear ${substance}.` })),
    ...(far === null || far.weeks < iptp_from_week
      ? [warn(`It begins at ${iptp_from_week} weeks.`)]
      : []),
    ...(last !== undefined && on < nextDay(last.seen_on, iptp_gap_days)
      ? [warn(`The last one was on ${last.seen_on}: ${iptp_gap_days} days between them.`)]
      : []),
  ]
}

const warn = (what: string): Bite => ({ what, level: 'WARN' })
