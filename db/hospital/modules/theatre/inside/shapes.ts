// What is written down of a case, as it comes in and goes out (A.2: Fitness to RecoveryScore).

import {
  AnyObject,
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  kind,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { AmendReason } from '../../parts/shapes.ts'
import {
  airways,
  answers,
  complication_grades,
  conditions,
  count_kinds,
  count_stages,
  decisions,
  item_kinds,
  outcomes,
  part_states,
  phase_states,
  phases,
  sides,
  techniques,
  wound_classes,
  xrays,
} from '../words.ts'
import { theatre_items, theatre_recovery } from './tables.ts'

const given = <T extends Parameters<typeof nullAsAbsent>[0]>(kind: T) =>
  optional(nullAsAbsent(kind))
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))
const words = (max: number) => may(LongText(0, max))
const item = fieldsOf(theatre_items)
const score = fieldsOf(theatre_recovery)

const rcri_points = {
  high_risk_surgery: given(Flag),
  ischaemic_heart: given(Flag),
  heart_failure: given(Flag),
  stroke: given(Flag),
  insulin: given(Flag),
  creatinine_over_177: given(Flag),
}

const fitness_fields = {
  asa: given(Whole(1, 6)),
  emergency: given(Flag),
  mallampati: may(Whole(1, 4)),
  difficult_airway: given(choice(airways)),
  rcri: given(form(rcri_points)),
  history: words(4000),
  examination: words(4000),
  last_anaesthetic: words(1000),
  medicines_to_hold: given(listOf(Text(1, 120), 50)),
  investigations_seen: given(listOf(Text(1, 120), 50)),
  plan: words(4000),
  fasting: may(form({ solids_from: may(Instant), clear_fluids_from: may(Instant) })),
  blood_units: may(Whole(0, 50)),
  decision: given(choice(decisions)),
  conditions: words(1000),
}
const signing = { sign: given(Flag), reason: given(AmendReason) }
export const FitnessInput = named('TheatreFitnessInput', form({ ...fitness_fields, ...signing }))
export type FitnessInput = Static<typeof FitnessInput>

const ProcedureDone = form({
  code: Text(1, 40),
  coding_system: given(Text(1, 40)),
  title: given(Text(1, 200)),
  side: given(choice(sides)),
  planned_line: may(Whole(1, 10)),
})
const note_fields = {
  procedures_done: given(listOf(ProcedureDone, 20)),
  findings: words(8000),
  incision: words(1000),
  technique: words(8000),
  closure: words(1000),
  position: words(200),
  complications: given(
    listOf(form({ text: Text(1, 500), grade: choice(complication_grades) }), 20),
  ),
  blood_loss_ml: may(Whole(0, 50_000)),
  tourniquet: given(listOf(form({ limb: Text(1, 80), on_at: Instant, off_at: may(Instant) }), 10)),
  drains: given(listOf(form({ site: Text(1, 120), kind: Text(1, 80) }), 20)),
  wound_class: may(choice(wound_classes)),
  post_op_orders: words(8000),
  follow_up: words(2000),
  outcome: given(choice(outcomes)),
}
export const OperationNoteInput = named(
  'TheatreOperationNoteInput',
  form({ ...note_fields, ...signing }),
)
export type OperationNoteInput = Static<typeof OperationNoteInput>

const anaesthesia_fields = {
  technique: given(choice(techniques)),
  airway: may(
    form({
      device: Text(1, 80),
      size: may(Text(0, 40)),
      grade: may(Whole(1, 4)),
      attempts: may(Whole(1, 20)),
    }),
  ),
  machine_checked: given(Flag),
  events: words(8000),
  totals: may(
    form({
      iv_ml: may(Whole(0, 50_000)),
      blood_ml: may(Whole(0, 50_000)),
      urine_ml: may(Whole(0, 50_000)),
      blood_loss_ml: may(Whole(0, 50_000)),
    }),
  ),
  complications: given(listOf(Text(1, 500), 20)),
}
export const AnaesthesiaInput = named(
  'TheatreAnaesthesiaInput',
  form({ ...anaesthesia_fields, ...signing }),
)
export type AnaesthesiaInput = Static<typeof AnaesthesiaInput>

