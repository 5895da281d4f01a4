// Blood at the bed (blood-bank 5.4).

import { within } from '../../../db/store/connection.ts'
import { finish, observe } from '../../../db/hospital/diagnostics/blood-bank/bedside/observing.ts'
import { react } from '../../../db/hospital/diagnostics/blood-bank/bedside/reacting.ts'
import { transfusionRecord } from '../../../db/hospital/diagnostics/blood-bank/bedside/record.ts'
import {
  FinishInput,
  ObservationInput,
  ReactionInput,
  StartInput,
  Transfusion,
  TransfusionFilters,
  TransfusionRow,
} from '../../../db/hospital/diagnostics/blood-bank/bedside/shapes.ts'
import {
  bandFits,
  start,
  wrongBand,
} from '../../../db/hospital/diagnostics/blood-bank/bedside/starting.ts'
import { stop_words } from '../../../db/hospital/diagnostics/blood-bank/bedside/suspect.ts'
import { transfusionOnPaper } from '../../../db/hospital/diagnostics/blood-bank/papers/papers.ts'
import { TransfusionPaperQuery } from '../../../db/hospital/diagnostics/blood-bank/papers/shapes.ts'
import * as transfusions from '../../../db/hospital/diagnostics/blood-bank/bedside/view.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { transfusionRecord as transfusionPaper } from '../../../templates/blood-papers.ts'
import { said } from '../../edge/answers.ts'
import { inQuery } from '../../edge/opens.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, list, post, put } from '../words.ts'

const module = 'blood_bank'
const record = byId(transfusionRecord.get)

export const door = area('transfusions', [
  list('/blood-bank/transfusions', {
    summary: 'Transfusions, and whose observation is due',
    access: 'blood:read',
    module,
    opens: inQuery('clinical', 'patient_id'),
    audit: 'transfusion.list',
    filters: TransfusionFilters,
    each: TransfusionRow,
    run: ({ caller, query }) => transfusions.list(caller, query),
  }),
  file('/blood-bank/transfusions/:id/pdf', {
    summary: 'The record of a transfusion, as a PDF',
    access: 'blood:read',
    module,
    opens: 'clinical',
    audit: 'transfusion.print',
    record,
    query: TransfusionPaperQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { facility_id, ...made } = await transfusionOnPaper(caller, params.id, query.language)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(transfusionPaper({ ...made, head }), made.unit_number)
    },
  }),
  create('/blood-bank/transfusions', {
    summary: 'Hang a unit, by two people',
    access: 'transfusion:give',
    module,
    opens: 'many',
    signs: true,
    once: true,
    transaction: 'rule',
    body: StartInput,
    reply: Transfusion,
    says: 'Transfusion started.',
    run: async ({ caller, body }) => {
      if (!(await within(() => bandFits(caller, body)))) throw wrongBand()
      return within(async () => {
        const { row, warnings } = await start(caller, body)
        return transfusions.whole(caller, row, warnings)
      })
    },
  }),
  create('/blood-bank/transfusions/:id/observations', {
    summary: 'How the patient is while blood runs',
    access: 'transfusion:give',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: ObservationInput,
    reply: Transfusion,
    says: 'Observation written down.',
    run: async ({ caller, params, body }) => {
      const { row, suspect } = await observe(caller, params.id, body)
      const shown = await transfusions.whole(caller, row)
      return suspect ? said(stop_words, shown) : shown
    },
  }),
  post('/blood-bank/transfusions/:id/finish', {
    summary: 'A transfusion has ended',
    access: 'transfusion:give',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: FinishInput,
    reply: Transfusion,
    says: 'Transfusion ended. Keep the empty bag for a day.',
    run: async ({ caller, params, body }) =>
      transfusions.whole(caller, await finish(caller, params.id, body)),
  }),
  put('/blood-bank/transfusions/:id/reaction', {
    summary: 'Report a reaction, look into it, conclude it',
    access: ['transfusion:give', 'blood:test', 'haemovigilance:manage'],
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: ReactionInput,
    reply: Transfusion,
    says: 'Reaction written down.',
    run: async ({ caller, params, body }) =>
      transfusions.whole(caller, await react(caller, params.id, body)),
  }),
])
