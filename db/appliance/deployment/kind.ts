// Whether this deployment serves one hospital or several; said once at start.

import { Refusal } from '../../core/refusal.ts'

export type Deployment = 'single' | 'hosted'

let kind: Deployment = 'single'

export function setDeployment(to: Deployment): void {
  kind = to
}

/** PLT-79: what belongs to the operator of a service is not there where one hospital is served. */
export const oneHospital = (): Refusal =>
  new Refusal(404, 'one_hospital', 'This server serves one hospital.')

export function hostedOnly(): void {
  if (kind !== 'hosted') throw oneHospital()
}

export const deployment = (): Deployment => kind
