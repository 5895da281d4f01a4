// The points a new branch starts with (QUE-16).

import type { Caller } from '../../../core/caller.ts'
import { service_points } from './tables.ts'
import type { PointKind } from './words.ts'

const shipped: readonly [
  code: string,
  kind: PointKind,
  name: string,
  name_sw: string,
  prefix: string,
][] = [
  ['REG', 'REGISTRATION', 'Registration', 'Usajili', 'R'],
  ['CASH', 'CASHIER', 'Cashier', 'Malipo', 'M'],
  ['TRI', 'TRIAGE', 'Triage', 'Uchunguzi wa awali', 'A'],
  ['CON', 'CONSULTATION', 'Consultation', 'Daktari', 'C'],
  ['EMR', 'EMERGENCY', 'Emergency', 'Dharura', 'E'],
  ['LAB', 'LABORATORY', 'Laboratory', 'Maabara', 'L'],
  ['IMG', 'IMAGING', 'Imaging', 'Picha', 'X'],
  ['PRO', 'PROCEDURE', 'Procedures', 'Taratibu', 'P'],
  ['PHA', 'PHARMACY', 'Pharmacy', 'Dawa', 'D'],
  ['CLN', 'CLINIC', 'Clinic', 'Kliniki', 'K'],
  ['DEN', 'DENTAL', 'Dental', 'Meno', 'T'],
  ['EYE', 'EYE', 'Eye', 'Macho', 'Y'],
  ['PHY', 'PHYSIOTHERAPY', 'Physiotherapy', 'Fiziotherapia', 'F'],
]

export async function shipPoints(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  facility_id: string,
  maternity: boolean,
): Promise<void> {
  const rows = maternity
    ? [...shipped, ['MCH', 'MATERNITY', 'Mother and child', 'Mama na mtoto', 'N'] as const]
    : shipped
  await service_points.insertMany(
    rows.map(([code, kind, name, name_sw, token_prefix]) => ({
      hospital_id,
      facility_id,
      code,
      kind,
      name,
      name_sw,
      token_prefix,
      counters: ['1'],
    })),
  )
}
