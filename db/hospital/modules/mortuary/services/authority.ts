// Who must have allowed it (MOR-9): kin for what is done for the family, the law for what it orders, and for a
// police case the police even then.

import { conflict, invalid } from '../../../../core/refusal.ts'
import type { Body } from '../record.ts'
import type { AuthorityKind, ServiceKind } from '../words.ts'
import type { Authority } from './tables.ts'

const orders: readonly AuthorityKind[] = ['POLICE_ORDER', 'COURT_ORDER']
const of_family: readonly ServiceKind[] = ['EMBALMING', 'POST_MORTEM_CLINICAL']
/** Of a body that is a danger nothing of this is done without a doctor's word. */
const touches: readonly ServiceKind[] = ['WASHING', 'DRESSING', 'EMBALMING']

export interface About {
  kind: ServiceKind
  precautions: Body['precautions']
  police_case: boolean
}

/** Whether somebody must authorise it before it is done. */
export const needsAuthority = ({ kind, precautions }: About): boolean =>
  of_family.includes(kind) ||
  kind === 'POST_MORTEM_FORENSIC' ||
  (precautions === 'HIGH_RISK' && touches.includes(kind))

export function mustBeAllowed(
  about: About,
  authority: Authority | null,
  note: string | null,
): void {
  const { kind, police_case, precautions } = about
  const said = authority?.kind
  if (kind === 'POST_MORTEM_FORENSIC') return forensic(authority)
  if (kind === 'EMBALMING' && police_case) {
    if (said !== 'POLICE_ORDER') {
      throw conflict("A police case is not embalmed without the police's order.", 'authority')
    }
  } else if (of_family.includes(kind)) byKin(authority)
  if (precautions === 'HIGH_RISK' && touches.includes(kind) && !note?.trim()) {
    throw invalid('note', 'is required: this body is HIGH_RISK.')
  }
}

function forensic(authority: Authority | null): void {
  if (authority === null || !orders.includes(authority.kind)) {
    throw invalid('authority.kind', 'must be POLICE_ORDER or COURT_ORDER for this.')
  }
  if (!authority.number) throw invalid('authority.number', 'is required: the number of the order.')
}

function byKin(authority: Authority | null): void {
  if (authority?.kind !== 'KIN_CONSENT') {
    throw invalid('authority.kind', 'must be KIN_CONSENT for this.')
  }
  if (!authority.id_no) throw invalid('authority.id_no', 'is required: whose consent this is.')
}
