import {
  optional,
  choice,
  Flag,
  Id,
  Instant,
  listOf,
  LongText,
  nullable,
  Money,
  named,
  partial,
  shape,
  tellsWho,
  Text,
  Time,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { opt_out_scopes, opt_out_sources } from '../../../messaging/contacts/words.ts'
import { message_course, MessagePart } from '../../../messaging/messages/hospital-shapes.ts'
import { message_classes, message_states } from '../../../messaging/messages/words.ts'

import { weekdays } from '../../../messaging/quiet-hours.ts'

const At = Text(0, 24)

export const MessagingSummary = named(
  'MessagingSummary',
  shape({
    account_id: Id,
    name: Text(0, 80),
    provisioned: Flag,
    billing: choice(['prepaid', 'unmetered']),
    currency: Text(0, 3),
    balance: Money,
    reserved: Money,
    threshold: nullable(Money),
    low: Flag,
    simulated: Flag,
    sender_ids: listOf(Text(0, 11)),
    queue: shape({ waiting: Whole(), oldest_seconds: Whole() }),
    today: shape({
      accepted: Whole(),
      sent: Whole(),
      delivered: Whole(),
      failed: Whole(),
      expired: Whole(),
    }),
  }),
)

const settings = {
  default_sender_id: nullable(Text(3, 11)),
  language: choice(['sw', 'en']),
  signature: nullable(Text(1, 30)),
  quiet_hours: nullable(
    shape({ start: Time, end: Time, sendDays: listOf(choice(weekdays), 7, 1) }),
  ),
  promotional_allowed: Flag,
  notify_low_balance: Flag,
  threshold: nullable(Money),
  reply_confirm_sw: nullable(Text(1, 300)),
  reply_confirm_en: nullable(Text(1, 300)),
}
export const MessagingSettings = shape(settings)
export const MessagingSettingsChange = partial(settings)

const message = {
  id: Id,
  to: tellsWho('patient_id', Text(0, 64)),
  sender_id: Text(0, 11),
  status: choice(message_states),
  failure_reason: nullable(Text(0, 40)),
  class: choice(message_classes),
  text: tellsWho('patient_id', nullable(LongText(0, 10_000))),
  segments: Whole(),
  cost: Money,
  patient_id: nullable(Id),
  staff_id: nullable(Id),
  reference: nullable(Text(0, 200)),
  scheduled_for: nullable(At),
  sent_at: nullable(At),
  final_at: nullable(At),
  created_at: At,
}
export const HospitalMessage = named('HospitalMessage', shape(message))
export const HospitalMessageOpened = named(
  'HospitalMessageOpened',
  shape({
    ...message,
    parts: listOf(MessagePart),
    history: message_course,
    moves: listOf(Text(0, 20)),
  }),
)
export const HospitalAnswer = shape({ text: LongText(1, 5000) })

export const HospitalMessageInput = shape({
  patient_id: optional(nullable(Id)),
  staff_id: optional(nullable(Id)),
  to: optional(nullable(Text(1, 40))),
  text: LongText(1, 5000),
  reference: optional(nullable(Text(1, 100))),
  schedule_at: optional(nullable(Instant)),
})

export const HospitalReply = named(
  'HospitalReply',
  shape({
    id: Id,
    from: tellsWho('patient_id', Text(0, 64)),
    to: Text(0, 15),
    text: tellsWho('patient_id', nullable(LongText(0, 10_000))),
    received_at: At,
    in_reply_to: nullable(Id),
    opt_out: Flag,
    patient_id: nullable(Id),
    handled_at: nullable(At),
    handled_by: nullable(Text(0, 160)),
    handled_note: nullable(Text(0, 300)),
  }),
)
export const AudienceInput = shape({ name: Text(1, 80), patient_ids: listOf(Id, 50_000, 1) })
export const Audience = shape({
  group_id: Id,
  added: Whole(),
  without_phone: Whole(),
  without_consent: Whole(),
})

export const HandleInput = partial({ note: nullable(Text(3, 300)) })

export const ConsoleKeyInput = partial({ purpose: nullable(Text(3, 300)) })
export const ConsoleKey = named(
  'ConsoleKey',
  shape({ key: Text(0, 80), scopes: listOf(Text(0, 40)), expires_at: At }),
)

export const DeskOptOut = named(
  'OptOut',
  shape({
    id: Id,
    phone: Text(0, 64),
    scope: choice(opt_out_scopes),
    source: choice(opt_out_sources),
    note: nullable(Text(0, 300)),
    created_at: At,
    lifted_at: nullable(At),
    lifted_by: nullable(Text(0, 160)),
    consent_note: nullable(Text(0, 200)),
  }),
)
export const DeskOptOutInput = shape({
  patient_id: optional(nullable(Id)),
  phone: optional(nullable(Text(1, 40))),
  scope: choice(opt_out_scopes),
  note: Text(3, 300),
})
export const DeskLiftInput = shape({ consent_note: Text(5, 200) })
