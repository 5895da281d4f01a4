// A patient's record through its life: not used, used again, ended by death.

import { DeathInput, Died, Undied } from '../../../db/hospital/desk/patients/record/death-shapes.ts'
import { recordDeath, revokeDeath } from '../../../db/hospital/desk/patients/record/deaths.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { Why } from '../../../db/hospital/desk/patients/shape-parts.ts'
import { Patient } from '../../../db/hospital/desk/patients/shapes.ts'
import * as status from '../../../db/hospital/desk/patients/status.ts'
import { area } from '../../edge/route.ts'
import { byId, post } from '../words.ts'

const record = byId(patientRecord.get)

export const door = area('patient-moves', [
  post('/patients/:id/deactivate', {
    summary: 'Say that a record is no longer used',
    access: 'patient:status',
    opens: 'record',
    record,
    body: Why,
    reply: Patient,
    says: 'Patient deactivated.',
    run: ({ caller, params, body }) => status.move(caller, params.id, 'deactivate', body.reason),
  }),
  post('/patients/:id/reactivate', {
    summary: 'Use a record again',
    access: 'patient:status',
    opens: 'record',
    record,
    body: Why,
    reply: Patient,
    says: 'Patient reactivated.',
    run: ({ caller, params, body }) => status.move(caller, params.id, 'reactivate', body.reason),
  }),
  post('/patients/:id/deceased', {
    summary: 'Record a death',
    access: 'patient:deceased',
    opens: 'record',
    record,
    body: DeathInput,
    reply: Died,
    says: 'Death recorded.',
    run: ({ caller, params, body }) => recordDeath(caller, params.id, body),
  }),
  post('/patients/:id/revoke-death', {
    summary: 'Take back a death that was recorded by mistake',
    access: 'patient:revoke-death',
    opens: 'record',
    record,
    body: Why,
    reply: Undied,
    says: 'Death taken back.',
    run: ({ caller, params, body }) => revokeDeath(caller, params.id, body.reason),
  }),
])
