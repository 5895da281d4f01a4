// Vital signs: sets, alerts, curves, and who gets worse.

import * as alerts from '../../../db/hospital/desk/vitals/alerts.ts'
import * as alert_list from '../../../db/hospital/desk/vitals/alert-list.ts'
import * as amending from '../../../db/hospital/desk/vitals/amend-vitals.ts'
import { check, recordVitals } from '../../../db/hospital/desk/vitals/record-vitals.ts'
import {
  Acknowledge,
  Deteriorating,
  DeterioratingFilters,
  LatestValues,
  ResolveNote,
  Trend,
  TrendQuery,
  VitalAlert,
  VitalAlertFilters,
  Vitals,
  VitalsAmend,
  VitalsCheck,
  VitalsFilters,
  VitalsInput,
  VisitVitalsFilters,
} from '../../../db/hospital/desk/vitals/shapes.ts'
import * as vitals from '../../../db/hospital/desk/vitals/vitals.ts'
import { RecordVersion, VoidInput } from '../../../db/hospital/desk/amendments/shapes.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { visitRecord } from '../../../db/hospital/desk/visits/rows.ts'
import { area } from '../../edge/route.ts'
import { byId, create, get, list, listed, post } from '../words.ts'

const visit = byId(visitRecord.get)
const patient = byId(patientRecord.get)
const set = byId(vitals.vitalSetRecord.get)
const alert = byId(alerts.vitalAlertRecord.get)

export const door = area('vitals', [
  create('/visits/:id/vitals', {
    summary: 'Record vital signs',
    access: 'vitals:write',
    opens: 'record',
    signs: true,
    once: true,
    record: visit,
    body: VitalsInput,
    reply: Vitals,
    says: 'Vital signs recorded.',
    run: ({ caller, params, body }) => recordVitals(caller, params.id, body),
  }),
  list('/visits/:id/vitals', {
    summary: 'Vital signs of a visit',
    access: 'vitals:read',
    opens: 'clinical',
    audit: 'vitals.read',
    record: visit,
    filters: VisitVitalsFilters,
    each: Vitals,
    run: ({ caller, params, query }) => vitals.ofVisit(caller, params.id, query),
  }),
  post('/visits/:id/vitals/check', {
    summary: 'What a set of vital signs would say, without saving it',
    access: 'vitals:read',
    opens: 'record',
    audit: 'vitals.check',
    silent: true,
    record: visit,
    body: VitalsInput,
    reply: VitalsCheck,
    says: 'OK',
    run: ({ caller, params, body }) => check(caller, params.id, body),
  }),
  list('/patients/:id/vitals', {
    summary: 'Vital signs of a patient',
    access: 'vitals:read',
    opens: 'clinical',
    audit: 'vitals.read',
    record: patient,
    filters: VitalsFilters,
    each: Vitals,
    run: ({ caller, params, query }) => vitals.ofPatient(caller, params.id, query),
  }),
  get('/patients/:id/vitals/latest', {
    summary: 'The latest value of each vital sign',
    access: 'vitals:read',
    opens: 'clinical',
    audit: 'vitals.read',
    record: patient,
    reply: LatestValues,
    run: ({ caller, params }) => vitals.latest(caller, params.id),
  }),
  get('/patients/:id/vitals/trend', {
    summary: 'Vital signs as curves',
    access: 'vitals:read',
    opens: 'clinical',
    audit: 'vitals.read',
    record: patient,
    query: TrendQuery,
    reply: Trend,
    run: ({ caller, params, query }) => vitals.trend(caller, params.id, query),
  }),
  list('/vitals/deteriorating', {
    summary: 'Patients who get worse, or are observed too late',
    access: 'vitals:read',
    opens: 'many',
    audit: 'vitals.deteriorating',
    filters: DeterioratingFilters,
    each: Deteriorating,
    run: ({ caller, query }) => alert_list.deteriorating(caller, query),
  }),
  get('/vitals/:id', {
    summary: 'One set of vital signs',
    access: 'vitals:read',
    opens: 'clinical',
    audit: 'vitals.read',
    record: set,
    reply: Vitals,
    run: ({ caller, params }) => vitals.find(caller, params.id),
  }),
  post('/vitals/:id/amend', {
    summary: 'Amend a set of vital signs with a reason',
    access: 'vitals:write',
    opens: 'clinical',
    signs: true,
    record: set,
    body: VitalsAmend,
    reply: Vitals,
    says: 'Vital signs amended.',
    run: ({ caller, params, body }) => amending.amend(caller, params.id, body),
  }),
  post('/vitals/:id/void', {
    summary: 'Void a set of vital signs with a reason',
    access: 'vitals:write',
    opens: 'clinical',
    signs: true,
    record: set,
    body: VoidInput,
    reply: Vitals,
    says: 'Vital signs voided.',
    run: ({ caller, params, body }) => amending.voidSet(caller, params.id, body.reason),
  }),
  listed('/vitals/:id/history', {
    summary: 'Every version of a set of vital signs',
    access: 'vitals:read',
    opens: 'clinical',
    audit: 'vitals.history',
    record: set,
    each: RecordVersion,
    run: ({ caller, params }) => amending.history(caller, params.id),
  }),
  list('/vital-alerts', {
    summary: 'Alerts of vital signs',
    access: 'vitals:read',
    opens: 'many',
    audit: 'vital_alert.list',
    filters: VitalAlertFilters,
    each: VitalAlert,
    run: ({ caller, query }) => alert_list.list(caller, query),
  }),
  get('/vital-alerts/:id', {
    summary: 'One alert, with who was told',
    access: 'vitals:read',
    opens: 'clinical',
    audit: 'vital_alert.read',
    record: alert,
    reply: VitalAlert,
    run: ({ caller, params }) => alert_list.find(caller, params.id),
  }),
  post('/vital-alerts/:id/acknowledge', {
    summary: 'Say what was done about an alert',
    access: 'vitals:alert',
    opens: 'desk',
    signs: true,
    record: alert,
    body: Acknowledge,
    reply: VitalAlert,
    says: 'Alert acknowledged.',
    run: async ({ caller, params, body }) =>
      alert_list.view(caller, await alerts.acknowledge(caller, params.id, body.action_taken)),
  }),
  post('/vital-alerts/:id/resolve', {
    summary: 'Resolve an alert',
    access: 'vitals:alert',
    opens: 'desk',
    signs: true,
    record: alert,
    body: ResolveNote,
    reply: VitalAlert,
    says: 'Alert resolved.',
    run: async ({ caller, params, body }) =>
      alert_list.view(caller, await alerts.resolve(caller, params.id, body.note)),
  }),
])
