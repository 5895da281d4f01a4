// What goes in and what comes out about notices.

import {
  optional,
  choice,
  Day,
  Flag,
  form,
  Instant,
  listOf,
  nullable,
  named,
  partial,
  type Static,
  shape,
  Text,
  Time,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { urgencies } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { notifications } from './tables.ts'

const notification = fieldsOf(notifications)
export const Notification = named(
  'Notification',
  shape({
    ...notification('id', 'kind', 'title', 'body', 'urgency', 'entity_type'),
    ...notification('entity_id', 'facility_id', 'actor_name', 'count'),
    ...notification('read_at', 'escalated_at', 'created_at', 'updated_at'),
  }),
)
export type Notification = Static<typeof Notification>

export const NotificationFilters = {
  status: optional(choice(['unread', 'read'])),
  kind: optional(Text(1, 60)),
  urgency: optional(choice(urgencies)),
  since: optional(Instant),
  from: optional(Day),
  to: optional(Day),
}

const channel_flags = { sms: Flag, whatsapp: Flag, email: Flag }

export const NotificationKind = named(
  'NotificationKind',
  shape({
    kind: Text(1, 60),
    label: Text(1, 120),
    area: Text(1, 60),
    urgency: choice(urgencies),
    default: shape(channel_flags),
    locked: Flag,
    audience: Text(0, 200),
  }),
)
export type NotificationKind = Static<typeof NotificationKind>

export const ChannelChange = named('NotificationKindChange', partial(channel_flags))
export type ChannelChange = Static<typeof ChannelChange>

const Quiet = form({ from: Time, to: Time })

export const NotificationPreferences = named(
  'NotificationPreferences',
  shape({
    kinds: listOf(shape({ kind: Text(1, 60), in_app: Flag, ...channel_flags })),
    quiet: nullable(Quiet),
  }),
)
export type NotificationPreferences = Static<typeof NotificationPreferences>

export const PreferencesInput = named(
  'NotificationPreferencesInput',
  form({
    kinds: optional(
      listOf(
        form({
          kind: Text(1, 60),
          sms: optional(Flag),
          whatsapp: optional(Flag),
          email: optional(Flag),
        }),
        500,
      ),
    ),
    quiet: optional(nullable(Quiet)),
  }),
)
export type PreferencesInput = Static<typeof PreferencesInput>

export const Unread = named(
  'UnreadCount',
  shape({ unread: Whole(), urgent: Whole(), latest_at: nullable(Instant) }),
)
export type Unread = Static<typeof Unread>

export const UnreadWords = partial({ wait: Whole(1, 25), known: Whole() })

export const ReadAll = form({ kind: optional(Text(1, 60)), before: optional(Instant) })
export type ReadAll = Static<typeof ReadAll>
export const ReadAllDone = shape({ read: Whole(), left_urgent: Whole() })