const SignedPart = {
  status: choice(part_states),
  version_no: Whole(),
  content: AnyObject,
  reason: nullable(Text(0, 300)),
  written_by_name: Text(0, 160),
  signed_by_name: nullable(Text(0, 160)),
  signed_at: nullable(Instant),
}
const PartVersion = named('TheatrePartVersion', shape(SignedPart))
/** What was signed before, the last first (MOD-13). */
const Versions = { versions: Whole(), history: listOf(PartVersion) }
const Part = named('TheatrePart', shape({ ...SignedPart, ...Versions }))
const FitnessShown = named(
  'TheatreFitness',
  shape({ ...SignedPart, ...Versions, rcri_score: Whole(), valid_until: nullable(Day) }),
)
export const PartReply = Part

export const PreOpInput = form({
  items: listOf(
    form({
      key: Text(1, 40),
      answer: choice(answers),
      at: may(Instant),
      note: may(Text(0, 300)),
    }),
    100,
    1,
  ),
})
export type PreOpInput = Static<typeof PreOpInput>
export const PreOp = named(
  'TheatrePreOp',
  shape({
    items: listOf(
      shape({
        key: Text(1, 40),
        title: Text(1, 160),
        required: Flag,
        answer: nullable(choice(answers)),
        at: nullable(Instant),
        by_name: nullable(Text(0, 160)),
        note: nullable(Text(0, 300)),
      }),
      200,
    ),
    automatic: listOf(
      shape({ key: Text(1, 40), title: Text(1, 160), ok: Flag, text: Text(0, 300) }),
      20,
    ),
    complete: Flag,
  }),
)
export type PreOp = Static<typeof PreOp>

export const ChecklistInput = form({
  items: listOf(form({ key: Text(1, 40), answer: choice(answers), note: may(Text(0, 300)) }), 100),
  present: listOf(Id, 30),
  /** As it was read aloud at time-out (OT-9). */
  side: given(choice(sides)),
  at: may(Instant),
})
export type ChecklistInput = Static<typeof ChecklistInput>
const Checklist = named(
  'TheatreChecklist',
  shape({
    phase: choice(phases),
    status: choice(phase_states),
    items: listOf(
      shape({
        key: Text(1, 40),
        title: Text(1, 200),
        answer: nullable(choice(answers)),
        note: nullable(Text(0, 300)),
      }),
      100,
    ),
    present: listOf(shape({ staff_id: Id, name: Text(0, 160) }), 30),
    side: nullable(Text(0, 20)),
    read_by_name: nullable(Text(0, 160)),
    at: nullable(Instant),
  }),
)

const Missing = form({ line: Text(1, 80), short: Whole(1, 1000) })
export const CountsInput = named(
  'TheatreCountsInput',
  form({
    lines: given(
      listOf(
        form({
          kind: given(choice(count_kinds)),
          name: Text(1, 80),
          initial: given(Whole(0, 10_000)),
          added: given(listOf(form({ quantity: Whole(1, 1000), at: may(Instant) }), 100)),
          closing: may(Whole(0, 10_000)),
          final: may(Whole(0, 10_000)),
          left_in: given(Whole(0, 100)),
        }),
        60,
      ),
    ),
    stage: given(choice(count_stages)),
    second_counter_id: may(Id),
    /** Who counts at the end without having counted at the beginning says so (OT-13). */
    note: may(Text(0, 300)),
    not_counted_reason: may(Text(3, 300)),
    xray: may(choice(xrays)),
    /** Packs left in on purpose come out again by then. */
    remove_by: may(Instant),
    unresolved: may(
      form({
        missing: listOf(Missing, 60, 1),
        searched: Text(3, 500),
        xray: choice(xrays),
        note: may(Text(0, 500)),
      }),
    ),
    witness_token: may(Text(0, 200)),
  }),
)
export type CountsInput = Static<typeof CountsInput>
export const Counts = named(
  'TheatreCounts',
  shape({
    lines: listOf(
      shape({
        kind: choice(count_kinds),
        name: Text(1, 80),
        initial: Whole(),
        added: listOf(shape({ quantity: Whole(), at: Instant }), 100),
        closing: nullable(Whole()),
        final: nullable(Whole()),
        left_in: Whole(),
        expected: Whole(-100_000, 1_000_000),
        equal: Flag,
      }),
      60,
    ),
    counters: listOf(
      shape({
        staff_id: nullable(Id),
        name: Text(0, 160),
        at: Instant,
        stage: choice(count_stages),
        note: nullable(Text(0, 300)),
      }),
      200,
    ),
    not_counted_reason: nullable(Text(0, 300)),
    xray: nullable(Text(0, 20)),
    equal: Flag,
    unresolved: nullable(
      shape({
        missing: listOf(Missing, 60),
        searched: Text(0, 500),
        xray: choice(xrays),
        note: nullable(Text(0, 500)),
        surgeon_id: nullable(Id),
        surgeon_name: Text(0, 160),
        second_name: Text(0, 160),
        at: Instant,
      }),
    ),
  }),
)
export type Counts = Static<typeof Counts>

