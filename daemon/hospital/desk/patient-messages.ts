// Messages to patients, how they want them, and the hospital's texts.

import * as messages from '../../../db/hospital/desk/patient-messages/messages.ts'
import * as preferences from '../../../db/hospital/desk/patient-messages/preferences.ts'
import {
  ContactPreferences,
  ContactPreferencesInput,
  HouseFilters,
  MessageFilters,
  MessageInput,
  PatientMessage,
  Preview,
  PreviewInput,
  Template,
  TemplateInput,
} from '../../../db/hospital/desk/patient-messages/shapes.ts'
import * as templates from '../../../db/hospital/desk/patient-messages/templates.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { area } from '../../edge/route.ts'
import { byId, create, get, list, listed, post, put } from '../words.ts'

const patient = byId(patientRecord.get)

export const door = area('patient-messages', [
  get('/patients/:id/contact-preferences', {
    summary: 'How a patient wants to be written to',
    access: 'patient:read',
    opens: 'record',
    audit: 'contact_preferences.read',
    record: patient,
    reply: ContactPreferences,
    run: ({ caller, params }) => preferences.find(caller, params.id),
  }),
  put('/patients/:id/contact-preferences', {
    summary: 'Set how a patient wants to be written to',
    access: 'patient:update',
    opens: 'record',
    record: patient,
    body: ContactPreferencesInput,
    reply: ContactPreferences,
    says: 'Preferences saved.',
    run: ({ caller, params, body }) => preferences.change(caller, params.id, body),
  }),
  list('/patients/:id/messages', {
    summary: 'What was written to a patient',
    access: 'patient-message:read',
    opens: 'record',
    audit: 'patient_message.list',
    record: patient,
    filters: MessageFilters,
    each: PatientMessage,
    run: ({ caller, params, query }) => messages.listOf(caller, params.id, query),
  }),
  create('/patients/:id/messages', {
    summary: 'Write to a patient',
    access: 'patient-message:send',
    opens: 'record',
    once: true,
    record: patient,
    body: MessageInput,
    reply: PatientMessage,
    says: 'Message written.',
    run: ({ caller, params, body }) => messages.send(caller, params.id, body),
  }),
  list('/patient-messages', {
    summary: 'What was written to patients, newest first',
    access: 'patient-message:read',
    opens: 'many',
    audit: 'patient_message.list',
    filters: HouseFilters,
    each: PatientMessage,
    run: ({ caller, query }) => messages.list(caller, query),
  }),
  listed('/patient-message-templates', {
    summary: 'The texts that patients are sent',
    access: 'patient-message:read',
    opens: 'nobody',
    each: Template,
    run: ({ caller }) => templates.list(caller),
  }),
  put('/patient-message-templates/:code', {
    summary: 'Write a text anew',
    access: 'patient-message:templates',
    opens: 'nobody',
    record: async (_caller, { code }) => templates.shippedOf(code),
    body: TemplateInput,
    reply: Template,
    says: 'Text saved.',
    run: ({ caller, params, body }) => templates.change(caller, params.code, body),
  }),
  post('/patient-message-templates/:code/preview', {
    summary: 'How a text would read',
    access: 'patient-message:read',
    opens: 'nobody',
    silent: true,
    record: async (_caller, { code }) => templates.shippedOf(code),
    body: PreviewInput,
    body_may_miss: true,
    reply: Preview,
    says: 'OK',
    run: ({ caller, params, body }) => templates.preview(caller, params.code, body),
  }),
])
