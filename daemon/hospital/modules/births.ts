// Births and their notifications (modules E.5).

import { change } from '../../../db/hospital/modules/maternity/births/changing.ts'
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
} from '../../../db/hospital/modules/maternity/births/shapes.ts'
import * as view from '../../../db/hospital/modules/maternity/births/view.ts'
import { labourRecord } from '../../../db/hospital/modules/maternity/labours/record.ts'
import { area } from '../../edge/route.ts'
import { byId, create, patch } from '../words.ts'

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
    run: async ({ caller, params, body }) =>
      view.whole(caller, await change(caller, params.id, body)),
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
])
