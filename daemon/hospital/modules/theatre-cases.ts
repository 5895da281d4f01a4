// Cases of theatre, from the wish to operate to the bed (modules A.5).

import type { Caller } from '../../../db/core/caller.ts'
import { advance } from '../../../db/hospital/modules/theatre/cases/advance.ts'
import * as asking from '../../../db/hospital/modules/theatre/cases/asking.ts'
import { book, type Done } from '../../../db/hospital/modules/theatre/cases/booking.ts'
import { cancel, postpone } from '../../../db/hospital/modules/theatre/cases/putting-off.ts'
import { caseRecord, type CaseRow } from '../../../db/hospital/modules/theatre/cases/record.ts'
import {
  AdvanceInput,
  BookInput,
  CancelCase,
  CaseChange,
  CaseFilters,
  CaseInput,
  PaperWords,
  PostponeInput,
  TheatreCase,
  TheatreCaseWhole,
} from '../../../db/hospital/modules/theatre/cases/shapes.ts'
import * as cases from '../../../db/hospital/modules/theatre/cases/view.ts'
import * as anaesthesia from '../../../db/hospital/modules/theatre/inside/anaesthesia.ts'
import * as checklists from '../../../db/hospital/modules/theatre/inside/checklists.ts'
import * as counts from '../../../db/hospital/modules/theatre/inside/counts.ts'
import * as fitness from '../../../db/hospital/modules/theatre/inside/fitness.ts'
import * as items from '../../../db/hospital/modules/theatre/inside/items.ts'
import * as note from '../../../db/hospital/modules/theatre/inside/operation-note.ts'
import * as pre_op from '../../../db/hospital/modules/theatre/inside/pre-op.ts'
import * as recovery from '../../../db/hospital/modules/theatre/inside/recovery.ts'
import {
  AnaesthesiaInput,
  ChecklistInput,
  Counts,
  CountsInput,
  FitnessInput,
  ItemsInput,
  ItemsReply,
  OperationNoteInput,
  PartReply,
  PreOp,
  PreOpInput,
  RecoveryInput,
  RecoveryReply,
} from '../../../db/hospital/modules/theatre/inside/shapes.ts'
import { caseOnPaper } from '../../../db/hospital/modules/theatre/papers.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { casePaper } from '../../../templates/theatre-papers.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { paperReply, verifyAt } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, patch, post, put } from '../words.ts'

const module = 'theatre'
const record = byId(caseRecord.get)
const ofRow = async (caller: Caller, done: Promise<CaseRow>) =>
  cases.whole(caller, { row: await done })
const ofDone = async (caller: Caller, done: Promise<Done>) => cases.whole(caller, await done)