export const ItemsInput = named(
  'TheatreItemsInput',
  form({
    used: given(
      listOf(
        form({
          product_id: Id,
          quantity: Decimal(0.001, 100_000),
          batch_id: may(Id),
          serial: may(Text(0, 80)),
          kind: given(choice(item_kinds)),
          site: may(Text(0, 120)),
          charge: given(Flag),
        }),
        100,
      ),
    ),
    returned: given(
      listOf(
        form({ item_id: Id, quantity: Decimal(0.001, 100_000), condition: choice(conditions) }),
        100,
      ),
    ),
    store_id: may(Id),
    witness_token: may(Text(0, 200)),
  }),
)
export type ItemsInput = Static<typeof ItemsInput>
export const UsedItem = named(
  'TheatreUsedItem',
  shape({
    ...item('id', 'product_id', 'name'),
    quantity: Decimal(0, 1e9),
    ...item('store_id', 'batch_id', 'lot', 'expiry', 'serial', 'kind', 'site', 'charged'),
    returned: Decimal(0, 1e9),
    ...item('at', 'by_name'),
  }),
)
export type UsedItem = Static<typeof UsedItem>
export const ItemsReply = named(
  'TheatreItems',
  shape({ items: listOf(UsedItem, 200), warnings: listOf(Text(1, 300), 100) }),
)

const Points = kind<number>({
  type: 'integer',
  minimum: 0,
  maximum: 2,
  complaint: 'must be 0, 1 or 2.',
})
export const RecoveryInput = form({
  id: optional(Id),
  at: may(Instant),
  activity: Points,
  breathing: Points,
  circulation: Points,
  consciousness: Points,
  oxygen: Points,
  pain: may(Whole(0, 10)),
  nausea: may(Whole(0, 3)),
  bleeding: may(Text(0, 120)),
  note: may(Text(0, 500)),
})
export type RecoveryInput = Static<typeof RecoveryInput>
const recovery_fields = {
  ...score('id', 'at', 'activity', 'breathing', 'circulation', 'consciousness', 'oxygen'),
  total: Whole(0, 10),
  ...score('pain', 'nausea', 'bleeding', 'note', 'by_name'),
}
export const RecoveryScore = named('TheatreRecoveryScore', shape(recovery_fields))
export const RecoveryReply = named(
  'TheatreRecoveryReply',
  shape({ ...recovery_fields, may_leave: Flag }),
)

/** The parts of one case. */
export const CaseParts = {
  fitness: nullable(FitnessShown),
  pre_op: PreOp,
  checklists: listOf(Checklist, 3),
  counts: nullable(Counts),
  operation_note: nullable(Part),
  anaesthesia: nullable(Part),
  items: listOf(UsedItem, 1000),
  recovery: listOf(RecoveryScore, 200),
}
