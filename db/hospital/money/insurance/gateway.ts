// How schemes are asked (BIL-108). The simulator answers inside the house, by the last figure of the
// card; a link to a real scheme is not built, and answers like one that is down.

import type { SchemeRow } from '../tariff/schemes.ts'

export type CardAnswer =
  | { result: 'VERIFIED' | 'REFUSED'; message: string; lapsed?: boolean }
  | { result: 'OFFLINE'; message: string }

/** BIL-120: a card ending 0 is refused, ending 9 times out. */
export function askCard(scheme: SchemeRow, card: string): CardAnswer {
  if (scheme.gateway !== 'SIMULATOR') {
    return { result: 'OFFLINE', message: `${scheme.name} did not answer.` }
  }
  const last = card.trim().at(-1)
  if (last === '9') return { result: 'OFFLINE', message: `${scheme.name} did not answer.` }
  if (last === '0') return { result: 'REFUSED', message: 'This card is not valid.', lapsed: true }
  return { result: 'VERIFIED', message: 'This card is valid.' }
}

export type AuthorisationAnswer =
  | { result: 'GIVEN'; number: string; message: string }
  | { result: 'REFUSED' | 'OFFLINE'; message: string }

/** `taken`: another branch was given one for this patient and day (visit type 1). */
export function askAuthorisation(
  scheme: SchemeRow,
  card: string,
  { seed, taken }: { seed: string; taken: boolean },
): AuthorisationAnswer {
  const answer = askCard(scheme, card)
  if (answer.result === 'OFFLINE') return { result: 'OFFLINE', message: answer.message }
  if (answer.result === 'REFUSED') return { result: 'REFUSED', message: answer.message }
  if (taken) {
    return { result: 'REFUSED', message: 'The member was authorised at another facility today.' }
  }
  const number = `SIM${seed.replace(/\D/g, '').slice(-10).padStart(10, '0')}`
  return { result: 'GIVEN', number, message: 'Authorised.' }
}
