// Cases that the health authority is told of (care 5.4).

import * as notices from '../../../db/hospital/care/notices/notices.ts'
import {
  CaseNotice,
  CaseNoticeWhole,
  ClassifyInput,
  CloseInput,
  NoticeFilters,
  SendInput,
} from '../../../db/hospital/care/notices/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, get, list, post } from '../words.ts'

const record = byId(notices.noticeRecord.get)

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
    record,
    body: SendInput,
    reply: CaseNoticeWhole,
    says: 'Told.',
    run: async ({ caller, params, body }) =>
      notices.whole(caller, await notices.send(caller, params.id, body)),
  }),
  get('/clinical/notices/:id', {
    summary: 'One case, and what was done about it',
    access: 'notice:read',
    opens: 'clinical',
    audit: 'case_notice.read',
    record,
    reply: CaseNoticeWhole,
    run: ({ caller, params }) => notices.whole(caller, params),
  }),
  post('/clinical/notices/:id/classify', {
    summary: 'How sure a case is, or that it is none',
    access: 'notice:write',
    opens: 'clinical',
    signs: true,
    record,
    body: ClassifyInput,
    reply: CaseNoticeWhole,
    says: 'Classified.',
    run: async ({ caller, params, body }) =>
      notices.whole(caller, await notices.classify(caller, params.id, body)),
  }),
  post('/clinical/notices/:id/close', {
    summary: 'A case that was told is over',
    access: 'notice:write',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: CloseInput,
    reply: CaseNoticeWhole,
    says: 'Closed.',
    run: async ({ caller, params, body }) =>
      notices.whole(caller, await notices.close(caller, params.id, body.outcome)),
  }),
])
