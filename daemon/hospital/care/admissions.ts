// From the request for a bed to the gate (care 5.12).

import { can } from '../../../db/core/caller.ts'
import { notPermitted } from '../../../db/core/refusal.ts'
import { listOf } from '../../../db/core/kinds/kinds.ts'
import { admit } from '../../../db/hospital/care/wards/admissions/admit.ts'
import * as admissions from '../../../db/hospital/care/wards/admissions/admissions.ts'
import * as answers from '../../../db/hospital/care/wards/admissions/answers.ts'
import * as clearing from '../../../db/hospital/care/wards/admissions/clearing.ts'
import { recordDeath } from '../../../db/hospital/care/wards/admissions/death.ts'
import * as discharge from '../../../db/hospital/care/wards/admissions/discharge.ts'
import * as leaving from '../../../db/hospital/care/wards/admissions/leaving.ts'
import { admissionRecord, type Row } from '../../../db/hospital/care/wards/admissions/record.ts'
import * as requests from '../../../db/hospital/care/wards/admissions/request.ts'
import {
  AbscondInput,
  AcceptInput,
  Admission,
  AdmissionChange,
  AdmissionCleared,
  AdmissionFilters,
  AdmissionInput,
  AdmissionOrdered,
  AdmissionShort,
  AdmitInput,
  AttendingInput,
  BodyInput,
  ClearInput,
  DeathInput,
  DischargeCheck,
  DischargeInput,
  LeaveInput,
  OrderInput,
  UndoInput,
  Why,
} from '../../../db/hospital/care/wards/admissions/shapes.ts'
import { undo } from '../../../db/hospital/care/wards/admissions/undo.ts'
import { purseOf } from '../../../db/hospital/money/accounting/purse.ts'
import type { Caller } from '../../../db/core/caller.ts'
import { inBody } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, get, list, patch, post } from '../words.ts'

const record = byId(admissionRecord.get)
const shown = async (caller: Caller, done: Promise<Row>) => admissions.find(caller, (await done).id)
const moved = async (caller: Caller, done: Promise<answers.Moved>) =>
  admissions.shownAfter(caller, await done)

