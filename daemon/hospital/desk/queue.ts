// The queue: points opened and closed, patients called, served, skipped and sent on.

import * as points from '../../../db/hospital/desk/service-points/service-points.ts'
import {
  CloseInput,
  OpenInput,
  ServicePoint,
} from '../../../db/hospital/desk/service-points/shapes.ts'
import { call, callNext } from '../../../db/hospital/desk/visits/queue/call.ts'
import * as entries from '../../../db/hospital/desk/visits/queue/entry-moves.ts'
import { viewEntry } from '../../../db/hospital/desk/visits/queue/entry-view.ts'
import { figuresOf } from '../../../db/hospital/desk/visits/queue/figures.ts'
import * as moves from '../../../db/hospital/desk/visits/queue/point-moves.ts'
import { queueOf } from '../../../db/hospital/desk/visits/queue/queue.ts'
import { recall, undo } from '../../../db/hospital/desk/visits/queue/recall.ts'
import { queueEntryRecord } from '../../../db/hospital/desk/visits/rows.ts'
import * as tokens from '../../../db/hospital/desk/visits/queue/tokens-taken.ts'
import {
  AttachInput,
  CallInput,
  CallNextInput,
  FigureWords,
  FinishInput,
  HoldEntryInput,
  MaybeWhy,
  QueueEntry,
  QueueFigures,
  QueueFilters,
  ServeInput,
  TokenInput,
  TransferInput,
  Why,
} from '../../../db/hospital/desk/visits/shapes.ts'
import { transfer } from '../../../db/hospital/desk/visits/queue/transfer.ts'
import { listOf, nullable } from '../../../db/core/kinds/kinds.ts'
import { said } from '../../edge/answers.ts'
import { area } from '../../edge/route.ts'
import { ruled } from '../../edge/opens.ts'
import { byId, create, get, listed, post } from '../words.ts'

const point = byId(points.servicePointRecord.get)
const entry = byId(queueEntryRecord.get)

