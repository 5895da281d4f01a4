// How fast an infusion may run (3.5): about as it was ordered; at another rate a second person stands by.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import type { Witness } from '../../../neighbours/stock.ts'
import { rateOrdered } from '../prescribing/additives.ts'
import type { ItemRow } from '../prescribing/record.ts'
import { type Around, secondPerson } from './giving.ts'

/** Drops are counted, not weighed: a tenth more or less is what was ordered. */
const leeway = 0.1

/** What was ordered, where this is something else. */
export function ratherThan(item: Pick<ItemRow, 'infusion'> | null, ml_h: number): number | null {
  const ordered = item === null || item.infusion === null ? null : rateOrdered(item.infusion)
  if (ordered === null || Math.abs(ml_h - ordered) <= ordered * leeway) return null
  return Math.round(ordered * 10) / 10
}

/** A rate that was set while it ran: said why, and seen by somebody else. */
export async function seenBy(
  caller: Caller,
  { item, medicine }: Pick<Around, 'item' | 'medicine'>,
  asked: {
    rate_ml_h: number
    note?: string | null | undefined
    witness_token?: string | null | undefined
  },
): Promise<Witness | null> {
  const ordered = ratherThan(item, asked.rate_ml_h)
  if (ordered === null && !asked.witness_token) return null
  if (ordered !== null && !asked.note) {
    throw invalid('note', `is required: ${ordered} ml/h was ordered.`)
  }
  return secondPerson(caller, medicine, asked.witness_token)
}

/** After a rest it goes on as it was ordered, or as it ran. */
export function mustGoOnAs(
  item: Pick<ItemRow, 'infusion'> | null,
  ml_h: number,
  last: number | undefined,
): void {
  const ordered = ratherThan(item, ml_h)
  if (ordered === null || ml_h === last) return
  throw conflict(
    `${ml_h} ml/h is not the ${ordered} ml/h that was ordered: let it go on, then set the rate with a note and a witness.`,
    'rate',
  )
}
