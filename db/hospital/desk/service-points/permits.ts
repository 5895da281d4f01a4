import { permit } from '../../permit.ts'
import { staff_roles } from '../../office/access/roles/staff-roles.ts'

export const permits = {
  'queue:read': permit('See service points and who waits there', 'R', staff_roles),
  'queue:call': permit('Call, serve and send on patients; open and close a point', 'U', [
    'nurse',
    'clinician',
    'cashier',
    'pharmacist',
    'lab_technician',
    'radiographer',
    'reception',
  ]),
  'queue:prioritise': permit('Put a patient before others, with a reason', 'U', [
    'nurse',
    'clinician',
    'nurse_in_charge',
  ]),
  'queue:manage': permit('Set up service points and the ways of visits', 'M', ['manager']),
  'queue:display': permit('Set up screens of waiting rooms', 'M', []),
  'queue:figures': permit('Read waiting times', 'R', ['manager', 'nurse_in_charge']),
} as const
