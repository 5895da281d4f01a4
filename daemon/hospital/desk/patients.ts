// The patient register.

import * as alerts from '../../../db/hospital/desk/patients/record/alerts.ts'
import * as change from '../../../db/hospital/desk/patients/register/change.ts'
import * as kin from '../../../db/hospital/desk/patients/record/kin.ts'
import { list as register_list } from '../../../db/hospital/desk/patients/register/list.ts'
import * as patients from '../../../db/hospital/desk/patients/patients.ts'
import * as privacy from '../../../db/hospital/desk/patients/privacy/privacy.ts'
import * as register from '../../../db/hospital/desk/patients/register/register.ts'
import { setSpo2Target, Spo2Input } from '../../../db/hospital/desk/patients/record/spo2-target.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import {
  AlertFilters,
  AlertInput,
  PatientAlert,
} from '../../../db/hospital/desk/patients/record/alert-shapes.ts'
import {
  BreakGlass,
  BreakGlassInput,
  SensitivityInput,
} from '../../../db/hospital/desk/patients/privacy/shapes.ts'
import { DuplicateCandidate } from '../../../db/hospital/desk/patients/duplicates/merge-shapes.ts'
import {
  DuplicateInput,
  IdentifyInput,
  PatientChange,
  PatientInput,
  UnknownInput,
} from '../../../db/hospital/desk/patients/register/input-shapes.ts'
import { KinInput, NextOfKin } from '../../../db/hospital/desk/patients/record/hanging-shapes.ts'
import { Patient, PatientRow } from '../../../db/hospital/desk/patients/shapes.ts'
import {
  PatientFilters,
  UnknownFilters,
} from '../../../db/hospital/desk/patients/register/list-shapes.ts'
import { Why } from '../../../db/hospital/desk/patients/shape-parts.ts'
import {
  registerUnknown,
  unidentified,
} from '../../../db/hospital/desk/patients/register/unknown.ts'
import { listOf } from '../../../db/core/kinds/kinds.ts'
import { portrayed } from '../../work/pictures/dark-room.ts'
import { area } from '../../edge/route.ts'
import { ruled } from '../../edge/opens.ts'
import { byId, create, get, list, listed, patch, post, put } from '../words.ts'

const patient = byId(patientRecord.get)

