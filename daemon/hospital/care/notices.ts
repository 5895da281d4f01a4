// Cases that the health authority is told of (care 5.4).

import * as notices from '../../../db/hospital/care/notices/notices.ts'
import {
  CaseNotice,
  CaseNoticeWhole,
  NoticeFilters,
  SendInput,
} from '../../../db/hospital/care/notices/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, list, post } from '../words.ts'

export const door = area('notices', [
  list('/clinical/notices', {
    summary: 'Cases of notifiable diseases, and whether they were told',
    access: 'notice:read',
    opens: 'many',
    audit: 'case_notice.list',
    filters: NoticeFilters,
    each: CaseNotice,
    run: ({ caller, query }) => notices.list(caller, query),
  }),
  post('/clinical/notices/:id/send', {
    summary: 'The authority was told of a case',
    access: 'notice:write',
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(notices.noticeRecord.get),
    body: SendInput,
    reply: CaseNoticeWhole,
    says: 'Told.',
    run: async ({ caller, params, body }) =>
      notices.whole(caller, await notices.send(caller, params.id, body)),
  }),
])
