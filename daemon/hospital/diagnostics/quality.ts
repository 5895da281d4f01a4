// Quality control: lots, runs, their review, the chart (diagnostics 5.6).

import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { chart } from '../../../db/hospital/diagnostics/laboratory/quality/chart.ts'
import * as lots from '../../../db/hospital/diagnostics/laboratory/quality/lots.ts'
import { review } from '../../../db/hospital/diagnostics/laboratory/quality/review.ts'
import * as runs from '../../../db/hospital/diagnostics/laboratory/quality/runs.ts'
import {
  ChartAsked,
  ControlChart,
  ControlLot,
  ControlLotChange,
  ControlLotInput,
  ControlRun,
  ControlRunInput,
  LotFilters,
  QcState,
  ReviewInput,
  RunFilters,
  StateFilters,
} from '../../../db/hospital/diagnostics/laboratory/quality/shapes.ts'
import { states } from '../../../db/hospital/diagnostics/laboratory/quality/state.ts'
import * as view from '../../../db/hospital/diagnostics/laboratory/quality/view.ts'
import { hospitalOf } from '../../../db/hospital/office/hospitals/hospitals.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { controlChart } from '../../../templates/control-chart.ts'
import { AsFile } from '../../edge/answers.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, listed, patch, post } = nobodys

async function onPaper(caller: Caller, made: ControlChart): Promise<AsFile> {
  const { language } = await hospitalOf(caller)
  const head = await letterheadOf(caller, caller.facility_id)
  const printed = { at: clock.instant(), by: caller.name }
  const paper = controlChart({ ...made, head, language, printed })
  return new AsFile(await paperReply(paper, `${made.test_code}-${made.lot}`))
}

export const door = area('quality-control', [
  list('/diagnostics/qc/lots', {
    summary: 'Lots of control material',
    access: 'qc:read',
    filters: LotFilters,
    each: ControlLot,
    run: ({ caller, query }) => lots.list(caller, query),
  }),
  create('/diagnostics/qc/lots', {
    summary: 'Enter a lot of control material, and what it should measure',
    access: 'qc:review',
    body: ControlLotInput,
    reply: ControlLot,
    says: 'Lot entered.',
    run: async ({ caller, body }) => lots.view(caller, await lots.enter(caller, body)),
  }),
  patch('/diagnostics/qc/lots/:id', {
    summary: 'Change a lot of control material, or what it should measure',
    access: 'qc:review',
    record: byId(lots.lotRecord.get),
    body: ControlLotChange,
    reply: ControlLot,
    says: 'Lot changed.',
    run: async ({ caller, params, body }) =>
      lots.view(caller, await lots.change(caller, params.id, body)),
  }),
  listed('/diagnostics/qc/status', {
    summary: 'What is under control now, test by test and instrument by instrument',
    access: 'qc:read',
    query: StateFilters,
    each: QcState,
    run: ({ caller, query }) => states(caller, query),
  }),
  list('/diagnostics/qc/runs', {
    summary: 'Controls that were measured',
    access: 'qc:read',
    filters: RunFilters,
    each: ControlRun,
    run: ({ caller, query }) => view.list(caller, query),
  }),
  create('/diagnostics/qc/runs', {
    summary: 'Write down controls that were measured together',
    access: 'qc:write',
    once: true,
    body: ControlRunInput,
    reply: ControlRun,
    says: 'Control written down.',
    run: async ({ caller, body }) => view.shown(caller, await runs.record(caller, body)),
  }),
  post('/diagnostics/qc/runs/:id/review', {
    summary: 'Say what came of a control that warned or was out',
    access: 'qc:review',
    record: byId(runs.runRecord.get),
    body: ReviewInput,
    reply: ControlRun,
    says: 'Control reviewed.',
    run: async ({ caller, params, body }) =>
      view.shown(caller, await review(caller, params.id, body)),
  }),
  get('/diagnostics/qc/chart', {
    summary: 'The control chart of a test, an instrument and a lot',
    access: 'qc:read',
    query: ChartAsked,
    reply: ControlChart,
    run: async ({ caller, query }) => {
      const made = await chart(caller, query)
      return query.format === 'pdf' ? onPaper(caller, made) : made
    },
  }),
])
