import { staff_roles } from '../../office/access/roles/staff-roles.ts'
import { permit } from '../../permit.ts'

export const permits = {
  'stock:read': permit('See goods, stores and what lies in them', 'R', staff_roles),
  'stock:settings': permit('Set how goods are kept', 'M', ['manager', 'pharmacy_manager']),
  'controlled:witness': permit('Be the second person at controlled drugs and disposals', 'A', [
    'pharmacist',
    'pharmacy_technician',
    'nurse',
    'clinician',
  ]),
} as const
