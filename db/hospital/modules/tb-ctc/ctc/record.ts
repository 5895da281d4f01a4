// A client of HIV care as it is kept (modules D.3). The audit log names it by the entity of all programmes and
// by nothing else: who reads the log need not read HIV care (TBC-22).

import { type Caller, can } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { restricted } from '../../../desk/patients/privacy/privacy.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { historyIn } from '../../../history.ts'
import { staffOf } from '../../../neighbours/people.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'
import { client_states } from '../words.ts'
import { ctc_client_history, ctc_clients } from './tables.ts'

export type ClientRow = RowOf<(typeof ctc_clients)['columns']>

const permission = 'ctc:update'
const here = ['ACTIVE', 'INTERRUPTED'] as const

export const client_life = life('client', client_states, {
  visit: { from: here, to: 'ACTIVE', permission },
  regimen: { from: here, to: 'ACTIVE', permission },
  session: { from: here, to: here, permission },
  close: {
    from: here,
    to: ['TRANSFERRED_OUT', 'STOPPED', 'DIED', 'COMPLETED'],
    permission,
  },
  restart: {
    from: ['TRANSFERRED_OUT', 'STOPPED', 'COMPLETED'],
    to: 'ACTIVE',
    permission: 'ctc:register',
  },
  interrupt: { from: ['ACTIVE'], to: 'INTERRUPTED', house: true },
})
export type ClientMove = (typeof client_life.names)[number]

export const clientRecord = recordWithLife(ctc_clients, {
  life: client_life,
  type: 'programme_enrolment',
  called: ({ number }) => number,
  label: () => null,
  history: historyIn(ctc_client_history),
  clash: async (caller, error, { patient_id }) => {
    if (isTaken(error, 'number')) return taken()
    return isTaken(error, 'patient_id') ? inCare(caller, patient_id) : error
  },
})

export const taken = (): Error =>
  conflict('This CTC number belongs to another client.', 'number_taken')

export const clientOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<ClientRow | undefined> => ctc_clients.find({ hospital_id, patient_id })

export async function inCare(caller: Caller, patient_id: string): Promise<Error> {
  const known = await clientOf(caller, patient_id)
  return conflict(`Already in care: ${known?.number ?? ''}.`, 'in_care')
}

/** For every door: a colleague's record is for the named carer and the person in charge alone (TBC-24). */
export async function openedClient(caller: Caller, id: string): Promise<ClientRow> {
  const row = await clientRecord.get(caller, id)
  const { sensitivity } = await patientRecord.get(caller, row.patient_id)
  if (sensitivity !== 'STAFF' || can(caller, 'ctc:approve')) return row
  const staff = await staffOf(caller)
  if (staff && staff.staff_id === row.named_carer) return row
  throw restricted()
}

export async function begunClient(
  caller: Caller,
  id: string,
  move: ClientMove,
): Promise<ClientRow> {
  const { patient_id, facility_id } = await clientRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  await mustBeHere(caller, facility_id, 'client')
  return clientRecord.begin(caller, id, move)
}
