// What goes in and what comes out about messages to patients.

import {
  AnyObject,
  optional,
  choice,
  Day,
  Flag,
  form,
  Instant,
  listOf,
  nullable,
  named,
  shape,
  type Static,
  Text,
  Time,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { languages } from '../../office/hospitals/words.ts'
import { message_channels, message_states } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { patient_messages } from './tables.ts'

const patientMessage = fieldsOf(patient_messages)

const out = (max: number) => nullable(Text(0, max))
const At = Text(24, 24)

const preferences = {
  language: choice(languages),
  sms: Flag,
  whatsapp: Flag,
  email: Flag,
  quiet_from: Time,
  quiet_to: Time,
  reminders: Flag,
  results_ready: Flag,
  bills: Flag,
  surveys: Flag,
}
export const ContactPreferences = named(
  'ContactPreferences',
  shape({ ...preferences, paused_until: nullable(At) }),
)
export type ContactPreferences = Static<typeof ContactPreferences>
export const ContactPreferencesInput = named(
  'ContactPreferencesInput',
  form({
    language: optional(preferences.language),
    sms: optional(Flag),
    whatsapp: optional(Flag),
    email: optional(Flag),
    quiet_from: optional(Time),
    quiet_to: optional(Time),
    reminders: optional(Flag),
    results_ready: optional(Flag),
    bills: optional(Flag),
    surveys: optional(Flag),
    paused_until: optional(nullable(Instant)),
  }),
)
export type ContactPreferencesInput = Static<typeof ContactPreferencesInput>

export const PatientMessage = named(
  'PatientMessage',
  shape({
    ...patientMessage('id', 'patient_id', 'template_code', 'channel'),
    to: out(254),
    ...patientMessage('text', 'language', 'entity_type'),
    ...patientMessage('entity_id', 'status', 'suppressed_reason'),
    failure_reason: out(300),
    message_id: out(64),
    sent_by: Text(0, 160),
    at: At,
  }),
)
export type PatientMessage = Static<typeof PatientMessage>

const written = Text(1, 306)
Object.assign(written, { complaint: 'must be between 1 and 306 characters.' })
export const MessageInput = named(
  'PatientMessageInput',
  form({
    text: optional(written),
    template: optional(Text(1, 40)),
    data: optional(AnyObject),
    channel: optional(choice(message_channels)),
  }),
)
export type MessageInput = Static<typeof MessageInput>

export const MessageFilters = {
  channel: optional(choice(message_channels)),
  status: optional(choice(message_states)),
  from: optional(Day),
  to: optional(Day),
}
export const HouseFilters = { ...MessageFilters, template: optional(Text(1, 40)) }

export const Template = named(
  'PatientMessageTemplate',
  shape({
    code: Text(1, 40),
    audience: Text(1, 120),
    sw: Text(1, 600),
    en: Text(1, 600),
    active: Flag,
    variables: listOf(Text(1, 40)),
    sample: shape({ sw: Text(1, 1000), en: Text(1, 1000) }),
  }),
)
export type Template = Static<typeof Template>
export const TemplateInput = form({ sw: Text(1, 600), en: Text(1, 600), active: optional(Flag) })
export type TemplateInput = Static<typeof TemplateInput>
export const PreviewInput = form({
  sw: optional(Text(1, 600)),
  en: optional(Text(1, 600)),
  data: optional(AnyObject),
})
export type PreviewInput = Static<typeof PreviewInput>
export const Preview = shape({
  sw: Text(0, 1000),
  en: Text(0, 1000),
  characters: Whole(),
  segments: Whole(),
  problems: listOf(Text(1, 300)),
})
export type Preview = Static<typeof Preview>
