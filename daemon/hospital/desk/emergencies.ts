// Emergencies, the board, and incidents with many casualties.

import { identify } from '../../../db/hospital/desk/patients/register/change.ts'
import { IdentifyInput } from '../../../db/hospital/desk/patients/register/input-shapes.ts'
import { dispose } from '../../../db/hospital/desk/emergencies/dispose.ts'
import * as emergencies from '../../../db/hospital/desk/emergencies/emergencies.ts'
import { incidentRecord } from '../../../db/hospital/desk/emergencies/incident-rows.ts'
import * as incidents from '../../../db/hospital/desk/emergencies/incidents.ts'
import { openEmergency } from '../../../db/hospital/desk/emergencies/open.ts'
import {
  BoardQuery,
  BoardRow,
  CasualtiesInput,
  CasualtyFilters,
  CasualtyIncident,
  Disposed,
  DisposeInput,
  Emergency,
  EmergencyChange,
  EmergencyEvent,
  EmergencyFilters,
  EmergencyInput,
  EmergencyOpened,
  EmergencyReopen,
  IncidentChange,
  IncidentFilters,
  IncidentInput,
  NoteInput,
  ObserveInput,
  PoliceInput,
  ReassessInput,
  Reassessment,
  StandDown,
  StartInput,
  StoodDown,
  Triaged,
  TriageInput,
} from '../../../db/hospital/desk/emergencies/shapes.ts'
import { reopen } from '../../../db/hospital/desk/emergencies/reopen.ts'
import * as treating from '../../../db/hospital/desk/emergencies/treat.ts'
import { reassess, triage } from '../../../db/hospital/desk/emergencies/triage.ts'
import { listOf } from '../../../db/core/kinds/kinds.ts'
import { portrayed } from '../../work/pictures/dark-room.ts'
import { area } from '../../edge/route.ts'
import { inBody } from '../../edge/opens.ts'
import { byId, create, get, list, listed, patch, post, put } from '../words.ts'

const record = byId(emergencies.emergencyRecord.get)
const incident = byId(incidentRecord.get)

