// The mortuary: cabinets, bodies from the door to the gate, and what a hospital says of it (modules B).

import { listOf } from '../../../db/core/kinds/kinds.ts'
import { within } from '../../../db/store/connection.ts'
import { change } from '../../../db/hospital/modules/mortuary/about.ts'
import * as belongings from '../../../db/hospital/modules/mortuary/belongings.ts'
import {
  Cabinet,
  CabinetChange,
  CabinetFilters,
  CabinetInput,
} from '../../../db/hospital/modules/mortuary/cabinet-shapes.ts'
import * as cabinets from '../../../db/hospital/modules/mortuary/cabinets.ts'
import { checks } from '../../../db/hospital/modules/mortuary/holds.ts'
import { identify } from '../../../db/hospital/modules/mortuary/identify.ts'
import { cancel, move } from '../../../db/hospital/modules/mortuary/moving.ts'
import * as notices from '../../../db/hospital/modules/mortuary/notices.ts'
import { bodyOnPaper } from '../../../db/hospital/modules/mortuary/papers.ts'
import { mortuary_tables } from '../../../db/hospital/modules/mortuary/part-tables.ts'
import { bodyOfPass, exit } from '../../../db/hospital/modules/mortuary/passes.ts'
import { receive, takeIn } from '../../../db/hospital/modules/mortuary/receiving.ts'
import { bodyRecord } from '../../../db/hospital/modules/mortuary/record.ts'
import { release } from '../../../db/hospital/modules/mortuary/releasing.ts'
import {
  Belonging,
  BelongingsInput,
  Body,
  BodyChange,
  BodyFilters,
  BodyInput,
  BodyShort,
  CancelInput,
  ChecksQuery,
  Exited,
  ExitInput,
  HandOverInput,
  IdentifyInput,
  MoveInput,
  Noticed,
  NoticeInput,
  PaperQuery,
  ReceiveInput,
  ReleaseCheck,
  ReleaseInput,
  Viewing,
  ViewingInput,
} from '../../../db/hospital/modules/mortuary/shapes.ts'
import { cabinetRecord } from '../../../db/hospital/modules/mortuary/spaces.ts'
import * as view from '../../../db/hospital/modules/mortuary/view.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { bodyPaper } from '../../../templates/mortuary-papers.ts'
import { inBody } from '../../edge/opens.ts'
import { paperReply, verifyAt } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, listed, patch, post } from '../words.ts'
import { partTableRoutes } from './parts/tables.ts'

const module = 'mortuary'
const record = byId(bodyRecord.get)

