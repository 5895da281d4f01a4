// What hangs on a patient.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  alert_kinds,
  alert_severities,
  alert_states,
  identifier_types,
  kin_relationships,
  relationship_kinds,
} from '../words.ts'

export const patient_identifiers = table(
  'patient_identifiers',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    type: choice(identifier_types),
    value: text(60),
    /** Without hyphens and blanks, in capitals. */
    value_key: code(60),
    /** Type and value where only one patient may hold it, as long as it counts (PAT-12). */
    holder_key: nullable(code(110)),
    issuer: nullable(text(120)),
    issued_on: nullable(day()),
    expires_on: nullable(day()),
    verified: otherwise(flag(), false),
    verified_by: nullable(text(160)),
    verified_at: nullable(instant()),
    mismatch_reason: nullable(text(300)),
    voided: otherwise(flag(), false),
    void_reason: nullable(text(300)),
    ...stamps,
  },
  {
    unique: [{ columns: ['hospital_id', 'holder_key'], only_where: 'holder_key is not null' }],
    indexes: [{ columns: ['patient_id'] }, { columns: ['hospital_id', 'value_key'] }],
  },
)

export const patient_kin = table(
  'patient_kin',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    full_name: text(120),
    relationship: choice(kin_relationships),
    phone: nullable(code(20)),
    alt_phone: nullable(code(20)),
    address: nullable(text(300)),
    national_id: nullable(text(30)),
    is_emergency_contact: otherwise(flag(), false),
    is_guardian: otherwise(flag(), false),
    may_receive_information: otherwise(flag(), false),
    linked_patient_id: nullable(ref('patients')),
    removed_at: nullable(instant()),
    remove_reason: nullable(text(300)),
    ...versioned,
  },
  { indexes: [{ columns: ['patient_id'] }] },
)

export const patient_relationships = table(
  'patient_relationships',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    other_patient_id: ref('patients'),
    kind: choice(relationship_kinds),
    since: nullable(day()),
    ended_on: nullable(day()),
    end_reason: nullable(text(300)),
    ...stamps,
  },
  { indexes: [{ columns: ['patient_id'] }, { columns: ['other_patient_id'] }] },
)

export const patient_alerts = table(
  'patient_alerts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    kind: choice(alert_kinds),
    severity: choice(alert_severities),
    text: text(200),
    starts_on: day(),
    ends_on: nullable(day()),
    status: choice(alert_states),
    closed_reason: nullable(text(300)),
    source: nullable(code(60)),
    source_id: nullable(uuid()),
    ...versioned,
  },
  { indexes: [{ columns: ['patient_id', 'status'] }] },
)
