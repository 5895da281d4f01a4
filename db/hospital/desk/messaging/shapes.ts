import {
  asked,
  choice,
  Flag,
  Id,
  Instant,
  listOf,
  LongText,
  maybe,
  Money,
  named,
  partial,
  shape,
  Text,
  Time,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { opt_out_scopes, opt_out_sources } from '../../../messaging/contacts/words.ts'
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
    threshold: maybe(Money),
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
  default_sender_id: maybe(Text(3, 11)),
  language: choice(['sw', 'en']),
  signature: maybe(Text(1, 30)),
  quiet_hours: maybe(shape({ start: Time, end: Time, sendDays: listOf(choice(weekdays), 7, 1) })),
  promotional_allowed: Flag,
  notify_low_balance: Flag,
  threshold: maybe(Money),
  reply_confirm_sw: maybe(Text(1, 300)),
  reply_confirm_en: maybe(Text(1, 300)),
}
export const MessagingSettings = shape(settings)
export const MessagingSettingsChange = partial(settings)

export const HospitalMessage = named(
  'HospitalMessage',
  shape({
    id: Id,
    to: Text(0, 64),
    sender_id: Text(0, 11),
    status: choice(message_states),
    failure_reason: maybe(Text(0, 40)),
    class: choice(message_classes),
    text: maybe(LongText(0, 10_000)),
    segments: Whole(),
    cost: Money,
    patient_id: maybe(Id),
    staff_id: maybe(Id),
    reference: maybe(Text(0, 200)),
    scheduled_for: maybe(At),
    sent_at: maybe(At),
    final_at: maybe(At),
    created_at: At,
  }),
)

export const HospitalMessageInput = shape({
  patient_id: asked(maybe(Id)),
  to: asked(maybe(Text(1, 40))),
  text: LongText(1, 5000),
  reference: asked(maybe(Text(1, 100))),
  schedule_at: asked(maybe(Instant)),
})

export const HospitalReply = named(
  'HospitalReply',
  shape({
    id: Id,
    from: Text(0, 64),
    to: Text(0, 15),
    text: maybe(LongText(0, 10_000)),
    received_at: At,
    in_reply_to: maybe(Id),
    opt_out: Flag,
    patient_id: maybe(Id),
    handled_at: maybe(At),
    handled_by: maybe(Text(0, 160)),
    handled_note: maybe(Text(0, 300)),
  }),
)
export const HandleInput = partial({ note: maybe(Text(3, 300)) })

export const ConsoleKeyInput = partial({ purpose: maybe(Text(3, 300)) })
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
    note: maybe(Text(0, 300)),
    created_at: At,
    lifted_at: maybe(At),
    lifted_by: maybe(Text(0, 160)),
    consent_note: maybe(Text(0, 200)),
  }),
)
export const DeskOptOutInput = shape({
  patient_id: asked(maybe(Id)),
  phone: asked(maybe(Text(1, 40))),
  scope: choice(opt_out_scopes),
  note: Text(3, 300),
})
export const DeskLiftInput = shape({ consent_note: Text(5, 200) })
