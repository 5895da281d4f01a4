// What goes in and what comes out about messages to patients.

import {
  AnyObject,
  asked,
  choice,
  Day,
  Flag,
  form,
  Instant,
  listOf,
  maybe,
  named,
  shape,
  type Static,
  Text,
  Time,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { languages } from '../../office/hospitals/words.ts'
import { message_channels, message_states, suppressed_reasons } from './words.ts'

const out = (max: number) => maybe(Text(0, max))
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
  shape({ ...preferences, paused_until: maybe(At) }),
)
export type ContactPreferences = Static<typeof ContactPreferences>
export const ContactPreferencesInput = named(
  'ContactPreferencesInput',
  form({
    language: asked(preferences.language),
    sms: asked(Flag),
    whatsapp: asked(Flag),
    email: asked(Flag),
    quiet_from: asked(Time),
    quiet_to: asked(Time),
    reminders: asked(Flag),
    results_ready: asked(Flag),
    bills: asked(Flag),
    surveys: asked(Flag),
    paused_until: asked(maybe(Instant)),
  }),
)
export type ContactPreferencesInput = Static<typeof ContactPreferencesInput>

export const PatientMessage = named(
  'PatientMessage',
  shape({
    id: Text(1, 36),
    patient_id: Text(1, 36),
    template_code: out(40),
    channel: choice(message_channels),
    to: out(254),
    text: Text(0, 1000),
    language: choice(languages),
    entity_type: out(60),
    entity_id: out(64),
    status: choice(message_states),
    suppressed_reason: maybe(choice(suppressed_reasons)),
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
    text: asked(written),
    template: asked(Text(1, 40)),
    data: asked(AnyObject),
    channel: asked(choice(message_channels)),
  }),
)
export type MessageInput = Static<typeof MessageInput>

export const MessageFilters = {
  channel: asked(choice(message_channels)),
  status: asked(choice(message_states)),
  from: asked(Day),
  to: asked(Day),
}
export const HouseFilters = { ...MessageFilters, template: asked(Text(1, 40)) }

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
export const TemplateInput = form({ sw: Text(1, 600), en: Text(1, 600), active: asked(Flag) })
export type TemplateInput = Static<typeof TemplateInput>
export const PreviewInput = form({
  sw: asked(Text(1, 600)),
  en: asked(Text(1, 600)),
  data: asked(AnyObject),
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
