// Announcements, in and out (platform 2.13).

import {
  choice,
  Id,
  Instant,
  listOf,
  LongText,
  named,
  nullable,
  optional,
  partial,
  Reason,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { History } from '../../history.ts'
import { announcement_life } from './record.ts'
import { announcements } from './tables.ts'
import { announcement_levels, announcement_states } from './words.ts'

const announcement = fieldsOf(announcements)
const named_max = 200
const lists = {
  role_ids: listOf(Id, named_max),
  facility_ids: listOf(Id, named_max),
  department_ids: listOf(Id, named_max),
}
export const Audience = named('AnnouncementAudience', shape(lists))
export type Audience = Static<typeof Audience>

const fields = {
  ...announcement('id', 'title', 'body', 'level', 'status', 'starts_at', 'ends_at'),
  ...announcement('published_at', 'by_name'),
  audience: Audience,
  /** Of how many it is for, how many have seen it and acknowledged it: for who writes announcements. */
  audience_count: nullable(Whole()),
  seen_count: nullable(Whole()),
  acknowledged_count: nullable(Whole()),
  /** When the caller did. */
  acknowledged_at: nullable(Instant),
  ...announcement('created_at', 'updated_at', 'version'),
  moves: listOf(choice(announcement_life.names)),
}
export const Announcement = named('Announcement', shape(fields))
export type Announcement = Static<typeof Announcement>
export const AnnouncementOpened = named(
  'AnnouncementOpened',
  shape({ ...fields, history: History }),
)
export type AnnouncementOpened = Static<typeof AnnouncementOpened>

const input = {
  title: Text(1, 120),
  body: LongText(1, 4000),
  level: choice(announcement_levels),
  audience: partial(lists),
  starts_at: nullable(Instant),
  ends_at: nullable(Instant),
}
export const AnnouncementInput = named(
  'AnnouncementInput',
  shape({
    title: input.title,
    body: input.body,
    level: optional(input.level),
    audience: optional(input.audience),
    starts_at: optional(input.starts_at),
    ends_at: optional(input.ends_at),
  }),
)
export type AnnouncementInput = Static<typeof AnnouncementInput>
export const AnnouncementChange = named('AnnouncementChange', partial(input))
export type AnnouncementChange = Static<typeof AnnouncementChange>

export const WithdrawAnnouncement = shape({ reason: Reason })

export const AnnouncementFilters = {
  /** `all` is for who writes announcements; else what is for the caller. */
  scope: optional(choice(['own', 'all'])),
  status: optional(choice(announcement_states)),
  level: optional(choice(announcement_levels)),
  search: optional(Search),
}
const filters = shape(AnnouncementFilters)
export type AnnouncementFilter = Static<typeof filters>

export const Acknowledgement = named(
  'AnnouncementAcknowledgement',
  shape({
    user: shape({ id: Id, full_name: Text(1, 120) }),
    seen_at: nullable(Instant),
    at: nullable(Instant),
  }),
)
export type Acknowledgement = Static<typeof Acknowledgement>
export const AcknowledgementFilters = { state: optional(choice(['yes', 'no'])) }
