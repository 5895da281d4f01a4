import {
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  Money,
  named,
  nullable,
  optional,
  Search,
  shape,
  some,
  type Static,
  tellsWho,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { message_states } from '../../../desk/patient-messages/words.ts'
import { History } from '../../../history.ts'
import { recalls } from './tables.ts'
import {
  recall_instructions,
  recall_levels,
  recall_sources,
  recall_states,
  trace_kinds,
} from './words.ts'

const recall = fieldsOf(recalls)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

export const RecallInput = named(
  'RecallInput',
  form({
    product_ids: some(Id, 50),
    lots: may(listOf(Text(1, 60), 200)),
    all_lots: may(Flag),
    level: choice(recall_levels),
    source: choice(recall_sources),
    notice_no: may(Text(0, 60)),
    notice_on: Day,
    reason: Text(3, 500),
    instruction: choice(recall_instructions),
    tell_patients: may(Flag),
  }),
)
export type RecallInput = Static<typeof RecallInput>

export const RecallChange = named(
  'RecallChange',
  form({
    lots: optional(listOf(Text(1, 60), 200)),
    reason: optional(Text(3, 500)),
    instruction: optional(choice(recall_instructions)),
    notice_no: may(Text(0, 60)),
  }),
)
export type RecallChange = Static<typeof RecallChange>

const Figures = shape({
  received: Money,
  on_hand: Money,
  quarantined: Money,
  issued_patients: Money,
  issued_departments: Money,
  sold: Money,
  delivered_clients: Money,
  disposed: Money,
  returned_supplier: Money,
  unaccounted: Money,
  patients: Whole(),
  patients_told: Whole(),
  accounted_pct: nullable(Money),
})
export type Figures = Static<typeof Figures>

const fields = {
  ...recall('id'),
  reference: Text(1, 40),
  ...recall('status'),
  product_ids: listOf(Text(1, 36)),
  product_names: listOf(Text(0, 230)),
  lots: listOf(Text(1, 60)),
  ...recall('level', 'source', 'notice_no', 'notice_on', 'reason', 'instruction'),
  ...recall('tell_patients', 'opened_by_name', 'close_note', 'withdrawn'),
  ...recall('created_at', 'updated_at', 'version'),
  figures: Figures,
  moves: listOf(choice(['close', 'reopen'])),
}
export const Recall = named('Recall', shape(fields))
export type Recall = Static<typeof Recall>
export const RecallOpened = named('RecallOpened', shape({ ...fields, history: History }))
export type RecallOpened = Static<typeof RecallOpened>

export const RecallFilters = {
  search: optional(Search),
  status: optional(choice(recall_states)),
  level: optional(choice(recall_levels)),
  product_id: optional(Id),
}
const filters = shape(RecallFilters)
export type RecallsAsked = Static<typeof filters>

export const RecallClosing = form({ close_note: may(Text(0, 500)), withdrawn: may(Flag) })
export type RecallClosing = Static<typeof RecallClosing>

export const RecallTelling = form({
  text: may(Text(0, 300)),
  patient_ids: may(listOf(Id, 5000)),
})
export type RecallTelling = Static<typeof RecallTelling>
export const RecallTold = named(
  'RecallTold',
  shape({
    queued: Whole(),
    /** Who cannot be written to: somebody shall call. */
    without_phone: Whole(),
    told_before: Whole(),
  }),
)
export type RecallTold = Static<typeof RecallTold>

export const TraceFilters = { kind: optional(choice(trace_kinds)) }
const trace_filters = shape(TraceFilters)
export type TraceAsked = Static<typeof trace_filters>

/** Where it lies, or one move of it. */
export const TraceRow = named(
  'RecallTraceRow',
  shape({
    id: Text(1, 36),
    batch_id: Text(1, 36),
    product_name: Text(0, 230),
    lot: nullable(Text(0, 60)),
    /** Of what lies: the store, or ON_THE_WAY. */
    kind: Text(1, 20),
    at: nullable(Instant),
    quantity: Money,
    quarantined: nullable(Money),
    store_name: nullable(Text(0, 120)),
    department: nullable(Text(0, 120)),
    patient_id: nullable(Text(0, 36)),
    patient_name: tellsWho('patient_id', nullable(Text(0, 400))),
    patient_number: tellsWho('patient_id', nullable(Text(0, 40))),
    patient_phone: tellsWho('patient_id', nullable(Text(0, 40))),
    /** What became of the message to the patient about the recall; null: none was written. */
    told: nullable(choice(message_states)),
    reference: nullable(Text(0, 60)),
    by_name: nullable(Text(0, 160)),
  }),
)
export type TraceRow = Static<typeof TraceRow>
