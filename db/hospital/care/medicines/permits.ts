import { permit } from '../../permit.ts'

const treating = ['clinician', 'nurse', 'therapist', 'dentist', 'eye', 'nutrition'] as const

export const permits = {
  'medicine:read': permit('See the formulary and the tables of safety', 'R', [
    ...treating,
    'pharmacist',
    'pharmacy_technician',
    'clinical_admin',
  ]),
  'medicine:write': permit('Keep the formulary', 'U', ['pharmacist']),
  'prescription:read': permit('Read prescriptions', 'R', [
    ...treating,
    'pharmacist',
    'pharmacy_technician',
  ]),
  'prescription:stop': permit('Hold, stop or take back a medicine', 'X', [
    'clinician',
    'dentist',
    'intern',
  ]),
  'prescription:acknowledge': permit('Answer for what was given without a prescription', 'U', [
    'clinician',
  ]),
  'prescription:write': permit('Prescribe', 'U', ['clinician', 'dentist', 'intern']),
  'prescription:reserve': permit('Prescribe antibiotics kept in reserve', 'A', ['doctor']),
  'dispense:verify': permit('Check prescriptions in the pharmacy', 'A', [
    'pharmacist',
    'pharmacy_technician',
  ]),
  'dispense:read': permit('See the queue of the pharmacy', 'R', [
    'pharmacist',
    'pharmacy_technician',
    'cashier',
  ]),
  'dispense:handover': permit('Hand medicines over', 'U', ['pharmacist', 'pharmacy_technician']),
  'dispense:cancel': permit('Take a dispense back', 'X', ['pharmacist']),
  'dispense:controlled': permit('Hand controlled drugs over', 'M', ['pharmacist']),
  'pharmacy:return': permit('Accept what wards send back', 'X', ['pharmacist']),
  'dose:read': permit('See what is given on the ward', 'R', [...treating, 'pharmacist']),
  'dose:give': permit('Give medicines', 'U', ['nurse', 'clinician']),
  'dose:witness': permit('Stand by when a medicine is given', 'A', [
    'nurse',
    'clinician',
    'pharmacist',
  ]),
  'dose:void': permit('Void a dose', 'X', ['nurse_in_charge', 'doctor']),
  'override:safety': permit('Let a medicine through that a check holds back', 'M', [
    'doctor',
    'pharmacist',
  ]),
  'medicine:rules': permit('Keep the tables of safety', 'M', ['pharmacist', 'clinical_admin']),
} as const