export const door = area('mortuary', [
  listed('/mortuary-cabinets', {
    summary: 'Cabinets, their spaces and who lies in them',
    access: 'mortuary:read',
    module,
    opens: 'nobody',
    query: CabinetFilters,
    each: Cabinet,
    run: ({ caller, query }) => cabinets.list(caller, query),
  }),
  create('/mortuary-cabinets', {
    summary: 'Set up a cabinet with its spaces',
    access: 'mortuary:manage',
    module,
    opens: 'nobody',
    body: CabinetInput,
    reply: Cabinet,
    says: 'Cabinet added.',
    run: ({ caller, body }) => cabinets.open(caller, body),
  }),
  patch('/mortuary-cabinets/:id', {
    summary: 'Change a cabinet, or how its spaces stand',
    access: ['mortuary:manage', 'mortuary:update'],
    module,
    opens: 'nobody',
    record: byId(cabinetRecord.get),
    body: CabinetChange,
    reply: Cabinet,
    says: 'Cabinet changed.',
    run: ({ caller, params, body }) => cabinets.change(caller, params.id, body),
  }),
  list('/bodies', {
    summary: 'Bodies, and what holds them here',
    access: 'mortuary:read',
    module,
    opens: 'many',
    audit: 'body.list',
    filters: BodyFilters,
    each: BodyShort,
    run: ({ caller, query }) => view.list(caller, query),
  }),
  create('/bodies', {
    summary: 'Take in a body that is brought from outside',
    access: 'mortuary:register',
    module,
    opens: inBody('desk', 'patient_id'),
    once: true,
    again: true,
    body: BodyInput,
    reply: Body,
    says: 'Body taken in.',
    run: async ({ caller, body }) => {
      const { row, warnings } = await takeIn(caller, body)
      return view.whole(caller, row, { warnings })
    },
  }),
  get('/bodies/:id', {
    summary: 'One body',
    access: 'mortuary:read',
    module,
    opens: 'desk',
    audit: 'body.read',
    record,
    reply: Body,
    run: ({ caller, params }) => view.find(caller, params.id),
  }),
  patch('/bodies/:id', {
    summary: 'Change what is told of a body',
    access: 'mortuary:update',
    module,
    opens: 'desk',
    record,
    body: BodyChange,
    reply: Body,
    says: 'Body changed.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await change(caller, params.id, body)),
  }),
  post('/bodies/:id/receive', {
    summary: 'Take in a body that was expected',
    access: 'mortuary:register',
    module,
    opens: 'desk',
    once: true,
    record,
    body: ReceiveInput,
    reply: Body,
    says: 'Body taken in.',
    run: async ({ caller, params, body }) => {
      const { row, warnings } = await receive(caller, params.id, body)
      return view.whole(caller, row, { warnings })
    },
  }),
  post('/bodies/:id/move', {
    summary: 'Move a body to another space',
    access: 'mortuary:update',
    module,
    opens: 'desk',
    record,
    body: MoveInput,
    reply: Body,
    says: 'Body moved.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await move(caller, params.id, body)),
  }),
  post('/bodies/:id/identify', {
    summary: 'Say who an unknown body is',
    access: 'mortuary:update',
    module,
    opens: 'desk',
    record,
    body: IdentifyInput,
    reply: Body,
    says: 'Body identified.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await identify(caller, params.id, body)),
  }),
  post('/bodies/:id/belongings', {
    summary: 'List what a body had on it',
    access: 'mortuary:update',
    module,
    opens: 'desk',
    record,
    body: BelongingsInput,
    reply: listOf(Belonging),
    says: 'Belongings listed.',
    run: ({ caller, params, body }) => belongings.add(caller, params.id, body),
  }),
  post('/bodies/:id/belongings/:item_id/hand-over', {
    summary: 'Hand over one of the belongings',
    access: 'mortuary:update',
    module,
    opens: 'desk',
    record,
    body: HandOverInput,
    reply: Belonging,
    says: 'Handed over.',
    run: ({ caller, params, body }) => belongings.handOver(caller, params, body),
  }),
  post('/bodies/:id/viewings', {
    summary: 'Note who saw a body',
    access: 'mortuary:update',
    module,
    opens: 'desk',
    record,
    body: ViewingInput,
    reply: Viewing,
    says: 'Viewing noted.',
    run: ({ caller, params, body }) => notices.view(caller, params.id, body),
  }),
  post('/bodies/:id/notices', {
    summary: 'Note how the kin of a body was looked for',
    access: 'mortuary:update',
    module,
    opens: 'desk',
    record,
    body: NoticeInput,
    reply: Noticed,
    says: 'Notice noted.',
    run: ({ caller, params, body }) => notices.giveNotice(caller, params.id, body),
  }),
  listed('/bodies/:id/release-checks', {
    summary: 'What stands in the way of a release',
    access: 'mortuary:read',
    module,
    opens: 'desk',
    audit: 'body.release_checks',
    record,
    query: ChecksQuery,
    each: ReleaseCheck,
    run: ({ caller, params, query }) => checks(caller, params.id, query.kind),
  }),
  post('/bodies/:id/release', {
    summary: 'Release a body to its claimant, the authority or another house',
    access: 'mortuary:release',
    module,
    opens: 'desk',
    once: true,
    transaction: 'rule',
    record,
    body: ReleaseInput,
    reply: Body,
    says: 'Body released.',
    run: async ({ caller, params, body }) => {
      const { row, warnings } = await release(caller, params.id, body)
      return view.whole(caller, row, { gate_warnings: warnings })
    },
  }),
  post('/body-gate-passes/:code/exit', {
    summary: 'A body leaves the gate with its pass',
    access: ['mortuary:release', 'mortuary:verify'],
    module,
    opens: 'desk',
    record: (caller, { code }: { readonly code: string }) => bodyOfPass(caller, code),
    body: ExitInput,
    body_may_miss: true,
    reply: Exited,
    says: 'The body may leave.',
    run: async ({ caller, params, body }) => {
      const { body: row, at } = await exit(caller, params.code, body)
      const [shown] = await view.shortOf(caller, [row])
      return { ok: true, body: shown as BodyShort, at }
    },
  }),
  post('/bodies/:id/cancel', {
    summary: 'Take a body off the list that was entered in error',
    access: 'mortuary:update',
    module,
    opens: 'desk',
    record,
    body: CancelInput,
    reply: Body,
    says: 'Body taken off.',
    run: async ({ caller, params, body }) =>
      view.whole(caller, await cancel(caller, params.id, body)),
  }),
  file('/bodies/:id/pdf', {
    summary: 'The papers of a body, as a PDF',
    access: 'mortuary:read',
    module,
    opens: 'desk',
    audit: 'body.print',
    record,
    query: PaperQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query, facts }) => {
      const paper = await within(() => bodyOnPaper(caller, params.id, query))
      const { facility_id, code, ...made } = paper
      const verify = verifyAt(facts.base_url, code)
      const head = await letterheadOf(caller, facility_id)
      return paperReply(bodyPaper({ ...made, verify, head }), `${made.reference}-${made.kind}`)
    },
  }),
  ...partTableRoutes({
    module,
    path: '/mortuary-tables',
    called: 'the mortuary',
    tables: mortuary_tables,
    read: 'mortuary:read',
    manage: 'mortuary:manage',
  }),
])
