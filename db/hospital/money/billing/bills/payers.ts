// Who owes a bill (BIL-4, BIL-12, BIL-13): read from what a person wrote, or from what the visit says.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { clientByPayer, creditCheck } from '../../../neighbours/commercial.ts'
import type { Payer } from '../../../neighbours/billing.ts'
import { membershipsOf } from '../../tariff/members-answers.ts'
import { keyOfPayer } from '../../tariff/payer-names.ts'
import type { PricePayer } from '../../tariff/prices.ts'
import { memberships } from '../../tariff/scheme-tables.ts'
import { schemeRecord, schemeByPayer, type SchemeRow, whyNot } from '../../tariff/schemes.ts'
import type { Row as Bill } from './rows.ts'
import type { BillWarning, PayerKind } from '../words.ts'

export interface Owing {
  payer: string | null
  /** As names are compared (BIL-12). */
  payer_key: string
  payer_kind: PayerKind
  scheme_id: string | null
  scheme_name: string | null
  membership_id: string | null
  client_id: string | null
  client_name: string | null
}

export const self: Owing = {
  payer: null,
  payer_key: '',
  payer_kind: 'SELF',
  scheme_id: null,
  scheme_name: null,
  membership_id: null,
  client_id: null,
  client_name: null,
}

const ofScheme = ({ id, name }: SchemeRow, membership_id: string | null): Owing => ({
  ...self,
  payer: name,
  payer_key: keyOfPayer(name),
  payer_kind: 'SCHEME',
  scheme_id: id,
  scheme_name: name,
  membership_id,
})

const ofOther = (name: string): Owing => ({
  ...self,
  payer: name.trim().replace(/\s+/g, ' ').slice(0, 160),
  payer_key: keyOfPayer(name),
  payer_kind: 'OTHER',
})

export const ofClientNamed = (client_id: string, name: string): Owing => ({
  ...self,
  payer: name,
  payer_key: keyOfPayer(name),
  payer_kind: 'CLIENT',
  client_id,
  client_name: name,
})

/** As the price list wants to know it. */
export const pricePayer = (bill: Pick<Bill, keyof Owing>): PricePayer => ({
  kind: bill.payer_kind,
  scheme_id: bill.scheme_id,
  client_id: bill.client_id,
  name: bill.payer,
})

export interface Named {
  payer?: string | null | undefined
  scheme_id?: string | null | undefined
  membership_id?: string | null | undefined
}

/** By hand: whoever cannot pay is refused in plain words. */
export async function payerByHand(
  caller: Caller,
  patient_id: string | null,
  said: Named,
  day: string,
): Promise<Owing> {
  const scheme = await schemeSaid(caller, said)
  if (scheme !== undefined) {
    const why = whyNot(scheme, day)
    if (why !== null) throw conflict(why, 'scheme')
    return ofScheme(scheme, await memberOf(caller, patient_id, scheme, said.membership_id))
  }
  const typed = said.payer ?? ''
  if (keyOfPayer(typed) === '') return self
  const client = await clientByPayer(caller, typed)
  if (client === null) return ofOther(typed)
  const { client_id, name } = client
  if (client.status !== 'ACTIVE') throw conflict(`${name} is ${client.status}.`, 'client')
  const credit = await creditCheck(caller, { client_id, amount: 0 })
  if (!credit.allowed) throw conflict(credit.reason ?? `${name} has no credit.`, 'client')
  return ofClientNamed(client_id, name)
}

async function schemeSaid(
  caller: Caller,
  { payer, scheme_id, membership_id }: Named,
): Promise<SchemeRow | undefined> {
  const named = keyOfPayer(payer) === '' ? undefined : await schemeByPayer(caller, payer ?? '')
  const wanted = scheme_id ?? (await schemeOfMembership(caller, membership_id))
  if (wanted === null) return named
  const scheme = await schemeRecord.get(caller, wanted)
  if ((payer ?? '') !== '' && named?.id !== scheme.id) {
    throw invalid('payer', 'and scheme_id name different payers.')
  }
  return scheme
}

async function schemeOfMembership(
  { hospital_id }: Caller,
  id: string | null | undefined,
): Promise<string | null> {
  if (id === null || id === undefined) return null
  const found = await memberships.find({ hospital_id, id })
  if (found === undefined) throw noSuch('membership')
  return found.scheme_id
}

async function memberOf(
  caller: Caller,
  patient_id: string | null,
  scheme: SchemeRow,
  wanted: string | null | undefined,
): Promise<string | null> {
  if (patient_id === null) return null
  if (wanted !== null && wanted !== undefined) {
    const { hospital_id } = caller
    const found = await memberships.find({ hospital_id, id: wanted })
    if (found?.patient_id !== patient_id) throw noSuch('membership')
    return found.id
  }
  const usable = await membershipsOf(caller, patient_id)
  return usable.find(({ scheme_id }) => scheme_id === scheme.id)?.id ?? null
}

export interface Charging {
  owing: Owing
  warning: BillWarning | null
}

/** Through a charge care goes on: who cannot pay leaves it to the patient, with a warning. */
export async function payerOfCharge(
  caller: Caller,
  patient_id: string,
  visit_payer: Payer | null,
  day: string,
): Promise<Charging> {
  if (visit_payer === null) {
    const [first] = await membershipsOf(caller, patient_id)
    if (first === undefined) return { owing: self, warning: null }
    const scheme = await schemeRecord.get(caller, first.scheme_id)
    return { owing: ofScheme(scheme, first.id), warning: null }
  }
  if (visit_payer.kind === 'CLIENT') return ofClient(caller, visit_payer)
  const scheme = await schemeOfVisit(caller, visit_payer)
  if (scheme !== undefined) {
    if (whyNot(scheme, day) !== null) return { owing: self, warning: 'SCHEME_LAPSED' }
    const usable = await membershipsOf(caller, patient_id)
    const member = usable.find(
      ({ id, scheme_id }) => scheme_id === scheme.id && id === (visit_payer.membership_id ?? id),
    )
    return { owing: ofScheme(scheme, member?.id ?? null), warning: null }
  }
  const name = visit_payer.kind === 'OTHER' ? (visit_payer.name ?? '') : ''
  return { owing: keyOfPayer(name) === '' ? self : ofOther(name), warning: null }
}

async function schemeOfVisit(caller: Caller, payer: Payer): Promise<SchemeRow | undefined> {
  if (payer.kind === 'OTHER') return schemeByPayer(caller, payer.name ?? '')
  if (payer.kind !== 'SCHEME') return undefined
  const id = payer.scheme_id ?? (await schemeOfMembership(caller, payer.membership_id))
  return id === null ? undefined : schemeRecord.get(caller, id)
}

async function ofClient(caller: Caller, { client_id, name }: Payer): Promise<Charging> {
  const client = client_id ?? null
  if (client === null) return { owing: self, warning: null }
  const { allowed } = await creditCheck(caller, { client_id: client, amount: 0 })
  if (!allowed) return { owing: self, warning: 'CLIENT_ON_HOLD' }
  const called = name ?? client
  return {
    owing: ofClientNamed(client, called),
    warning: null,
  }
}
