// Bodies as they come in and go out (B.2, B.5).

import {
  AnyObject,
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  Money,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  Phone,
  QueryFlag,
  Reason,
  Secret,
  shape,
  some,
  type Static,
  tellsOf,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { Overrides, GateResult } from '../../desk/gates/shapes.ts'
import { gate_levels } from '../../desk/gates/words.ts'
import { PatientInput, UnknownInput } from '../../desk/patients/register/input-shapes.ts'
import { PatientRow } from '../../desk/patients/shapes.ts'
import { languages } from '../../office/hospitals/words.ts'
import { History } from '../../history.ts'
import { lateFields } from '../parts/shapes.ts'
import { BodyService } from './services/shapes.ts'
import { bodies, body_belongings, body_gate_passes, body_notices, body_viewings } from './tables.ts'
import {
  body_conditions,
  body_identities,
  body_kinds,
  body_moves_shown,
  body_precautions,
  body_sources,
  body_states,
  cancel_reasons,
  day_rules,
  hand_over_words,
  notice_kinds,
  paper_kinds,
  places_outside,
  receiving_houses,
  release_kinds,
  unclaimed_stages,
  viewing_purposes,
} from './words.ts'

const body = fieldsOf(bodies)
const belonging = fieldsOf(body_belongings)
const pass = fieldsOf(body_gate_passes)
const viewing = fieldsOf(body_viewings)
const notice = fieldsOf(body_notices)

const text = (length: number) => optional(nullable(Text(0, length)))
const Token = optional(nullable(Secret(200)))

const BroughtByInput = form({
  name: text(160),
  relation: text(60),
  phone: optional(nullable(Phone)),
  id_no: text(60),
  vehicle_no: text(20),
})
const PoliceInput = form({
  case: optional(nullAsAbsent(Flag)),
  station: text(120),
  case_no: text(60),
  officer: text(160),
  officer_phone: optional(nullable(Phone)),
  release_order_no: text(60),
  release_order_on: optional(nullable(Day)),
  order_attachment_id: optional(nullable(Id)),
})
export type PoliceInput = Static<typeof PoliceInput>
const KinInput = form({
  name: Text(1, 160),
  relation: text(60),
  phone: optional(nullable(Phone)),
  told_at: optional(nullable(Instant)),
})
const BelongingItem = form({
  item: Text(1, 120),
  description: text(500),
  quantity: optional(nullAsAbsent(Whole(1, 1000))),
  value: optional(nullable(Money)),
  photo_attachment_id: optional(nullable(Id)),
})
export type BelongingItem = Static<typeof BelongingItem>
const Belongings = listOf(BelongingItem, 60)

const about_body = {
  brought_by: optional(nullable(BroughtByInput)),
  police: optional(nullable(PoliceInput)),
  precautions: optional(nullAsAbsent(choice(body_precautions))),
  condition: optional(nullable(choice(body_conditions))),
  marks: optional(nullable(LongText(0, 1000))),
  clothing: optional(nullable(LongText(0, 1000))),
  kin: optional(nullAsAbsent(listOf(KinInput, 10))),
}
export const BodyChange = named('BodyChange', partial(about_body))
export type BodyChange = Static<typeof BodyChange>

const Space = form({ cabinet_id: Id, space_label: Text(1, 20) })
export const BodyInput = named(
  'BodyInput',
  form({
    id: optional(Id),
    patient_id: optional(nullAsAbsent(Id)),
    patient: optional(PatientInput),
    unknown: optional(UnknownInput),
    died_at: optional(nullable(Instant)),
    died_at_estimated: optional(nullAsAbsent(Flag)),
    place: optional(nullable(choice(places_outside))),
    source_note: text(300),
    kind: optional(nullAsAbsent(choice(body_kinds))),
    part: text(200),
    source: choice(body_sources),
    ...about_body,
    belongings: optional(nullAsAbsent(Belongings)),
    space: optional(nullable(Space)),
    received_at: optional(nullable(Instant)),
    witness_token: Token,
    note: text(500),
    ...lateFields,
  }),
)
export type BodyInput = Static<typeof BodyInput>

export const ReceiveInput = named(
  'BodyReceiveInput',
  form({
    tag: text(40),
    two_people: Token,
    cabinet_id: optional(nullable(Id)),
    space_label: text(20),
    trolley: optional(nullAsAbsent(Flag)),
    handed_over_by: Text(1, 160),
    belongings: optional(nullAsAbsent(Belongings)),
    none: optional(nullAsAbsent(Flag)),
    witness_token: Token,
    condition: optional(nullable(choice(body_conditions))),
    received_at: optional(nullable(Instant)),
    note: text(500),
    ...lateFields,
  }),
)
export type ReceiveInput = Static<typeof ReceiveInput>

export const MoveInput = form({ ...Space.properties, reason: text(300) })
export type MoveInput = Static<typeof MoveInput>

export const IdentifyInput = named(
  'BodyIdentifyInput',
  form({
    viewing_id: optional(nullable(Id)),
    police: optional(nullable(form({ number: Text(1, 60), officer: Text(1, 160) }))),
    patient_id: optional(nullAsAbsent(Id)),
    patient: optional(PatientInput),
    reason: optional(nullAsAbsent(Reason)),
  }),
)
export type IdentifyInput = Static<typeof IdentifyInput>

export const BelongingsInput = named(
  'BodyBelongingsInput',
  form({ items: some(BelongingItem, 60), witness_token: Token }),
)
export type BelongingsInput = Static<typeof BelongingsInput>
const ReceiverInput = form({
  name: Text(1, 160),
  relation: text(60),
  id_no: text(60),
  phone: optional(nullable(Phone)),
})
export const HandOverInput = named(
  'BelongingHandOverInput',
  form({
    to: choice(hand_over_words),
    receiver: optional(nullable(ReceiverInput)),
    witness_token: Token,
  }),
)
export type HandOverInput = Static<typeof HandOverInput>

export const ViewingInput = named(
  'BodyViewingInput',
  form({
    at: optional(nullable(Instant)),
    purpose: choice(viewing_purposes),
    visitors: some(form({ name: Text(1, 160), relation: text(60), id_no: text(60) }), 20),
    identified: optional(nullAsAbsent(Flag)),
    note: text(500),
  }),
)
export type ViewingInput = Static<typeof ViewingInput>
export const NoticeInput = named(
  'BodyNoticeInput',
  form({
    at: optional(nullable(Instant)),
    where: choice(notice_kinds),
    text: Text(1, 1000),
    attachment_id: optional(nullable(Id)),
  }),
)
export type NoticeInput = Static<typeof NoticeInput>

const ClaimantInput = form({
  name: Text(1, 160),
  relation: Text(1, 60),
  id_type: text(40),
  id_no: Text(1, 60),
  phone: Phone,
  address: text(200),
})
export type ClaimantInput = Static<typeof ClaimantInput>
export const ReleaseInput = named(
  'BodyReleaseInput',
  form({
    kind: choice(release_kinds),
    claimant: optional(nullable(ClaimantInput)),
    second_claimant: optional(nullable(ClaimantInput)),
    authority: optional(
      nullable(
        form({ name: Text(1, 160), office: Text(1, 160), phone: optional(nullable(Phone)) }),
      ),
    ),
    to: optional(nullable(form({ name: Text(1, 160), kind: choice(receiving_houses) }))),
    burial_permit_no: text(60),
    burial_permit_on: optional(nullable(Day)),
    permit_no: text(60),
    permit_on: optional(nullable(Day)),
    papers_no: text(60),
    court_order_no: text(60),
    burial_place: text(200),
    transport: form({
      vehicle_no: Text(1, 20),
      driver: Text(1, 160),
      phone: optional(nullable(Phone)),
    }),
    tag: text(40),
    two_people: Token,
    viewed: optional(nullAsAbsent(Flag)),
    viewed_reason: text(300),
    belongings: optional(nullAsAbsent(listOf(Id, 200))),
    second_staff: Token,
    welfare_token: Token,
    photo_attachment_id: optional(nullable(Id)),
    sealed_bag: optional(nullAsAbsent(Flag)),
    burial_team: optional(nullAsAbsent(listOf(Text(1, 160), 20))),
    overrides: Overrides,
  }),
)
export type ReleaseInput = Static<typeof ReleaseInput>

export const CancelInput = form({ reason: choice(cancel_reasons), note: text(300) })
export type CancelInput = Static<typeof CancelInput>
export const ExitInput = form({ vehicle_no: text(20), tag: text(40) })
export type ExitInput = Static<typeof ExitInput>

const out = (length: number) => nullable(Text(0, length))
const BroughtBy = shape({
  name: Text(0, 160),
  relation: out(60),
  phone: Text(0, 40),
  id_no: out(60),
  vehicle_no: out(20),
})
const Police = shape({
  case: Flag,
  station: out(120),
  case_no: out(60),
  officer: out(160),
  officer_phone: out(40),
  release_order_no: out(60),
  release_order_on: nullable(Day),
  order_attachment_id: out(36),
})
const Kin = shape({ name: Text(0, 160), relation: out(60), phone: out(40), told_at: out(24) })
const Receiver = shape({ name: Text(0, 160), relation: out(60), id_no: out(60), phone: out(40) })
const Identified = shape({
  at: Instant,
  by_name: Text(0, 160),
  how: choice(['VIEWING', 'POLICE']),
  names: listOf(Text(0, 160)),
  police: nullable(shape({ number: Text(0, 60), officer: Text(0, 160) })),
})
const Claimant = shape({
  name: Text(0, 160),
  relation: Text(0, 60),
  id_type: out(40),
  id_no: Text(0, 60),
  phone: Text(0, 40),
  address: out(200),
})
const Released = shape({
  kind: choice(release_kinds),
  at: Instant,
  by_name: Text(0, 160),
  second_name: Text(0, 160),
  claimant: nullable(Claimant),
  second_claimant: nullable(Claimant),
  authority: nullable(shape({ name: Text(0, 160), office: Text(0, 160), phone: out(40) })),
  to: nullable(shape({ name: Text(0, 160), kind: Text(0, 40) })),
  permit_no: out(60),
  permit_on: nullable(Day),
  papers_no: out(60),
  court_order_no: out(60),
  burial_place: out(200),
  transport: shape({ vehicle_no: Text(0, 20), driver: Text(0, 160), phone: out(40) }),
  viewed: Flag,
  viewed_reason: out(300),
  sealed_bag: Flag,
  burial_team: listOf(Text(0, 160)),
})
export const GatePass = named(
  'BodyGatePass',
  shape({
    ...pass('number', 'kind', 'status', 'vehicle_no', 'issued_at', 'issued_by', 'used_at'),
    code: Text(1, 40),
  }),
)

export const Belonging = named(
  'BodyBelonging',
  shape({
    ...belonging('id', 'item', 'description', 'quantity', 'value', 'photo_attachment_id'),
    ...belonging('state', 'received_by', 'witness_name', 'handed_by', 'at', 'handed_at'),
    receiver: nullable(Receiver),
  }),
)
export type Belonging = Static<typeof Belonging>
export const Viewing = named(
  'BodyViewing',
  shape({
    ...viewing('id', 'at', 'purpose', 'attended_by', 'identified', 'note'),
    visitors: listOf(shape({ name: Text(0, 160), relation: out(60), id_no: out(60) })),
  }),
)
export const Notice = named(
  'BodyNotice',
  shape({
    ...notice('id', 'at', 'text', 'attachment_id', 'by_name'),
    where: choice(notice_kinds),
  }),
)
const Unclaimed = shape({ days: Whole(), stage: choice(unclaimed_stages) })
export const Noticed = named('BodyNoticed', shape({ notice: Notice, unclaimed: Unclaimed }))

const short = {
  ...body('id', 'facility_id'),
  reference: Text(1, 40),
  ...body('patient_id'),
  patient: PatientRow,
  part: tellsOf('patient_id', body('part').part),
  ...body('kind', 'status', 'tag_no', 'source', 'identity', 'admission_id'),
  ...body('emergency_id', 'theatre_case_id', 'birth_id', 'died_at', 'received_at'),
  ...body('received_by', 'sent_by', 'precautions', 'condition', 'cabinet_id', 'space_label'),
  cabinet: nullable(Text(1, 20)),
  ...body('trolley', 'left_at', 'note'),
  police_case: Flag,
  days: Whole(),
  holds: listOf(Text(1, 40)),
  ...body('created_at', 'created_by_name', 'updated_at', 'version'),
}
export const BodyShort = named('BodyShort', shape(short))
export type BodyShort = Static<typeof BodyShort>
export const Body = named(
  'Body',
  shape({
    ...short,
    certificate_id: nullable(Text(1, 36)),
    died_at_estimated: Flag,
    place_of_death: nullable(Text(1, 40)),
    identified: nullable(Identified),
    brought_by: nullable(BroughtBy),
    police: nullable(Police),
    marks: tellsOf('patient_id', body('marks').marks),
    ...body('clothing'),
    kin: listOf(Kin),
    storage: shape({
      from: nullable(Instant),
      free_until: nullable(Instant),
      day_rule: choice(day_rules),
      days: Whole(),
      charged_days: Whole(),
      daily_code: nullable(Text(1, 40)),
      payment_ok: Flag,
    }),
    unclaimed: Unclaimed,
    release: nullable(Released),
    gate_pass: nullable(GatePass),
    belongings: listOf(Belonging),
    services: listOf(BodyService),
    viewings: listOf(Viewing),
    notices: listOf(Notice),
    moves: listOf(choice(body_moves_shown)),
    history: History,
    warnings: listOf(Text(1, 600)),
    gate_warnings: listOf(GateResult),
  }),
)
export type Body = Static<typeof Body>

export const ReleaseCheck = named(
  'BodyReleaseCheck',
  shape({
    gate: Text(1, 40),
    title: Text(1, 120),
    ok: Flag,
    level: nullable(choice(gate_levels)),
    text: nullable(Text(0, 1000)),
    override: nullable(AnyObject),
  }),
)
export type ReleaseCheck = Static<typeof ReleaseCheck>
export const Exited = named('BodyExit', shape({ ok: Flag, body: BodyShort, at: Instant }))

export const BodyFilters = {
  status: optional(choice(body_states)),
  source: optional(choice(body_sources)),
  kind: optional(choice(body_kinds)),
  identity: optional(choice(body_identities)),
  police: optional(QueryFlag),
  hold: optional(Text(1, 40)),
  cabinet: optional(Text(1, 64)),
  days_over: optional(Whole(0, 3650)),
  patient_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Text(1, 64)),
}
export const ChecksQuery = form({ kind: optional(choice(release_kinds)) })
export const PaperQuery = form({
  kind: optional(choice(paper_kinds)),
  language: optional(choice(languages)),
})
