// The roles every hospital starts with. What a role holds is said beside each permission
// (permits.ts of every area); a role that includes another holds all of that one's codes too.

import { catalogue, permitOf } from '../../../permits.ts'

export interface DefaultRole {
  readonly code: string
  readonly name: string
  /** Includes what this role holds. */
  readonly includes?: string
  /** … but for these. */
  readonly without?: readonly string[]
  readonly clinical?: boolean
}

export const default_roles: readonly DefaultRole[] = [
  { code: 'administrator', name: 'Administrator' },
  { code: 'system_administrator', name: 'IT officer' },
  { code: 'director', name: 'Director' },
  { code: 'manager', name: 'Manager' },
  { code: 'supervisor', name: 'Head of department, cash supervisor' },
  { code: 'auditor', name: 'Auditor' },
  { code: 'privacy_officer', name: 'Privacy officer' },
  {
    code: 'medical_in_charge',
    name: 'Medical officer in charge',
    includes: 'doctor',
    clinical: true,
  },
  { code: 'clinical_admin', name: 'Clinical administrator', clinical: true },
  { code: 'doctor', name: 'Doctor', includes: 'clinician', clinical: true },
  { code: 'clinician', name: 'Clinical officer', clinical: true },
  {
    code: 'intern',
    name: 'Intern, student',
    includes: 'clinician',
    without: [
      'record:amend',
      'record:sign',
      'record:cosign',
      'certificate:issue',
      'prescription:cancel',
      'prescription:discontinue',
      'gate:override',
    ],
    clinical: true,
  },
  { code: 'dentist', name: 'Dentist', clinical: true },
  { code: 'eye', name: 'Optometrist', clinical: true },
  { code: 'therapist', name: 'Therapist', clinical: true },
  { code: 'nutrition', name: 'Nutritionist', clinical: true },
  { code: 'nurse', name: 'Nurse', clinical: true },
  { code: 'nurse_in_charge', name: 'Ward in-charge', includes: 'nurse', clinical: true },
  { code: 'midwife', name: 'Midwife', includes: 'nurse', clinical: true },
  { code: 'theatre_nurse', name: 'Theatre nurse', includes: 'nurse', clinical: true },
  { code: 'lab_technician', name: 'Laboratory technologist' },
  { code: 'lab_manager', name: 'Head of laboratory', includes: 'lab_technician' },
  { code: 'radiographer', name: 'Radiographer' },
  { code: 'radiologist', name: 'Radiologist', includes: 'radiographer', clinical: true },
  { code: 'pharmacist', name: 'Pharmacist', clinical: true },
  {
    code: 'pharmacy_manager',
    name: 'Pharmacist in charge',
    includes: 'pharmacist',
    clinical: true,
  },
  { code: 'pharmacy_technician', name: 'Pharmacy technician' },
  { code: 'reception', name: 'Receptionist' },
  { code: 'records', name: 'Records officer' },
  { code: 'hmis', name: 'Health information officer' },
  { code: 'ward_clerk', name: 'Ward clerk' },
  { code: 'housekeeper', name: 'Housekeeper' },
  { code: 'kitchen', name: 'Kitchen' },
  { code: 'mortuary_attendant', name: 'Mortuary attendant' },
  { code: 'ambulance_crew', name: 'Ambulance crew and dispatcher' },
  { code: 'cashier', name: 'Cashier' },
  { code: 'billing', name: 'Billing clerk' },
  { code: 'insurance', name: 'Insurance officer' },
  { code: 'welfare', name: 'Social welfare officer' },
  { code: 'accountant', name: 'Accountant' },
  { code: 'chief_accountant', name: 'Chief accountant', includes: 'accountant' },
  { code: 'storekeeper', name: 'Storekeeper' },
  { code: 'procurement', name: 'Procurement officer' },
  { code: 'corporate', name: 'Corporate officer' },
  { code: 'hr_officer', name: 'HR officer' },
  { code: 'hr_manager', name: 'HR manager', includes: 'hr_officer', without: ['staff:bank'] },
  { code: 'payroll_officer', name: 'Payroll officer' },
  { code: 'ctc_team', name: 'CTC team' },
  { code: 'ctc_in_charge', name: 'CTC clinician in charge', includes: 'ctc_team' },
  { code: 'patient', name: 'Patient' },
]

const by_code = new Map(default_roles.map((role) => [role.code, role]))
const computed = new Map<string, readonly string[]>()

/** What a default role is shipped with, sorted. */
export function shippedCodes(role_code: string): readonly string[] {
  let codes = computed.get(role_code)
  if (codes === undefined) computed.set(role_code, (codes = compute(role_code)))
  return codes
}

function compute(role_code: string): readonly string[] {
  if (role_code === 'administrator') return catalogue
  const role = by_code.get(role_code)
  if (role === undefined || role_code === 'patient') return []
  const included = role.includes === undefined ? [] : shippedCodes(role.includes)
  const own = catalogue.filter((code) => permitOf(code)?.roles.includes(role_code))
  const without = new Set(role.without ?? [])
  return [...new Set([...included, ...own])].filter((code) => !without.has(code)).sort()
}
