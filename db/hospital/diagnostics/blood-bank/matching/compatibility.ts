// Whose blood may be given to whom (BLD-50). Pure; the proof `abo` holds it against antigens and antibodies.

import type { Abo, BloodGroup, Family } from '../words.ts'

type Table = Readonly<Record<Abo, readonly Abo[]>>

const red: Table = { O: ['O'], A: ['A', 'O'], B: ['B', 'O'], AB: ['AB', 'A', 'B', 'O'] }
const same: Table = { O: ['O'], A: ['A'], B: ['B'], AB: ['AB'] }
const plasma: Table = { O: ['O', 'A', 'B', 'AB'], A: ['A', 'AB'], B: ['B', 'AB'], AB: ['AB'] }
const platelets: Table = {
  O: ['O', 'A', 'B', 'AB'],
  A: ['A', 'AB', 'B', 'O'],
  B: ['B', 'AB', 'A', 'O'],
  AB: ['AB', 'A', 'B', 'O'],
}

/** Donors in order of preference, by recipient. */
export const donors_for: Readonly<Record<Family, Table>> = {
  RED: red,
  WHOLE: same,
  PLASMA: plasma,
  CRYO: plasma,
  PLATELET: platelets,
}

/** Of a recipient of whom nothing is known (BLD-50). */
const donors_for_unknown: Readonly<Record<Family, readonly Abo[]>> = {
  RED: ['O'],
  WHOLE: ['O'],
  PLASMA: ['AB'],
  CRYO: ['AB'],
  PLATELET: ['AB', 'A', 'B', 'O'],
}

export const aboOf = (group: BloodGroup): Abo => group.slice(0, -1) as Abo
export const isPositive = (group: BloodGroup): boolean => group.endsWith('+')

export interface How {
  /** Whole blood of group O with little antibody may go to others; so may any of it in an emergency. */
  low_titre: boolean
  emergency: boolean
}

export function isAllowed(family: Family, recipient: Abo | null, donor: Abo, how: How): boolean {
  const list = recipient === null ? donors_for_unknown[family] : donors_for[family][recipient]
  if (family !== 'WHOLE') return list.includes(donor)
  const needs_reason = recipient !== donor
  if (!needs_reason) return true
  return donor === 'O' && (how.low_titre || how.emergency)
}

/** Platelets carry plasma: out of its table they are told of (BLD-50). */
export const isOutOfPlasma = (family: Family, recipient: Abo | null, donor: Abo): boolean =>
  family === 'PLATELET' && recipient !== null && !plasma[recipient].includes(donor)

const family_words: Readonly<Record<Family, string>> = {
  RED: 'red cells',
  WHOLE: 'whole blood',
  PLASMA: 'plasma',
  CRYO: 'cryoprecipitate',
  PLATELET: 'platelets',
}

/** `A+ red cells are not for a group O patient.` */
export const notFor = (family: Family, donor: BloodGroup, recipient: Abo | null): string => {
  const is = family === 'RED' || family === 'PLATELET' ? 'are' : 'is'
  const whom =
    recipient === null ? 'a patient whose group is not known' : `a group ${recipient} patient`
  return `${donor} ${family_words[family]} ${is} not for ${whom}.`
}
