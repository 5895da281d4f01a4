// An announcement as it is kept (platform 3.7).

import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { announcement_moves, announcements } from './tables.ts'
import { announcement_states } from './words.ts'

export type AnnouncementRow = RowOf<(typeof announcements)['columns']>

const permission = 'announcement:manage'

export const announcement_life = life('announcement', announcement_states, {
  publish: { from: ['DRAFT'], to: ['PUBLISHED', 'SCHEDULED'], permission },
  begin: { from: ['SCHEDULED'], to: 'PUBLISHED', house: true },
  end: { from: ['PUBLISHED'], to: 'ENDED', house: true },
  withdraw: {
    from: ['DRAFT', 'SCHEDULED', 'PUBLISHED'],
    to: 'WITHDRAWN',
    permission,
    reason: 'required',
  },
})

export const announcementRecord = recordWithLife(announcements, {
  life: announcement_life,
  called: ({ title }) => `"${title}"`,
  label: ({ title }) => title,
  history: historyIn(announcement_moves),
})
