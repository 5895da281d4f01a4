// TB cases (modules D.5).

import { calendarOf, mark } from '../../../db/hospital/modules/tb-ctc/tb/calendar.ts'
import { changeRegimen } from '../../../db/hospital/modules/tb-ctc/tb/changing.ts'
import { close } from '../../../db/hospital/modules/tb-ctc/tb/closing.ts'
import { follow } from '../../../db/hospital/modules/tb-ctc/tb/follow-ups.ts'
import { presume } from '../../../db/hospital/modules/tb-ctc/tb/presuming.ts'
import { caseOnPaper } from '../../../db/hospital/modules/tb-ctc/tb/papers.ts'
import { caseRecord } from '../../../db/hospital/modules/tb-ctc/tb/record.ts'
import { registerCase } from '../../../db/hospital/modules/tb-ctc/tb/registering.ts'
import {
  CaseFilters,
  TbCalendar,
  TbCalendarInput,
  TbCase,
  TbCaseInput,
  TbCaseListed,
  TbCloseInput,
  TbFollowUpInput,
  TbPaperQuery,
  TbRegimenInput,
  TbRegisterInput,
} from '../../../db/hospital/modules/tb-ctc/tb/shapes.ts'
import { list as cases, whole } from '../../../db/hospital/modules/tb-ctc/tb/view.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { tbPaper } from '../../../templates/clinic-papers.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { paperReply, verifyAt } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, patch, post } from '../words.ts'

const record = byId(caseRecord.get)
const module = 'tb_ctc'

export const door = area('tb-cases', [
  list('/tb-cases', {
    summary: 'TB cases',
    access: 'tb:read',
    module,
    opens: inQuery('clinical', 'patient_id'),
    audit: 'tb_case.list',
    filters: CaseFilters,
    each: TbCaseListed,
    run: ({ caller, query }) => cases(caller, query),
  }),
  create('/tb-cases', {
    summary: 'Enter somebody with signs of TB, or who comes on treatment',
    access: 'tb:register',
    module,
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: TbCaseInput,
    reply: TbCase,
    says: 'TB case opened.',
    run: async ({ caller, body }) => {
      const { row, warnings } = await presume(caller, body)
      return whole(caller, row.id, warnings)
    },
  }),
  get('/tb-cases/:id', {
    summary: 'One TB case',
    access: 'tb:read',
    module,
    opens: 'clinical',
    audit: 'tb_case.read',
    record,
    reply: TbCase,
    run: ({ caller, params }) => whole(caller, params.id),
  }),
  file('/tb-cases/:id/pdf', {
    summary: 'The papers of a TB case, as a PDF',
    access: 'tb:read',
    module,
    opens: 'clinical',
    audit: 'tb_case.print',
    record,
    query: TbPaperQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query, facts }) => {
      const { facility_id, code, ...made } = await caseOnPaper(caller, params.id, query)
      const verify = verifyAt(facts.base_url, code)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(tbPaper({ ...made, verify, head }), `${made.number}-${made.kind}`)
    },
  }),
  post('/tb-cases/:id/register', {
    summary: 'Register a case and begin treatment',
    access: 'tb:update',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: TbRegisterInput,
    reply: TbCase,
    says: 'TB case registered.',
    run: async ({ caller, params, body }) => {
      const { row, warnings } = await registerCase(caller, params.id, body)
      return whole(caller, row.id, warnings)
    },
  }),
  post('/tb-cases/:id/regimen', {
    summary: 'Change the regimen, hold it back or take it up again',
    access: 'tb:update',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: TbRegimenInput,
    reply: TbCase,
    says: 'Regimen changed.',
    run: async ({ caller, params, body }) => {
      const { row, warnings } = await changeRegimen(caller, params.id, body)
      return whole(caller, row.id, warnings)
    },
  }),
  patch('/tb-cases/:id/calendar', {
    summary: 'Mark doses in the calendar',
    access: 'tb:update',
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: TbCalendarInput,
    reply: TbCalendar,
    says: 'Doses marked.',
    run: async ({ caller, params, body }) =>
      calendarOf(
        caller,
        await mark(caller, params.id, body),
        body.days.map(({ on }) => on),
      ),
  }),
  post('/tb-cases/:id/follow-ups', {
    summary: 'Follow-up of a month: sputum, weight, signs',
    access: 'tb:update',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: TbFollowUpInput,
    reply: TbCase,
    says: 'Follow-up recorded.',
    run: async ({ caller, params, body }) => {
      const { row, warnings } = await follow(caller, params.id, body)
      return whole(caller, row.id, warnings)
    },
  }),
  post('/tb-cases/:id/close', {
    summary: 'Close a case with its outcome',
    access: 'tb:update',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: TbCloseInput,
    reply: TbCase,
    says: 'TB case closed.',
    run: async ({ caller, params, body }) =>
      whole(caller, (await close(caller, params.id, body)).id),
  }),
])
