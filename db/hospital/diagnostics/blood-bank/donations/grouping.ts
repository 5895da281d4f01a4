// Groups are read from what the tubes show (BLD-25): forward and reverse must say the same.

import { conflict, invalid, invalidAs } from '../../../../core/refusal.ts'
import type { Abo, BloodGroup, Rhd, Strength } from '../words.ts'
import type { Forward, Reverse } from './kept.ts'

export interface Determination {
  abo: Abo
  rhd: Rhd
  forward: Forward
  reverse?: Reverse | null | undefined
}

const reacts = (strength: Strength): boolean => strength !== '0'

const letters = (a: boolean, b: boolean): Abo => {
  if (a && b) return 'AB'
  if (a) return 'A'
  return b ? 'B' : 'O'
}

export const forwardOf = ({ anti_a, anti_b }: Forward): Abo =>
  letters(reacts(anti_a), reacts(anti_b))
/** Plasma reacts with what the cells do not have. */
export const reverseOf = ({ a_cells, b_cells }: Reverse): Abo =>
  letters(!reacts(a_cells), !reacts(b_cells))

/** Whether forward and reverse differ; what was typed must be what the cells say. */
export function differs(one: Determination, field: string): boolean {
  const forward = forwardOf(one.forward)
  if (forward !== one.abo) {
    throw invalidAs(`${field}.abo`, `the forward grouping says ${forward}.`)
  }
  if (reacts(one.forward.anti_d) !== (one.rhd === 'POS') && one.rhd !== 'WEAK') {
    throw invalid(`${field}.rhd`, 'is not what anti_d says.')
  }
  return one.reverse ? reverseOf(one.reverse) !== forward : false
}

export const differ = ({ forward, reverse }: Determination) =>
  conflict(
    `Forward ${forwardOf(forward)}, reverse ${reverse ? reverseOf(reverse) : '?'}: resolve before saving.`,
    'discrepancy',
  )

/** A donor who is weakly positive is positive for whoever gets the blood. */
export const groupOfDonor = ({ abo, rhd }: Pick<Determination, 'abo' | 'rhd'>): BloodGroup =>
  `${abo}${rhd === 'NEG' ? '-' : '+'}`
