// The departments that a new house has (ruling of the chapter, platform 2.5): those of a district hospital. It
// renames, closes and adds to them as it likes.

import { folded } from '../../../store/table.ts'
import { departments } from './tables.ts'
import type { department_kinds } from './words.ts'

type Kind = (typeof department_kinds)[number]

export const usual_departments: readonly (readonly [code: string, name: string, kind: Kind])[] = [
  ['GEN', 'General', 'ADMINISTRATIVE'],
  ['OPD', 'Outpatients', 'CLINICAL'],
  ['EMD', 'Emergency', 'CLINICAL'],
  ['MED', 'Internal medicine', 'CLINICAL'],
  ['SURG', 'Surgery', 'CLINICAL'],
  ['PAED', 'Paediatrics', 'CLINICAL'],
  ['OBGY', 'Obstetrics and gynaecology', 'CLINICAL'],
  ['RCH', 'Reproductive and child health', 'CLINICAL'],
  ['DENT', 'Dental', 'CLINICAL'],
  ['EYE', 'Eye', 'CLINICAL'],
  ['CTC', 'HIV and TB clinics', 'CLINICAL'],
  ['PHYS', 'Physiotherapy', 'CLINICAL'],
  ['NURS', 'Nursing', 'NURSING'],
  ['LAB', 'Laboratory', 'DIAGNOSTIC'],
  ['RAD', 'Imaging', 'DIAGNOSTIC'],
  ['PHAR', 'Pharmacy', 'PHARMACY'],
  ['ADMIN', 'Administration', 'ADMINISTRATIVE'],
  ['FIN', 'Finance', 'ADMINISTRATIVE'],
  ['HR', 'Human resources', 'ADMINISTRATIVE'],
  ['REC', 'Medical records', 'ADMINISTRATIVE'],
  ['STORE', 'Stores', 'SUPPORT'],
  ['MAINT', 'Maintenance', 'SUPPORT'],
]

export async function shipDepartments(hospital_id: string): Promise<void> {
  await departments.insertMany(
    usual_departments.map(([code, name, kind]) => ({
      hospital_id,
      code,
      name,
      name_key: folded(name),
      kind,
    })),
  )
}