export const door = area('theatre-cases', [
  list('/theatre-cases', {
    summary: 'Cases: the waiting list, lists of a day, what is not signed',
    access: 'theatre:read',
    module,
    opens: inQuery('clinical', 'patient_id'),
    audit: 'theatre_case.list',
    filters: CaseFilters,
    each: TheatreCase,
    run: ({ caller, query }) => cases.list(caller, query),
  }),
  create('/theatre-cases', {
    summary: 'Ask for an operation',
    access: 'theatre:request',
    module,
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    again: true,
    body: CaseInput,
    reply: TheatreCaseWhole,
    says: 'Operation asked for.',
    run: ({ caller, body }) => ofRow(caller, asking.request(caller, body)),
  }),
  get('/theatre-cases/:id', {
    summary: 'One case, whole',
    access: 'theatre:read',
    module,
    opens: 'clinical',
    audit: 'theatre_case.read',
    record,
    reply: TheatreCaseWhole,
    run: ({ caller, params }) => cases.whole(caller, { row: { id: params.id } }),
  }),
  file('/theatre-cases/:id/pdf', {
    summary: 'Operation note, anaesthetic chart or checklist of a case, as a PDF',
    access: 'theatre:read',
    module,
    opens: 'clinical',
    audit: 'theatre_case.print',
    record,
    query: PaperWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query, facts }) => {
      const { kind = 'checklist', language } = query
      const paper = await caseOnPaper(caller, params.id, kind, language)
      const { facility_id, code, ...made } = paper
      const verify = verifyAt(facts.base_url, code)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(casePaper({ ...made, verify, head }), `${made.number}-${kind}`)
    },
  }),
  patch('/theatre-cases/:id', {
    summary: 'Change what is asked for, or its team',
    access: ['theatre:request', 'theatre:book'],
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: CaseChange,
    reply: TheatreCaseWhole,
    says: 'Case changed.',
    run: ({ caller, params, body }) => ofRow(caller, asking.change(caller, params.id, body)),
  }),
  post('/theatre-cases/:id/book', {
    summary: 'Put a case on a list, or an emergency into a room',
    access: 'theatre:book',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: BookInput,
    reply: TheatreCaseWhole,
    says: 'Case booked.',
    run: ({ caller, params, body }) => ofDone(caller, book(caller, params.id, body)),
  }),
  post('/theatre-cases/:id/postpone', {
    summary: 'Put a case off, or onto another list at once',
    access: 'theatre:book',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: PostponeInput,
    reply: TheatreCaseWhole,
    says: 'Case put off.',
    run: ({ caller, params, body }) => ofDone(caller, postpone(caller, params.id, body)),
  }),
  post('/theatre-cases/:id/cancel', {
    summary: 'Cancel a case, and take its charges back',
    access: 'theatre:book',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: CancelCase,
    reply: TheatreCaseWhole,
    says: 'Case cancelled.',
    run: ({ caller, params, body }) => ofDone(caller, cancel(caller, params.id, body)),
  }),
  patch('/theatre-cases/:id/fitness', {
    summary: 'Write, sign and amend the fitness for anaesthesia',
    access: 'theatre:perform',
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: FitnessInput,
    reply: TheatreCaseWhole,
    says: 'Fitness written.',
    run: ({ caller, params, body }) => ofRow(caller, fitness.write(caller, params.id, body)),
  }),
  patch('/theatre-cases/:id/pre-op', {
    summary: 'The checklist of the ward before theatre',
    access: 'theatre:transfer',
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: PreOpInput,
    reply: PreOp,
    says: 'Checklist written.',
    run: async ({ caller, params, body }) =>
      cases.preOpOf(caller, await pre_op.write(caller, params.id, body)),
  }),
  post('/theatre-cases/:id/advance', {
    summary: 'The next milestone or event of a case',
    access: ['theatre:perform', 'theatre:transfer'],
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: AdvanceInput,
    reply: TheatreCaseWhole,
    says: 'Case moved on.',
    run: ({ caller, params, body }) => ofDone(caller, advance(caller, params.id, body)),
  }),
  put('/theatre-cases/:id/checklists/:phase', {
    summary: 'One stop of the surgical safety checklist, read aloud',
    access: 'theatre:perform',
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: ChecklistInput,
    reply: TheatreCaseWhole,
    says: 'Checklist read.',
    run: ({ caller, params, body }) =>
      ofRow(caller, checklists.write(caller, params.id, params.phase, body)),
  }),
  patch('/theatre-cases/:id/counts', {
    summary: 'Swabs, needles and instruments, counted by two',
    access: 'theatre:perform',
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: CountsInput,
    reply: Counts,
    says: 'Counts written.',
    run: async ({ caller, params, body }) =>
      counts.shown(caller, await counts.write(caller, params.id, body)),
  }),
  patch('/theatre-cases/:id/operation-note', {
    summary: 'Write, sign and amend the operation note',
    access: 'theatre:perform',
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: OperationNoteInput,
    reply: TheatreCaseWhole,
    says: 'Operation note written.',
    run: async ({ caller, params, body }) =>
      cases.whole(caller, await note.write(caller, params.id, body)),
  }),
  patch('/theatre-cases/:id/anaesthesia', {
    summary: 'Write, sign and amend the anaesthesia record',
    access: 'theatre:perform',
    module,
    opens: 'clinical',
    signs: true,
    record,
    body: AnaesthesiaInput,
    reply: PartReply,
    says: 'Anaesthesia written.',
    run: async ({ caller, params, body }) => {
      const { id } = await anaesthesia.write(caller, params.id, body)
      return cases.anaesthesiaOf(caller, id)
    },
  }),
  post('/theatre-cases/:id/items', {
    summary: 'Goods that were used, and what came back unopened',
    access: 'theatre:perform',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: ItemsInput,
    reply: ItemsReply,
    says: 'Goods recorded.',
    run: ({ caller, params, body }) => items.write(caller, params.id, body),
  }),
  create('/theatre-cases/:id/recovery', {
    summary: 'A score of recovery',
    access: 'theatre:perform',
    module,
    opens: 'clinical',
    signs: true,
    once: true,
    again: true,
    record,
    body: RecoveryInput,
    reply: RecoveryReply,
    says: 'Score recorded.',
    run: ({ caller, params, body }) => recovery.add(caller, params.id, body),
  }),
])
