// Whether the card, wristband or number that was read is of the person in front of us (CAR-111, MOD-17).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import type { Row } from '../rows.ts'
import { whoseCode } from './cards.ts'

/** Whoever wears another's wristband is never treated for this one; nothing overrides it. */
export async function refuseAnotherPerson(
  caller: Caller,
  patient: Row,
  typed: string,
): Promise<void> {
  const found = await known(caller, typed)
  if (found?.id === patient.id) return
  const who = [initialsOf(found), found?.number ?? typed.trim().toUpperCase()].filter(Boolean)
  throw conflict(`This wristband is ${who.join(', ')}: another patient.`, 'wristband')
}

async function known(caller: Caller, typed: string): Promise<Row | undefined> {
  try {
    return await whoseCode(caller, typed)
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  }
}

function initialsOf(row: Row | undefined): string | null {
  const letters = (row?.full_name ?? '')
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .filter(Boolean)
  return letters.length === 0 ? null : `${letters.join('.')}.`
}
