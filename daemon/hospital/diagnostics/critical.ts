// Critical results: who has heard, and who must (diagnostics 5.5).

import * as alerts from '../../../db/hospital/diagnostics/laboratory/critical/alerts.ts'
import {
  AcknowledgeInput,
  CallInput,
  CriticalAlert,
  CriticalAlertWhole,
  CriticalFigures,
  CriticalFilters,
} from '../../../db/hospital/diagnostics/laboratory/critical/shapes.ts'
import { criticalList } from '../../../db/hospital/diagnostics/laboratory/papers/critical.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { criticalListPaper } from '../../../templates/critical-list.ts'
import { paperReply } from '../../edge/papers.ts'
import { inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, list, post } from '../words.ts'

const record = byId(alerts.get)

export const door = area('critical-results', [
  list('/diagnostics/critical', {
    summary: 'Critical results, and how soon they are heard of',
    access: 'diagnostic:read',
    sheet: 'critical-results',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'critical_alert.list',
    filters: CriticalFilters,
    each: CriticalAlert,
    figures: {
      shape: CriticalFigures,
      run: ({ caller, query }) => alerts.figures(caller, query),
    },
    paper: async ({ caller }, rows) => {
      const head = await letterheadOf(caller, caller.facility_id)
      const made = await criticalList(caller, rows)
      return paperReply(criticalListPaper({ ...made, head }), 'critical-results')
    },
    run: ({ caller, query }) => alerts.list(caller, query),
  }),
  post('/diagnostics/critical/:id/acknowledge', {
    summary: 'Somebody who treats the patient has heard',
    access: 'critical:acknowledge',
    opens: 'clinical',
    signs: true,
    record,
    body: AcknowledgeInput,
    body_may_miss: true,
    reply: CriticalAlertWhole,
    says: 'Critical result acknowledged.',
    run: async ({ caller, params, body }) =>
      alerts.whole(caller, await alerts.acknowledge(caller, params.id, body)),
  }),
  create('/diagnostics/critical/:id/calls', {
    summary: 'A critical result was called, and read back',
    access: 'critical:call',
    opens: 'clinical',
    signs: true,
    record,
    body: CallInput,
    reply: CriticalAlertWhole,
    says: 'Call written down.',
    run: async ({ caller, params, body }) =>
      alerts.whole(caller, await alerts.call(caller, params.id, body)),
  }),
])
