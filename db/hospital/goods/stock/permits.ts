import { staff_roles } from '../../office/access/roles/staff-roles.ts'
import { permit } from '../../permit.ts'

const keepers = ['storekeeper', 'pharmacist']

export const permits = {
  'product:read': permit('See products, units and categories', 'R', staff_roles),
  'product:write': permit('Keep products, units and categories', 'U', [...keepers, 'procurement']),
  'product:cost': permit('See what goods cost and are worth', 'M', [
    'accountant',
    'procurement',
    'manager',
    'pharmacist',
  ]),
  'store:write': permit('Keep stores and who keeps them', 'U', ['manager']),
  'store:all': permit('Act on every store', 'M', ['pharmacy_manager', 'auditor']),
  'stock:read': permit('See goods, stores and what lies in them', 'R', staff_roles),
  'stock:move': permit('Move goods between stores', 'U', keepers),
  'stock:adjust': permit('Adjust what lies in the own stores', 'U', keepers),
  'stock:count': permit('Count what lies in a store', 'U', [...keepers, 'auditor', 'manager']),
  'stock:approve': permit('Approve adjustments and counts', 'A', ['manager', 'pharmacy_manager']),
  'stock:quality': permit('Hold and quarantine goods, recall them, judge the cold chain', 'M', [
    'pharmacist',
  ]),
  'stock:dispose': permit('Approve disposals and carry them out', 'U', ['pharmacy_manager']),
  'stock:settings': permit('Set how goods are kept', 'M', ['manager', 'pharmacy_manager']),
  'stock:use': permit('Write down what a ward used', 'C', [
    'nurse',
    'lab_technician',
    'theatre_nurse',
  ]),
  'requisition:write': permit('Ask a store for goods, and receive them', 'U', [
    'nurse',
    'lab_technician',
    'theatre_nurse',
    'supervisor',
    'pharmacist',
  ]),
  'requisition:approve': permit('Approve what is asked of a store', 'A', [
    'supervisor',
    'pharmacist',
  ]),
  'requisition:issue': permit('Issue what was approved', 'U', keepers),
  'controlled:read': permit('Read the register of controlled drugs', 'R', [
    'pharmacist',
    'nurse',
    'auditor',
  ]),
  'controlled:write': permit('Check and waste controlled drugs', 'U', [
    'pharmacist',
    'pharmacy_technician',
    'nurse',
  ]),
  'controlled:witness': permit('Be the second person at controlled drugs and disposals', 'A', [
    'pharmacist',
    'pharmacy_technician',
    'nurse',
    'clinician',
  ]),
  'controlled:settings': permit('Decide on controlled drugs and their discrepancies', 'M', [
    'pharmacy_manager',
  ]),
} as const
