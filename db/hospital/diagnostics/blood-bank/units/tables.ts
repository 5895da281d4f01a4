// Units of blood (blood-bank 2.3). They are this chapter's own and have no value in the ledger.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  blood_groups,
  containers,
  discard_reasons,
  families,
  unit_states,
  type UnitAttribute,
} from '../words.ts'

export const blood_units = table(
  'blood_units',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(60),
    din: code(40),
    donation_id: ref('donations'),
    component_code: code(10),
    family: choice(families),
    product_code: nullable(code(20)),
    blood_group: nullable(choice(blood_groups)),
    rhd_weak: no(),
    group_confirmed: no(),
    volume_ml: integer(),
    collected_on: day(),
    made_at: instant(),
    expires_at: instant(),
    status: choice(unit_states),
    position: nullable(text(60)),
    attributes: otherwise(json<UnitAttribute[]>(), () => []),
    antigens: otherwise(json<string[]>(), () => []),
    sender: nullable(text(160)),
    /** Of a donation that is kept for one patient (BLD-8). */
    only_for_id: nullable(ref('patients')),
    /** Whose it is while it is reserved, issued or runs. */
    patient_id: nullable(ref('patients')),
    request_id: nullable(uuid()),
    reserved_until: nullable(instant()),
    hold_reason: nullable(text(300)),
    held_at: nullable(instant()),
    held_by_id: nullable(uuid()),
    held_by_name: nullable(text(160)),
    issued_at: nullable(instant()),
    container: nullable(choice(containers)),
    returned: otherwise(flag(), false),
    emergency: no(),
    discard_reason: nullable(choice(discard_reasons)),
    fate_note: nullable(text(500)),
    fate_at: nullable(instant()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'status', 'expires_at'] },
      { columns: ['hospital_id', 'component_code', 'blood_group', 'status'] },
      { columns: ['donation_id'] },
      { columns: ['patient_id'] },
    ],
  },
)

export const blood_unit_history = historyTable('blood_unit_history', 'blood_units')
