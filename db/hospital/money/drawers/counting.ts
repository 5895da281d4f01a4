// Counting by notes and coins (BIL-89): what the pieces add up to, in minor units.

import type { Caller } from '../../../core/caller.ts'
import { invalid, Refusal } from '../../../core/refusal.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { policyOf } from '../policy/policy.ts'
import type { Pieces } from './tables.ts'

export interface Counted {
  pieces: Pieces[]
  total: number
}

/** `said` is the sum as the person wrote it, where it was written too. */
export async function readCount(
  caller: Caller,
  given: readonly Pieces[],
  said?: number | null,
): Promise<Counted> {
  const purse = await purseOf(caller)
  const known = (await policyOf(caller)).denominations
  const pieces = given.map((one, at) => readPiece(purse, known, one, at))
  const twice = pieces.findIndex(
    ({ value }, at) => pieces.findIndex((other) => other.value === value) !== at,
  )
  if (twice >= 0) throw invalid(`denominations[${twice}].value`, 'is there twice.')
  const total = pieces.reduce((sum, { value, count }) => sum + value * count, 0)
  if (!Number.isSafeInteger(total)) throw invalid('denominations', 'add up to too much.')
  if (said !== undefined && said !== null) mustAgree(purse, total, purse.minor('counted', said))
  return { pieces, total }
}

function readPiece(
  purse: Purse,
  known: readonly number[],
  { value, count }: Pieces,
  at: number,
): Pieces {
  const minor = purse.minor(`denominations[${at}].value`, value)
  if (minor <= 0) throw invalid(`denominations[${at}].value`, 'must be more than 0.')
  if (known.length > 0 && !known.includes(minor)) {
    const words = known.map(purse.major).join(', ')
    throw invalid(`denominations[${at}].value`, `must be one of ${words}.`)
  }
  return { value: minor, count }
}

export function mustAgree(purse: Purse, total: number, said: number): void {
  if (total === said) return
  const { said: words } = purse
  throw new Refusal(
    400,
    'invalid',
    `denominations add up to ${words(total)}, not ${words(said)}.`,
    { field: 'denominations' },
  )
}

export const inMajor = (purse: Purse, pieces: readonly Pieces[]): Pieces[] =>
  pieces.map(({ value, count }) => ({ value: purse.major(value), count }))
