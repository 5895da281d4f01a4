// Who pays for a visit (2.4, VIS-8): what the body says, the patient's own choice, the first
// membership that is good today, else the patient.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import {
  authoriseVisit,
  type Membership,
  membershipsOf,
  type Payer,
} from '../../../neighbours/billing.ts'
import type { Row as Patient } from '../../patients/rows.ts'
import { today } from '../../../office/places/hours.ts'
import type { PayerInput } from '../shapes.ts'
import type { Visit } from '../rows.ts'

const self: Payer = { kind: 'SELF' }

export async function payerFor(
  caller: Caller,
  patient: Patient,
  given: PayerInput | null | undefined,
): Promise<Payer> {
  if (given !== undefined && given !== null) return read(caller, patient, given)
  const own = patient.default_payer as PayerInput | null
  if (own !== null) {
    // A choice made long ago may no longer hold: the desk is not stopped by it.
    const still = await read(caller, patient, own).catch(() => null)
    if (still !== null) return still
  }
  const [first] = await membershipsOf(caller, patient.id)
  return first === undefined ? self : withScheme(first)
}

export async function read(caller: Caller, patient: Patient, given: PayerInput): Promise<Payer> {
  switch (given.kind) {
    case 'SELF':
      return self
    case 'SCHEME': {
      if (!given.membership_id) throw invalid('payer.membership_id', 'is required for SCHEME.')
      return withScheme(await membership(caller, patient, given.membership_id))
    }
    case 'CLIENT':
      if (!given.client_id) throw invalid('payer.client_id', 'is required for CLIENT.')
      return { kind: 'CLIENT', client_id: given.client_id, name: given.name ?? null }
    case 'OTHER':
      if (!given.name) throw invalid('payer.name', 'is required for OTHER.')
      return { kind: 'OTHER', name: given.name }
  }
}

async function membership(caller: Caller, patient: Patient, id: string): Promise<Membership> {
  const found = (await membershipsOf(caller, patient.id)).find((one) => one.id === id)
  if (found === undefined) throw noSuch('membership')
  const day = await today(caller, caller.facility_id)
  const ended = found.valid_to !== null && found.valid_to < day
  if (ended || found.status !== 'ACTIVE') {
    throw conflict(`The membership of ${found.scheme} ended on ${found.valid_to ?? day}.`)
  }
  return found
}

const withScheme = ({ id, scheme_id, scheme, needs_authorisation }: Membership): Payer => ({
  kind: 'SCHEME',
  membership_id: id,
  scheme_id,
  name: scheme,
  authorisation: { status: needs_authorisation ? 'MISSING' : 'NOT_NEEDED' },
})

/** VIS-8: asked of the scheme at opening; what it answers stands on the visit and stops nobody. */
export async function authorised(
  caller: Caller,
  visit: Pick<Visit, 'id' | 'kind' | 'referral_id' | 'payer'>,
): Promise<Payer> {
  const { payer } = visit
  const { membership_id } = payer
  if (payer.kind !== 'SCHEME' || typeof membership_id !== 'string') return payer
  if (payer.authorisation?.status === 'NOT_NEEDED') return payer
  const visit_type =
    visit.kind === 'EMERGENCY'
      ? 2
      : visit.referral_id !== null
        ? 3
        : visit.kind === 'FOLLOW_UP'
          ? 4
          : 1
  const answer = await authoriseVisit(caller, { visit_id: visit.id, membership_id, visit_type })
  return {
    ...payer,
    authorisation: { status: answer.status, number: answer.authorisation_no ?? null },
  }
}
