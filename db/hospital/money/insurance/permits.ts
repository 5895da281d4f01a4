import { permit } from '../../permit.ts'

export const permits = {
  'coverage:read': permit('Ask what a scheme pays of a service', 'R', [
    'reception',
    'clinician',
    'billing',
    'insurance',
    'cashier',
  ]),
  'preauth:read': permit('See pre-authorisations', 'R', ['insurance', 'clinician', 'billing']),
  'preauth:create': permit('Ask schemes for pre-authorisations', 'C', ['insurance', 'clinician']),
  'preauth:respond': permit('Enter what a scheme answered', 'U', ['insurance']),
} as const
