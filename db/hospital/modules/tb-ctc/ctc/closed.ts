// Prescriptions of HIV care are kept from who may not read it (TBC-22, TBC-23).

import { type Caller, can } from '../../../../core/caller.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import { ctc_clients, ctc_prescriptions } from './tables.ts'

export async function closedTo(
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || can(caller, 'ctc:read')) return new Set()
  const { hospital_id } = caller
  const found = await ctc_prescriptions.all({ hospital_id, prescription_id: [...new Set(ids)] })
  return new Set(found.map(({ prescription_id }) => prescription_id))
}

export const openIn = (caller: Caller, column: Sql): Sql =>
  can(caller, 'ctc:read')
    ? sql`1 = 1`
    : sql`${column} not in (select prescription_id from ctc_prescriptions
        where hospital_id = ${caller.hospital_id})`

export async function closedPatientsTo(
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || can(caller, 'ctc:read')) return new Set()
  const { hospital_id } = caller
  const found = await ctc_clients.all({ hospital_id, patient_id: [...new Set(ids)] })
  return new Set(found.map(({ patient_id }) => patient_id))
}

export const isClient = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<boolean> => (await ctc_clients.find({ hospital_id, patient_id })) !== undefined

export const isOfClinic = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  prescription_id: string,
): Promise<boolean> =>
  (await ctc_prescriptions.find({ hospital_id, prescription_id })) !== undefined
