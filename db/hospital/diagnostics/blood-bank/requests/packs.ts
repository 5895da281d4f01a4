// A haemorrhage is answered by packs (BLD-64): cells, plasma and platelets together, counted, for a day.

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { isCells } from '../matching/decision.ts'
import type { UnitRow } from '../units/record.ts'
import type { Family } from '../words.ts'
import type { RequestRow } from './record.ts'
import { blood_issues } from './tables.ts'

const for_hours = 24
const parts = [
  { name: 'units of red cells', most: 4, has: isCells },
  { name: 'units of plasma', most: 4, has: (family: Family) => family === 'PLASMA' },
  { name: 'unit of platelets', most: 1, has: (family: Family) => family === 'PLATELET' },
]

export const isMassive = ({
  massive,
  created_at,
}: Pick<RequestRow, 'massive' | 'created_at'>): boolean =>
  massive && clock.ms() - Date.parse(created_at) < hours(for_hours)

/** The number of the pack that these units make, null where none is asked for. The request is locked. */
export async function packOf(
  caller: Caller,
  request: RequestRow,
  units: readonly UnitRow[],
): Promise<number | null> {
  if (!isMassive(request)) return null
  for (const { name, most, has } of parts) {
    if (units.filter(({ family }) => has(family)).length > most) {
      throw conflict(`A pack holds ${most} ${name}: issue the others in the next one.`, 'pack')
    }
  }
  return (await packsOf(caller, request.id)) + 1
}

export async function packsOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  request_id: string,
): Promise<number> {
  const last = await blood_issues.find({ hospital_id, request_id }, { order: ['-pack', '-id'] })
  return last?.pack ?? 0
}

/** Of what may be given, what goes next. */
export const nextPack = (request: RequestRow, fits: readonly UnitRow[]): UnitRow[] =>
  isMassive(request)
    ? parts.flatMap(({ most, has }) => fits.filter(({ family }) => has(family)).slice(0, most))
    : []
