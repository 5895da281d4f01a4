// Labours, what is seen in them and their alerts (maternity 5).

import { advance } from '../../../db/hospital/modules/maternity/labours/advance.ts'
import { acknowledge } from '../../../db/hospital/modules/maternity/labours/alerts.ts'
import { chartOnPaper } from '../../../db/hospital/modules/maternity/labours/chart.ts'
import { boardSeen, mustBeBoard } from '../../../db/hospital/modules/maternity/labours/board.ts'
import { begin } from '../../../db/hospital/modules/maternity/labours/begin.ts'
import { writeDelivery } from '../../../db/hospital/modules/maternity/labours/delivery.ts'
import { observe } from '../../../db/hospital/modules/maternity/labours/observing.ts'
import { alertRecord, labourRecord } from '../../../db/hospital/modules/maternity/labours/record.ts'
import {
  AcknowledgeAlert,
  AdvanceInput,
  AlertShown,
  ChartQuery,
  DeliveryInput,
  LabourFilters,
  LabourInput,
  LabourListed,
  LabourWhole,
  ObservationInput,
  ObservationWritten,
} from '../../../db/hospital/modules/maternity/labours/shapes.ts'
import { limits_table } from '../../../db/hospital/modules/maternity/chosen/tables.ts'
import { unconfirmed } from '../../../db/hospital/modules/parts/part-table.ts'
import * as view from '../../../db/hospital/modules/maternity/labours/view.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { labourChart } from '../../../templates/maternity-papers.ts'
import { paperReply } from '../../edge/papers.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, patch, post } from '../words.ts'
import { shownBoard } from './parts/boards.ts'

const module = 'maternity'
const record = byId(labourRecord.get)

export const door = area('labours', [
  list('/labours', {
    summary: 'Labours; with live=true the board of those that go on',
    access: 'maternity:read',
    module,
    opens: inQuery('clinical', 'patient_id'),
    audit: 'labour.list',
    filters: LabourFilters,
    each: LabourListed,
    run: ({ caller, query: { wait, ...asked }, facts }) => {
      mustBeBoard({ ...asked, wait })
      if (asked.live !== true) return view.list(caller, asked)
      return shownBoard(facts, (waiting) => boardSeen(caller, asked, { wait, ...waiting }))
    },
  }),
  create('/labours', {
    summary: 'A woman comes in labour',
    access: 'maternity:write',
    module,
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: LabourInput,
    reply: LabourWhole,
    says: 'Labour begun.',
    run: async ({ caller, body }) => view.whole(caller, await begin(caller, body)),
  }),
  get('/labours/:id', {
    summary: 'One labour, with all its parts',
    access: 'maternity:read',
    module,
    opens: 'clinical',
    audit: 'labour.read',
    record,
    reply: LabourWhole,
    run: async ({ caller, params }) =>
      view.whole(caller, await labourRecord.get(caller, params.id)),
  }),
  file('/labours/:id/chart', {
    summary: 'The chart of a labour drawn as a picture, as a PDF',
    access: 'maternity:read',
    module,
    opens: 'clinical',
    audit: 'labour.print',
    record,
    query: ChartQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...chart } = await chartOnPaper(caller, params.id, query)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(labourChart({ ...chart, head }))
    },
  }),
  create('/labours/:id/observations', {
    summary: 'Write what was seen in labour; it answers its alerts',
    access: 'maternity:write',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: ObservationInput,
    reply: ObservationWritten,
    says: 'Observation written.',
    run: async ({ caller, params, body }) => {
      const { row, labour, alerts } = await observe(caller, params.id, body)
      return {
        ...view.observationShown(row),
        alerts: alerts.map(view.alertShown),
        stage: labour.status,
        unconfirmed: await unconfirmed(caller, limits_table as never),
      }
    },
  }),
  post('/labours/:id/advance', {
    summary: 'The next stage, a stage corrected, or the end of a labour',
    access: 'maternity:write',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: AdvanceInput,
    reply: LabourWhole,
    says: 'Labour moved on.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await advance(caller, params.id, body)),
  }),
  post('/labour-alerts/:id/acknowledge', {
    summary: 'Say what was done about an alert in labour',
    access: 'maternity:write',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record: byId(alertRecord.get),
    body: AcknowledgeAlert,
    reply: AlertShown,
    says: 'Alert acknowledged.',
    run: async ({ caller, params, body }) =>
      view.alertShown(await acknowledge(caller, params.id, body.action)),
  }),
  patch('/labours/:id/delivery', {
    summary: 'Write, sign or amend the delivery of the mother',
    access: 'maternity:write',
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: DeliveryInput,
    reply: LabourWhole,
    says: 'Delivery written.',
    run: async ({ caller, params, body }) => {
      const { labour, warnings } = await writeDelivery(caller, params.id, body)
      return view.whole(caller, labour, warnings)
    },
  }),
])
