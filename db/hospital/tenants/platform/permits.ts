import { permit } from '../../permit.ts'

/** Of the operator of a hosted service; no hospital's role can hold them (PLT-35). */
export const permits = {
  'platform:read': permit('See the hospitals of this service', 'R', []),
  'platform:user': permit('Open and suspend the accounts of the operator', 'M', []),
  'platform:hospital': permit('Open, suspend and reinstate hospitals', 'M', []),
} as const