export const door = area('emergencies', [
  list('/emergencies', {
    summary: 'Emergencies',
    access: 'emergency:read',
    opens: 'many',
    audit: 'emergency.list',
    filters: EmergencyFilters,
    each: Emergency,
    run: ({ caller, query }) => emergencies.list(caller, query),
  }),
  get('/emergencies/board', {
    summary: 'Everybody who is in the emergency room now, with the clocks',
    access: 'emergency:read',
    opens: 'many',
    audit: 'emergency.board',
    query: BoardQuery,
    reply: listOf(BoardRow),
    run: ({ caller, query }) => emergencies.board(caller, query),
  }),
  create('/emergencies', {
    summary: 'Take in an emergency',
    access: 'emergency:create',
    opens: inBody('desk', 'patient_id'),
    once: true,
    body: EmergencyInput,
    reply: EmergencyOpened,
    says: 'Emergency taken in.',
    run: async ({ caller, body }) => {
      const { row, visit } = await openEmergency(caller, body)
      return { ...(await emergencies.view(caller, row)), visit }
    },
  }),
  get('/emergencies/:id', {
    summary: 'One emergency',
    access: 'emergency:read',
    opens: 'record',
    audit: 'emergency.read',
    record,
    reply: Emergency,
    run: ({ caller, params }) => emergencies.find(caller, params.id),
  }),
  patch('/emergencies/:id', {
    summary: 'Change what is known of an emergency',
    access: 'emergency:create',
    opens: 'desk',
    record,
    body: EmergencyChange,
    reply: Emergency,
    says: 'Emergency changed.',
    run: async ({ caller, params, body }) =>
      emergencies.view(caller, await treating.change(caller, params.id, body)),
  }),
  post('/emergencies/:id/triage', {
    summary: 'Triage',
    access: 'emergency:triage',
    opens: 'desk',
    signs: true,
    record,
    body: TriageInput,
    reply: Triaged,
    says: 'Triaged.',
    run: async ({ caller, params, body }) => {
      const { row, proposed } = await triage(caller, params.id, body)
      return { ...(await emergencies.view(caller, row)), proposed }
    },
  }),
  listed('/emergencies/:id/reassessments', {
    summary: 'Every time somebody looked again',
    access: 'emergency:read',
    opens: 'clinical',
    audit: 'emergency.reassessments',
    record,
    each: Reassessment,
    run: ({ caller, params }) => emergencies.reassessmentsOf(caller, params.id),
  }),
  post('/emergencies/:id/reassessments', {
    summary: 'Look again',
    access: 'emergency:triage',
    opens: 'desk',
    signs: true,
    record,
    body: ReassessInput,
    reply: Emergency,
    says: 'Reassessed.',
    run: async ({ caller, params, body }) =>
      emergencies.view(caller, await reassess(caller, params.id, body)),
  }),
  post('/emergencies/:id/start-treatment', {
    summary: 'Treatment begins',
    access: 'emergency:treat',
    opens: 'desk',
    signs: true,
    record,
    body: StartInput,
    body_may_miss: true,
    reply: Emergency,
    says: 'Treatment begins.',
    run: async ({ caller, params, body }) =>
      emergencies.view(caller, await treating.start(caller, params.id, body)),
  }),
  post('/emergencies/:id/observe', {
    summary: 'Observe, by an interval',
    access: 'emergency:treat',
    opens: 'desk',
    signs: true,
    record,
    body: ObserveInput,
    body_may_miss: true,
    reply: Emergency,
    says: 'Under observation.',
    run: async ({ caller, params, body }) =>
      emergencies.view(caller, await treating.observe(caller, params.id, body)),
  }),
  post('/emergencies/:id/back-to-treatment', {
    summary: 'From observation back to treatment',
    access: 'emergency:treat',
    opens: 'desk',
    signs: true,
    record,
    body: NoteInput,
    body_may_miss: true,
    reply: Emergency,
    says: 'Back to treatment.',
    run: async ({ caller, params, body }) =>
      emergencies.view(
        caller,
        await treating.backToTreatment(caller, params.id, body.note ?? null),
      ),
  }),
  put('/emergencies/:id/police', {
    summary: 'Police case and form',
    access: 'emergency:create',
    opens: 'desk',
    record,
    body: PoliceInput,
    reply: Emergency,
    says: 'Kept.',
    run: async ({ caller, params, body }) =>
      emergencies.view(caller, await treating.police(caller, params.id, body)),
  }),
  post('/emergencies/:id/identify', {
    summary: 'Say who an unknown patient is',
    access: 'patient:identify',
    opens: 'record',
    record,
    body: IdentifyInput,
    reply: Emergency,
    says: 'Patient identified.',
    around: ({ caller, body }, go) => portrayed(caller, body.patient ?? {}, 'patient.', go),
    run: async ({ caller, params, body }) => {
      const { patient_id } = await emergencies.emergencyRecord.get(caller, params.id)
      await identify(caller, patient_id, body)
      return emergencies.view(caller, await emergencies.emergencyRecord.get(caller, params.id))
    },
  }),
  post('/emergencies/:id/dispose', {
    summary: 'Say how an emergency ends',
    access: 'emergency:dispose',
    opens: 'desk',
    signs: true,
    once: true,
    record,
    body: DisposeInput,
    reply: Disposed,
    says: 'Emergency ended.',
    run: async ({ caller, params, body }) => {
      const { row, visit, admission, warnings } = await dispose(caller, params.id, body)
      const shown = admission === null ? null : { ...admission }
      return { ...(await emergencies.view(caller, row)), visit, admission: shown, warnings }
    },
  }),
  post('/emergencies/:id/reopen', {
    summary: 'Open again an emergency that ended too soon',
    access: 'emergency:dispose',
    opens: 'desk',
    signs: true,
    record,
    body: EmergencyReopen,
    reply: Emergency,
    says: 'Emergency reopened.',
    run: async ({ caller, params, body }) =>
      emergencies.view(caller, await reopen(caller, params.id, body.reason)),
  }),
  listed('/emergencies/:id/history', {
    summary: 'What happened to an emergency',
    access: 'emergency:read',
    opens: 'clinical',
    audit: 'emergency.history',
    record,
    each: EmergencyEvent,
    run: ({ caller, params }) => emergencies.history(caller, params.id),
  }),
  list('/mass-casualty-incidents', {
    summary: 'Incidents with many casualties',
    access: 'emergency:read',
    opens: 'nobody',
    filters: IncidentFilters,
    each: CasualtyIncident,
    run: ({ caller, query }) => incidents.list(caller, query),
  }),
  create('/mass-casualty-incidents', {
    summary: 'Start an incident with many casualties',
    access: 'incident:manage',
    opens: 'nobody',
    body: IncidentInput,
    reply: CasualtyIncident,
    says: 'Incident started.',
    run: ({ caller, body }) => incidents.start(caller, body),
  }),
  get('/mass-casualty-incidents/:id', {
    summary: 'One incident, with its counts',
    access: 'emergency:read',
    opens: 'nobody',
    record: incident,
    reply: CasualtyIncident,
    run: ({ caller, params }) => incidents.find(caller, params.id),
  }),
  patch('/mass-casualty-incidents/:id', {
    summary: 'Change an incident',
    access: 'incident:manage',
    opens: 'nobody',
    record: incident,
    body: IncidentChange,
    reply: CasualtyIncident,
    says: 'Incident changed.',
    run: ({ caller, params, body }) => incidents.change(caller, params.id, body),
  }),
  create('/mass-casualty-incidents/:id/casualties', {
    summary: 'Take in casualties, so many or row by row',
    access: 'emergency:create',
    opens: 'many',
    once: true,
    record: incident,
    body: CasualtiesInput,
    reply: listOf(Emergency),
    says: 'Casualties taken in.',
    run: ({ caller, params, body }) => incidents.casualties(caller, params.id, body),
  }),
  list('/mass-casualty-incidents/:id/casualties', {
    summary: 'The casualties of an incident',
    access: 'emergency:read',
    opens: 'many',
    audit: 'incident.casualties',
    record: incident,
    filters: CasualtyFilters,
    each: Emergency,
    run: ({ caller, params, query }) => incidents.casualtiesOf(caller, params.id, query),
  }),
  post('/mass-casualty-incidents/:id/stand-down', {
    summary: 'End an incident',
    access: 'incident:manage',
    opens: 'nobody',
    record: incident,
    body: StandDown,
    reply: StoodDown,
    says: 'Incident stood down.',
    run: ({ caller, params, body }) => incidents.standDown(caller, params.id, body),
  }),
])
