// What is prescribed, as it comes in (2.7), and what its checks say (CAR-62).

import {
  choice,
  Flag,
  form,
  Id,
  Instant,
  kind,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { GateResult } from '../../../desk/gates/shapes.ts'

const line = (max: number) => optional(nullable(Text(0, max)))
const figure = kind<number>({
  type: 'number',
  minimum: -1e9,
  maximum: 1e9,
  complaint: 'must be more than 0.',
})
const amount = optional(nullable(figure))

export const PrescriptionItemInput = named(
  'PrescriptionItemInput',
  form({
    medicine_id: optional(nullable(Id)),
    medicine_text: line(160),
    dose: amount,
    dose_unit: line(20),
    dose_per_kg: amount,
    round_to: amount,
    route: line(20),
    frequency: line(20),
    duration_days: optional(nullable(Whole(1, 365))),
    start_at: optional(nullable(Instant)),
    prn_max_24h: optional(nullable(Whole(1, 48))),
    prn_reason: line(200),
    taper: optional(nullable(listOf(form({ dose: figure, days: Whole(1, 365) }), 20))),
    indication: line(200),
    quantity: amount,
  }),
)
export type PrescriptionItemInput = Static<typeof PrescriptionItemInput>

export const prescription_kinds = ['OUTPATIENT', 'INPATIENT', 'DISCHARGE', 'EMERGENCY'] as const

export const PrescriptionCheckInput = named(
  'PrescriptionCheckInput',
  form({
    patient_id: Id,
    visit_id: optional(nullable(Id)),
    admission_id: optional(nullable(Id)),
    kind: optional(nullAsAbsent(choice(prescription_kinds))),
    items: listOf(PrescriptionItemInput, 40),
  }),
)
export type PrescriptionCheckInput = Static<typeof PrescriptionCheckInput>

export const PrescriptionChecked = named(
  'PrescriptionChecked',
  shape({
    items: listOf(
      shape({
        line: Whole(1),
        medicine: Text(1, 200),
        quantity: nullable(kind<number>({ type: 'number' })),
        product_in_stock: Flag,
        note: nullable(Text(1, 300)),
        results: listOf(GateResult),
      }),
    ),
    ok: Flag,
  }),
)
export type PrescriptionChecked = Static<typeof PrescriptionChecked>
