// Births and their notifications (maternity 5).

import { change } from '../../../db/hospital/modules/maternity/births/changing.ts'
import { notificationOnPaper } from '../../../db/hospital/modules/maternity/births/paper.ts'
import { notifyBirth } from '../../../db/hospital/modules/maternity/births/notifying.ts'
import { recordBirth } from '../../../db/hospital/modules/maternity/births/recording.ts'
import { birthRecord } from '../../../db/hospital/modules/maternity/births/record.ts'
import {
  BirthChange,
  BirthInput,
  BirthWhole,
  BirthWritten,
  NotificationInput,
  NotificationShown,
  PaperQuery,
} from '../../../db/hospital/modules/maternity/births/shapes.ts'
import * as view from '../../../db/hospital/modules/maternity/births/view.ts'
import { labourRecord } from '../../../db/hospital/modules/maternity/labours/record.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { birthNotification } from '../../../templates/maternity-papers.ts'
import { paperReply, verifyAt } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, patch } from '../words.ts'

const module = 'maternity'
const record = byId(birthRecord.ofMother)

export const door = area('births', [
  create('/labours/:id/births', {
    summary: 'Record a birth: a living child becomes a patient beside its mother',
    access: 'maternity:write',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(labourRecord.get),
    body: BirthInput,
    reply: BirthWritten,
    says: 'Birth recorded.',
    run: async ({ caller, params, body }) =>
      view.written(caller, await recordBirth(caller, params.id, body)),
  }),
  patch('/births/:id', {
    summary: 'Change what was written of a birth',
    access: 'maternity:write',
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: BirthChange,
    reply: BirthWhole,
    says: 'Birth changed.',
    run: async ({ caller, params, body }) => {
      const { row, warnings } = await change(caller, params.id, body)
      return view.whole(caller, row, warnings)
    },
  }),
  create('/births/:id/notification', {
    summary: 'Issue, replace or complete the notification of a birth',
    access: 'maternity:sign',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: NotificationInput,
    reply: NotificationShown,
    says: 'Birth notified.',
    run: async ({ caller, params, body }) =>
      view.notificationShown(caller, await notifyBirth(caller, params.id, body)),
  }),
  file('/births/:id/notification', {
    summary: 'The notification of a birth, as a PDF; after the first print a copy',
    access: 'maternity:read',
    module,
    opens: 'clinical',
    audit: 'birth_notification.print',
    record,
    query: PaperQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query, facts }) => {
      const made = await notificationOnPaper(caller, params.id, query.language)
      const { facility_id, code, ...paper } = made
      const verify = verifyAt(facts.base_url, code)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(birthNotification({ ...paper, verify, head }))
    },
  }),
])