export const door = area('queue', [
  post('/service-points/:id/open', {
    summary: 'Open a service point',
    access: 'queue:call',
    opens: 'nobody',
    record: point,
    body: OpenInput,
    body_may_miss: true,
    reply: ServicePoint,
    says: 'Service point opened.',
    run: ({ caller, params, body }) => moves.openPoint(caller, params.id, body),
  }),
  post('/service-points/:id/pause', {
    summary: 'Pause a service point',
    access: 'queue:call',
    opens: 'nobody',
    record: point,
    body: CloseInput,
    reply: ServicePoint,
    says: 'Service point paused.',
    run: ({ caller, params, body }) => moves.pausePoint(caller, params.id, body),
  }),
  post('/service-points/:id/close', {
    summary: 'Close a service point',
    access: 'queue:call',
    opens: 'nobody',
    record: point,
    body: CloseInput,
    reply: ServicePoint,
    says: 'Service point closed.',
    run: ({ caller, params, body }) => moves.closePoint(caller, params.id, body),
  }),
  listed('/service-points/:id/queue', {
    summary: 'Who waits at a point, in calling order',
    access: 'queue:read',
    opens: 'many',
    audit: 'queue.read',
    record: point,
    query: QueueFilters,
    each: QueueEntry,
    run: ({ caller, params, query }) => queueOf(caller, params.id, query),
  }),
  post('/service-points/:id/call-next', {
    summary: 'Call the next patient to a counter',
    access: 'queue:call',
    opens: ruled('who is next is known to the rule; who calls joins the care team (PRV-2)'),
    record: point,
    body: CallNextInput,
    reply: nullable(QueueEntry),
    says: 'Called.',
    run: async ({ caller, params, body }) => {
      const called = await callNext(caller, params.id, body)
      return called ?? said('Nobody is waiting.', null)
    },
  }),
  create('/service-points/:id/tokens', {
    summary: 'Hand out a token before registration',
    access: 'queue:call',
    opens: ruled('a token that is nobody’s yet'),
    record: point,
    body: TokenInput,
    body_may_miss: true,
    reply: QueueEntry,
    says: 'Token handed out.',
    run: ({ caller, params, body }) => tokens.takeToken(caller, params.id, body),
  }),
  get('/queue-figures', {
    summary: 'Waiting times',
    access: 'queue:figures',
    opens: 'nobody',
    query: FigureWords,
    reply: listOf(QueueFigures),
    run: ({ caller, query }) => figuresOf(caller, query),
  }),
  get('/queue-entries/:id', {
    summary: 'One entry of a queue',
    access: 'queue:read',
    opens: 'desk',
    audit: 'queue_entry.read',
    record: entry,
    reply: QueueEntry,
    run: async ({ caller, params }) =>
      viewEntry(caller, await queueEntryRecord.get(caller, params.id)),
  }),
  post('/queue-entries/:id/call', {
    summary: 'Call a patient out of turn',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    body: CallInput,
    reply: QueueEntry,
    says: 'Called.',
    run: ({ caller, params, body }) => call(caller, params.id, body.counter),
  }),
  post('/queue-entries/:id/recall', {
    summary: 'Call a patient once more',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    reply: QueueEntry,
    says: 'Called again.',
    run: ({ caller, params }) => recall(caller, params.id),
  }),
  post('/queue-entries/:id/attach', {
    summary: 'Bind a token to a visit',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    body: AttachInput,
    reply: QueueEntry,
    says: 'Token bound to the visit.',
    run: ({ caller, params, body }) => tokens.attach(caller, params.id, body.visit_id),
  }),
  post('/queue-entries/:id/cancel', {
    summary: 'Take back a token of nobody',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    body: Why,
    reply: QueueEntry,
    says: 'Token taken back.',
    run: ({ caller, params, body }) => tokens.cancelToken(caller, params.id, body.reason),
  }),
  post('/queue-entries/:id/undo', {
    summary: 'Take back the last move',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    reply: QueueEntry,
    says: 'As before.',
    run: ({ caller, params }) => undo(caller, params.id),
  }),
  post('/queue-entries/:id/serve', {
    summary: 'Begin to serve a patient',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    body: ServeInput,
    body_may_miss: true,
    reply: QueueEntry,
    says: 'Service begun.',
    run: ({ caller, params, body }) => entries.serve(caller, params.id, body),
  }),
  post('/queue-entries/:id/finish', {
    summary: 'End a service; the patient goes on',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    body: FinishInput,
    body_may_miss: true,
    reply: QueueEntry,
    says: 'Service ended.',
    run: ({ caller, params, body }) => entries.finishEntry(caller, params.id, body),
  }),
  post('/queue-entries/:id/skip', {
    summary: 'Put a patient behind the next few',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    body: MaybeWhy,
    body_may_miss: true,
    reply: QueueEntry,
    run: async ({ caller, params }) => {
      const { entry: skipped, message } = await entries.skip(caller, params.id)
      return said(message, skipped)
    },
  }),
  post('/queue-entries/:id/no-show', {
    summary: 'The patient did not come',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    body: MaybeWhy,
    body_may_miss: true,
    reply: QueueEntry,
    says: 'Noted: the patient did not come.',
    run: ({ caller, params, body }) => entries.noShow(caller, params.id, body.reason),
  }),
  post('/queue-entries/:id/hold', {
    summary: 'Hold a patient’s place',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    body: HoldEntryInput,
    reply: QueueEntry,
    says: 'On hold.',
    run: ({ caller, params, body }) => entries.holdEntry(caller, params.id, body),
  }),
  post('/queue-entries/:id/resume', {
    summary: 'Take a patient back from hold',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    reply: QueueEntry,
    says: 'The patient waits again.',
    run: ({ caller, params }) => entries.resumeEntry(caller, params.id),
  }),
  post('/queue-entries/:id/transfer', {
    summary: 'Send a patient to another point',
    access: 'queue:call',
    opens: 'desk',
    record: entry,
    body: TransferInput,
    reply: QueueEntry,
    says: 'Sent to another point.',
    run: ({ caller, params, body }) => transfer(caller, params.id, body),
  }),
])
