// Cabinets and their spaces, the bodies that lie in them, and what hangs on a body.

import {
  choice,
  code,
  id,
  instant,
  integer,
  json,
  key,
  money,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
  yes,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  belonging_states,
  body_conditions,
  body_identities,
  body_kinds,
  body_precautions,
  body_sources,
  body_states,
  cabinet_kinds,
  notice_kinds,
  pass_states,
  release_kinds,
  space_states,
  viewing_purposes,
} from './words.ts'
import type { BroughtBy, Identified, Kin, Police, Receiver, Released, Visitor } from './kept.ts'

export const mortuary_cabinets = table(
  'mortuary_cabinets',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    code: code(20),
    code_key: key(20),
    name: text(80),
    kind: choice(cabinet_kinds),
    /** The stock chapter's: it keeps the readings and the alarms (MOR-19). */
    cold_unit_id: nullable(uuid()),
    active: yes(),
    ...versioned,
  },
  {
    unique: [{ columns: ['facility_id', 'code_key'] }],
    indexes: [{ columns: ['hospital_id', 'facility_id', 'code_key'] }],
  },
)

export const mortuary_spaces = table(
  'mortuary_spaces',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    cabinet_id: ref('mortuary_cabinets'),
    position: integer(),
    label: text(20),
    label_key: key(20),
    state: otherwise(choice(space_states), 'FREE' as const),
    reason: nullable(text(300)),
    ...versioned,
  },
  {
    unique: [{ columns: ['cabinet_id', 'label_key'] }],
    indexes: [{ columns: ['hospital_id', 'cabinet_id', 'position'] }],
  },
)

export const bodies = table(
  'bodies',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    status: choice(body_states),
    patient_id: ref('patients'),
    /** To find it by; the record of the patient says what they are now. */
    patient_number: code(40),
    patient_name: text(200),
    kind: choice(body_kinds),
    /** A body of its own, and no part of somebody who lives. */
    own: yes(),
    part: nullable(text(200)),
    tag_no: code(10),
    source: choice(body_sources),
    identity: choice(body_identities),
    identified: nullable(json<Identified>()),
    admission_id: nullable(ref('admissions')),
    emergency_id: nullable(ref('emergencies')),
    theatre_case_id: nullable(uuid()),
    birth_id: nullable(uuid()),
    died_at: nullable(instant()),
    received_at: nullable(instant()),
    received_by: nullable(text(160)),
    sent_by: nullable(text(160)),
    brought_by: nullable(json<BroughtBy>()),
    police: nullable(json<Police>()),
    precautions: otherwise(choice(body_precautions), 'NONE' as const),
    condition: nullable(choice(body_conditions)),
    marks: nullable(text(1000)),
    clothing: nullable(text(1000)),
    kin: otherwise(json<Kin[]>(), () => []),
    kin_names: nullable(text(400)),
    cabinet_id: nullable(ref('mortuary_cabinets')),
    space_id: nullable(ref('mortuary_spaces')),
    space_label: nullable(text(20)),
    /** MOR-5: which of the two that share a space of a cold room. */
    slot: otherwise(integer(), 1),
    trolley: no(),
    /** Days of storage that are on the bill (MOR-6). */
    charged_days: otherwise(integer(), 0),
    /** MOR-12: from when on the debt may no longer hold the body. */
    money_asked_at: nullable(instant()),
    /** What stood in the way when it was last looked at, for the list. */
    holds: otherwise(json<string[]>(), () => []),
    release: nullable(json<Released>()),
    left_at: nullable(instant()),
    note: nullable(text(500)),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'tag_no', 'patient_number', 'patient_name', 'kin_names'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['hospital_id', 'tag_no'] },
      // MOR-1, for two at the same moment too.
      { columns: ['patient_id'], only_where: "own and status <> 'CANCELLED'" },
      { columns: ['birth_id'], only_where: "birth_id is not null and status <> 'CANCELLED'" },
      // MOR-5.
      { columns: ['space_id', 'slot'], only_where: "space_id is not null and status = 'STORED'" },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'status', 'received_at'] },
      { columns: ['patient_id'] },
    ],
  },
)

export const body_moves = historyTable('body_moves', 'bodies')

export const body_belongings = table(
  'body_belongings',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    body_id: ref('bodies'),
    item: text(120),
    description: nullable(text(500)),
    quantity: otherwise(integer(), 1),
    value: nullable(money()),
    photo_attachment_id: nullable(uuid()),
    state: otherwise(choice(belonging_states), 'KEPT' as const),
    received_by: text(160),
    witness_name: text(160),
    receiver: nullable(json<Receiver>()),
    handed_by: nullable(text(160)),
    at: instant(),
    handed_at: nullable(instant()),
    ...versioned,
  },
  { indexes: [{ columns: ['hospital_id', 'body_id', 'at', 'id'] }] },
)

export const body_viewings = table(
  'body_viewings',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    body_id: ref('bodies'),
    at: instant(),
    purpose: choice(viewing_purposes),
    visitors: json<Visitor[]>(),
    attended_by: text(160),
    identified: no(),
    note: nullable(text(500)),
  },
  { indexes: [{ columns: ['hospital_id', 'body_id', 'at', 'id'] }], append_only: true },
)

export const body_notices = table(
  'body_notices',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    body_id: ref('bodies'),
    at: instant(),
    kind: choice(notice_kinds),
    text: text(1000),
    attachment_id: nullable(uuid()),
    by_name: text(160),
  },
  { indexes: [{ columns: ['hospital_id', 'body_id', 'at', 'id'] }], append_only: true },
)

export const body_gate_passes = table(
  'body_gate_passes',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    body_id: ref('bodies'),
    number: code(40),
    kind: choice(release_kinds),
    status: otherwise(choice(pass_states), 'VALID' as const),
    vehicle_no: nullable(text(20)),
    issued_at: instant(),
    issued_by: text(160),
    used_at: nullable(instant()),
    used_by: nullable(text(160)),
    told_at: nullable(instant()),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['body_id'], only_where: "status <> 'VOID'" },
    ],
    indexes: [{ columns: ['hospital_id', 'status', 'issued_at'] }],
  },
)
