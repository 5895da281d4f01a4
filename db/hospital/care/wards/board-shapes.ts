// The board of a ward (CAR-205).

import {
  choice,
  Flag,
  form,
  listOf,
  named,
  nullable,
  optional,
  shape,
  type Static,
  Text,
  tellsWho,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { alert_kinds, alert_severities } from '../../desk/patients/words.ts'
import { score_bands } from '../../desk/vitals/words.ts'
import { AdmissionShort } from './admissions/shapes.ts'
import { admission_states, bed_states, isolation_kinds } from './words.ts'

const out = (max: number) => nullable(Text(0, max))

export const BoardQuery = form({ names: optional(choice(['initials', 'full'])) })

const Lying = shape({
  admission_id: Text(1, 36),
  reference: Text(1, 40),
  status: choice(admission_states),
  patient_id: Text(1, 36),
  patient: tellsWho('patient_id', Text(1, 200)),
  number: Text(1, 40),
  age: out(40),
  sex: out(20),
  day: nullable(Whole()),
  attending: out(160),
  isolation: listOf(choice(isolation_kinds)),
  allergies: listOf(Text(1, 200)),
  code_status: out(20),
  /** Of the desk's record, the gravest first. */
  alerts: listOf(
    shape({ kind: choice(alert_kinds), severity: choice(alert_severities), text: Text(1, 200) }),
  ),
  /** The last set, and how its score stands against the one before. */
  vitals: nullable(
    shape({
      taken_at: Text(24, 24),
      next_due_at: out(24),
      late: Flag,
      score: nullable(
        shape({ code: Text(1, 10), value: Whole(), band: nullable(choice(score_bands)) }),
      ),
      trend: nullable(choice(['UP', 'SAME', 'DOWN'] as const)),
      said: Text(0, 120),
    }),
  ),
  next_task: nullable(
    shape({ task: Text(1, 200), due_at: Text(24, 24), timing: Text(1, 20), open: Whole() }),
  ),
  /** For who may read doses. */
  next_dose: nullable(
    shape({
      medicine: Text(1, 200),
      dose: Text(0, 120),
      due_at: Text(24, 24),
      timing: Text(1, 20),
      open: Whole(),
    }),
  ),
  expected_discharge_on: out(10),
  over_expected: Flag,
  payment_ok: Flag,
})

export const WardBoard = named(
  'WardBoard',
  shape({
    ward: shape({ id: Text(1, 36), name: Text(1, 80), kind: Text(1, 40) }),
    counts: shape({
      beds: Whole(),
      free: Whole(),
      reserved: Whole(),
      occupied: Whole(),
      to_clean: Whole(),
      out_of_service: Whole(),
      extra: Whole(),
      with_mother: Whole(),
      waiting: Whole(),
    }),
    beds: listOf(
      shape({
        bed_id: Text(1, 36),
        bed: Text(1, 20),
        room: Text(1, 80),
        status: choice(bed_states),
        status_since: Text(24, 24),
        extra: Flag,
        kept_until: out(24),
        lying: nullable(Lying),
      }),
    ),
    with_mother: listOf(Lying),
    waiting: listOf(AdmissionShort),
  }),
)
export type WardBoard = Static<typeof WardBoard>
export type Lying = WardBoard['with_mother'][number]

/** A line of the boards of wards in a terminal. */
export const WardLine = named(
  'WardLine',
  shape({
    id: Text(1, 36),
    ward: Text(1, 20),
    /** `+` lies with the mother, `?` waits for a bed. */
    bed: Text(1, 20),
    status: Text(1, 30),
    patient: out(200),
    number: out(40),
    day: nullable(Whole()),
    score: out(30),
    trend: nullable(choice(['UP', 'SAME', 'DOWN'] as const)),
    signs_late: Flag,
    alerts: Text(0, 200),
    /** A task or a medicine, whichever comes first. */
    next: out(340),
    next_timing: out(20),
    leaves_on: out(10),
    over_expected: Flag,
  }),
)
export type WardLine = Static<typeof WardLine>
