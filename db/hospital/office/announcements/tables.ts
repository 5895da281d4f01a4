// What the house tells its people, whom it is for, and who has seen it.

import { choice, id, instant, nullable, ref, text, uuid } from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { announcement_levels, announcement_states, audience_kinds } from './words.ts'

export const announcements = table(
  'announcements',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    status: choice(announcement_states),
    title: text(120),
    body: text(4000),
    level: choice(announcement_levels),
    starts_at: nullable(instant()),
    ends_at: nullable(instant()),
    published_at: nullable(instant()),
    by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['title', 'by_name'],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'published_at'], only_where: "status = 'PUBLISHED'" },
      // Looked at whenever somebody's unread notices are counted.
      {
        columns: ['hospital_id', 'level'],
        only_where: "status = 'PUBLISHED' and level = 'MUST_READ'",
      },
      { columns: ['starts_at'], only_where: "status = 'SCHEDULED'" },
      { columns: ['ends_at'], only_where: "status = 'PUBLISHED' and ends_at is not null" },
    ],
  },
)

export const announcement_moves = historyTable('announcement_moves', 'announcements')

/** One row for each role, branch or department that is named; none at all is everybody. */
export const announcement_audiences = table(
  'announcement_audiences',
  {
    announcement_id: ref('announcements'),
    kind: choice(audience_kinds),
    target_id: uuid(),
    hospital_id: ref('hospitals'),
  },
  { key: ['announcement_id', 'kind', 'target_id'] },
)

export const announcement_readers = table(
  'announcement_readers',
  {
    announcement_id: ref('announcements'),
    user_id: ref('users'),
    hospital_id: ref('hospitals'),
    seen_at: instant(),
    acknowledged_at: nullable(instant()),
  },
  { key: ['announcement_id', 'user_id'] },
)