export const door = area('patients', [
  list('/patients', {
    summary: 'The patient register',
    access: 'patient:read',
    opens: 'many',
    audit: 'patient.search',
    filters: PatientFilters,
    each: PatientRow,
    run: ({ caller, query }) => register_list(caller, query),
  }),
  create('/patients', {
    summary: 'Register a patient',
    access: 'patient:create',
    opens: ruled(
      'a record of the caller’s own making; one that was sent before is judged by the rule',
    ),
    once: true,
    body: PatientInput,
    reply: Patient,
    says: 'Patient registered.',
    around: ({ caller, body }, go) => portrayed(caller, body, '', go),
    run: ({ caller, body }) => register.register(caller, body),
  }),
  post('/patients/duplicates', {
    summary: 'Who on the register may be this person',
    access: 'patient:read',
    opens: 'many',
    audit: 'patient.duplicates',
    silent: true,
    body: DuplicateInput,
    reply: listOf(DuplicateCandidate),
    says: 'OK',
    run: ({ caller, body }) => register.duplicates(caller, body),
  }),
  create('/patients/unknown', {
    summary: 'Register somebody who cannot say who they are',
    access: 'patient:create',
    opens: ruled(
      'a record of the caller’s own making; one that was sent before is judged by the rule',
    ),
    once: true,
    body: UnknownInput,
    reply: Patient,
    says: 'Unknown patient registered.',
    run: ({ caller, body }) => registerUnknown(caller, body),
  }),
  list('/patients/unknown', {
    summary: 'People whom nobody has identified',
    access: 'patient:read',
    opens: 'many',
    audit: 'patient.unknown',
    filters: UnknownFilters,
    each: PatientRow,
    run: ({ caller, query }) => unidentified(caller, query),
  }),
  get('/patients/:id', {
    summary: 'One patient',
    access: 'patient:read',
    opens: 'record',
    audit: 'patient.read',
    record: patient,
    reply: Patient,
    run: ({ caller, params }) => patients.open(caller, params.id),
  }),
  patch('/patients/:id', {
    summary: 'Change a patient’s record',
    access: 'patient:update',
    opens: 'record',
    record: patient,
    body: PatientChange,
    reply: Patient,
    says: 'Patient changed.',
    around: ({ caller, body }, go) => portrayed(caller, body, '', go),
    run: ({ caller, params, body }) => change.change(caller, params.id, body),
  }),
  post('/patients/:id/identify', {
    summary: 'Say who an unknown patient is',
    access: 'patient:identify',
    opens: 'record',
    once: true,
    record: patient,
    body: IdentifyInput,
    reply: Patient,
    says: 'Patient identified.',
    around: ({ caller, body }, go) => portrayed(caller, body.patient ?? {}, 'patient.', go),
    run: ({ caller, params, body }) => change.identify(caller, params.id, body),
  }),
  listed('/patients/:id/next-of-kin', {
    summary: 'Next of kin',
    access: 'patient:read',
    opens: 'record',
    audit: 'next_of_kin.read',
    record: patient,
    each: NextOfKin,
    run: async ({ caller, params }) => {
      const { id, status } = await patientRecord.get(caller, params.id)
      return status === 'MERGED' ? [] : kin.kinOf(caller, id)
    },
  }),
  create('/patients/:id/next-of-kin', {
    summary: 'Add a next of kin',
    access: 'patient:update',
    opens: 'record',
    record: patient,
    body: KinInput,
    reply: NextOfKin,
    says: 'Next of kin added.',
    run: ({ caller, params, body }) => kin.add(caller, params.id, body),
  }),
  listed('/patients/:id/alerts', {
    summary: 'Alerts of a patient',
    access: 'patient:read',
    opens: 'record',
    audit: 'patient_alert.read',
    record: patient,
    query: AlertFilters,
    each: PatientAlert,
    run: async ({ caller, params, query }) => {
      const { id, status } = await patientRecord.get(caller, params.id)
      return status === 'MERGED' ? [] : alerts.alertsOf(caller, id, query.status)
    },
  }),
  create('/patients/:id/alerts', {
    summary: 'Raise an alert',
    access: ['patient:update', 'patient-clinical:write'],
    opens: 'record',
    record: patient,
    body: AlertInput,
    reply: PatientAlert,
    says: 'Alert raised.',
    run: ({ caller, params, body }) => alerts.raise(caller, params.id, body),
  }),
  post('/patient-alerts/:id/close', {
    summary: 'Close an alert',
    access: ['patient:update', 'patient-clinical:write'],
    opens: 'record',
    record: byId(alerts.patientAlertRecord.get),
    body: Why,
    reply: PatientAlert,
    says: 'Alert closed.',
    run: ({ caller, params, body }) => alerts.close(caller, params.id, body.reason),
  }),
  put('/patients/:id/spo2-target', {
    summary: 'Say which oxygen saturation is right for a patient',
    access: 'patient-clinical:write',
    opens: 'clinical',
    signs: true,
    record: patient,
    body: Spo2Input,
    reply: Patient,
    says: 'Target changed.',
    run: async ({ caller, params, body }) =>
      patients.view(caller, await setSpo2Target(caller, params.id, body)),
  }),
  put('/patients/:id/sensitivity', {
    summary: 'Say how sensitive a patient’s record is',
    access: 'patient:restrict',
    opens: 'record',
    record: patient,
    body: SensitivityInput,
    reply: Patient,
    says: 'Sensitivity changed.',
    run: async ({ caller, params, body }) => {
      await privacy.restrict(caller, params.id, body.sensitivity, body.reason)
      return patients.view(caller, await patientRecord.get(caller, params.id))
    },
  }),
  post('/patients/:id/break-glass', {
    summary: 'Open a restricted record with a reason',
    access: 'patient:break-glass',
    opens: 'desk',
    record: patient,
    body: BreakGlassInput,
    reply: BreakGlass,
    says: 'The record is open to you.',
    run: ({ caller, params, body }) => privacy.breakGlass(caller, params.id, body),
  }),
])
