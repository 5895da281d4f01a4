// A permission as an area declares it: what it opens, its class (PLT-38), who holds it at first.

export const permit_classes = ['R', 'C', 'U', 'X', 'A', 'P', 'M'] as const
export type PermitClass = (typeof permit_classes)[number]

export interface Permit {
  /** One line a ward in-charge understands. */
  readonly says: string
  readonly class: PermitClass
  /** Default roles beside `administrator`, which holds everything. */
  readonly roles: readonly string[]
}

export const permit = (says: string, kind: PermitClass, roles: readonly string[]): Permit => ({
  says,
  class: kind,
  roles,
})

/** What a chapter calls `all staff roles`: every default role but the patient's. */
export const staff_roles = [
  'system_administrator',
  'director',
  'manager',
  'supervisor',
  'auditor',
  'privacy_officer',
  'medical_in_charge',
  'clinical_admin',
  'doctor',
  'clinician',
  'intern',
  'dentist',
  'eye',
  'therapist',
  'nutrition',
  'nurse',
  'nurse_in_charge',
  'midwife',
  'theatre_nurse',
  'lab_technician',
  'lab_manager',
  'radiographer',
  'radiologist',
  'pharmacist',
  'pharmacy_manager',
  'pharmacy_technician',
  'reception',
  'records',
  'hmis',
  'ward_clerk',
  'housekeeper',
  'kitchen',
  'mortuary_attendant',
  'ambulance_crew',
  'cashier',
  'billing',
  'insurance',
  'welfare',
  'accountant',
  'chief_accountant',
  'storekeeper',
  'procurement',
  'corporate',
  'hr_officer',
  'hr_manager',
  'payroll_officer',
  'ctc_team',
  'ctc_in_charge',
] as const