export const door = area('admissions', [
  list('/admissions', {
    summary: 'Admissions of the branch',
    access: 'admission:read',
    opens: 'many',
    audit: 'admission.list',
    filters: AdmissionFilters,
    each: AdmissionShort,
    run: ({ caller, query }) => admissions.list(caller, query),
  }),
  create('/admissions', {
    summary: 'Ask for a bed, or admit at once',
    access: 'admission:request',
    opens: inBody('record', 'patient_id'),
    signs: true,
    once: true,
    body: AdmissionInput,
    reply: Admission,
    says: 'A bed is asked for.',
    async run({ caller, body }) {
      const { admit: at_once, overrides, ...input } = body
      if (at_once === true && !can(caller, 'admission:admit')) {
        throw notPermitted('admission:admit')
      }
      const row = await requests.request(caller, input)
      if (at_once !== true) return admissions.find(caller, row.id)
      const { bed_id } = input
      const asked = { overrides: overrides ?? [], ...(bed_id ? { bed_id } : {}) }
      return admissions.shownAfter(caller, await admit(caller, row.id, asked))
    },
  }),
  get('/admissions/:id', {
    summary: 'One admission',
    access: 'admission:read',
    opens: 'desk',
    audit: 'admission.read',
    record,
    reply: Admission,
    run: ({ caller, params }) => admissions.find(caller, params.id),
  }),
  patch('/admissions/:id', {
    summary: 'Change what was asked for, or what is known of a stay',
    access: ['admission:request', 'admission:admit'],
    opens: 'clinical',
    signs: true,
    record,
    body: AdmissionChange,
    reply: Admission,
    says: 'Admission changed.',
    run: ({ caller, params, body }) => shown(caller, requests.change(caller, params.id, body)),
  }),
  post('/admissions/:id/accept', {
    summary: 'Accept an admission and keep a bed for it',
    access: 'admission:accept',
    opens: 'record',
    signs: true,
    record,
    body: AcceptInput,
    reply: Admission,
    says: 'Admission accepted.',
    run: ({ caller, params, body }) => moved(caller, answers.accept(caller, params.id, body)),
  }),
  post('/admissions/:id/decline', {
    summary: 'Decline an admission',
    access: 'admission:accept',
    opens: 'record',
    signs: true,
    record,
    body: Why,
    reply: Admission,
    says: 'Admission declined.',
    run: ({ caller, params, body }) =>
      shown(caller, answers.decline(caller, params.id, body.reason)),
  }),
  post('/admissions/:id/cancel', {
    summary: 'Cancel a request for a bed',
    access: 'admission:request',
    opens: 'record',
    signs: true,
    record,
    body: Why,
    reply: Admission,
    says: 'Request cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, answers.cancel(caller, params.id, body.reason)),
  }),
  post('/admissions/:id/admit', {
    summary: 'Admit a patient into a bed',
    access: 'admission:admit',
    opens: 'record',
    signs: true,
    once: true,
    record,
    body: AdmitInput,
    body_may_miss: true,
    reply: Admission,
    says: 'Patient admitted.',
    run: ({ caller, params, body }) => moved(caller, admit(caller, params.id, body)),
  }),
  post('/admissions/:id/set-attending', {
    summary: 'Another clinician attends',
    access: 'admission:discharge',
    opens: 'clinical',
    signs: true,
    record,
    body: AttendingInput,
    reply: Admission,
    says: 'Attending clinician changed.',
    run: ({ caller, params, body }) =>
      shown(caller, discharge.setAttending(caller, params.id, body)),
  }),
  post('/admissions/:id/order-discharge', {
    summary: 'Order the discharge',
    access: 'admission:discharge',
    opens: 'clinical',
    signs: true,
    record,
    body: OrderInput,
    reply: AdmissionOrdered,
    says: 'Discharge ordered.',
    async run({ caller, params, body }) {
      const admission = await shown(caller, discharge.order(caller, params.id, body))
      return { ...admission, checks: await clearing.checks(caller, params.id) }
    },
  }),
  post('/admissions/:id/withdraw-discharge', {
    summary: 'Take back the order of a discharge',
    access: 'admission:discharge',
    opens: 'clinical',
    signs: true,
    record,
    body: Why,
    reply: Admission,
    says: 'Discharge taken back.',
    run: ({ caller, params, body }) =>
      shown(caller, discharge.withdraw(caller, params.id, body.reason)),
  }),
  post('/admissions/:id/clinical-discharge', {
    summary: 'Discharge clinically: no further day in bed is charged',
    access: 'admission:discharge',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: DischargeInput,
    reply: Admission,
    says: 'Clinically discharged.',
    run: ({ caller, params, body }) => moved(caller, discharge.complete(caller, params.id, body)),
  }),
  post('/admissions/:id/clear', {
    summary: 'Clear a discharge at the cash desk',
    access: 'admission:clear',
    opens: 'desk',
    once: true,
    record,
    body: ClearInput,
    body_may_miss: true,
    reply: AdmissionCleared,
    says: 'Cleared: the gate pass can be printed.',
    async run({ caller, params, body }) {
      const done = await clearing.clear(caller, params.id, body.overrides)
      const { bill, balance, follow_up_id } = done
      return {
        ...(await admissions.shownAfter(caller, done)),
        bill,
        balance: clearing.seesMoney(caller) ? (await purseOf(caller)).major(balance) : null,
        follow_up_id,
      }
    },
  }),
  post('/admissions/:id/leave', {
    summary: 'The patient leaves with the gate pass',
    access: 'admission:leave',
    opens: 'desk',
    once: true,
    record,
    body: LeaveInput,
    body_may_miss: true,
    reply: Admission,
    says: 'The patient has left.',
    run: ({ caller, params, body }) => shown(caller, leaving.leave(caller, params.id, body)),
  }),
  post('/admissions/:id/abscond', {
    summary: 'The patient left without a word',
    access: 'admission:discharge',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: AbscondInput,
    reply: Admission,
    says: 'Recorded: the bed is to be cleaned.',
    run: ({ caller, params, body }) => shown(caller, leaving.abscond(caller, params.id, body)),
  }),
  post('/admissions/:id/record-death', {
    summary: 'Record a death in the ward',
    access: 'admission:discharge',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: DeathInput,
    reply: Admission,
    says: 'Death recorded.',
    run: ({ caller, params, body }) => shown(caller, recordDeath(caller, params.id, body)),
  }),
  post('/admissions/:id/body-moved', {
    summary: 'The body was moved, and the bed is to be cleaned',
    access: 'admission:leave',
    opens: 'desk',
    record,
    body: BodyInput,
    reply: Admission,
    says: 'Recorded: the bed is to be cleaned.',
    run: ({ caller, params, body }) => shown(caller, leaving.bodyMoved(caller, params.id, body)),
  }),
  post('/admissions/:id/undo', {
    summary: 'Take back a discharge, a step at a time and by two people',
    access: 'admission:correct',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: UndoInput,
    reply: Admission,
    says: 'Taken back.',
    run: ({ caller, params, body }) => shown(caller, undo(caller, params.id, body)),
  }),
  get('/admissions/:id/discharge-checks', {
    summary: 'What stands in the way of a discharge',
    access: 'admission:read',
    opens: 'clinical',
    audit: 'admission.checks',
    record,
    reply: listOf(DischargeCheck),
    run: ({ caller, params }) => clearing.checks(caller, params.id),
  }),
])
