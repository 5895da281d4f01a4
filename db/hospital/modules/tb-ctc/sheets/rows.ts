// What a row of each table of the clinics holds (modules D.2, MOD-15).

import {
  choice,
  Decimal,
  Flag,
  listOf,
  nullable,
  optional,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { categories, histories, sites } from '../words.ts'

const Key = Text(1, 40)
const Kg = Decimal(0, 400)

const Band = shape({ from_kg: Kg, to_kg: Kg, units: Decimal(0.25, 20) })
const MedicineRow = shape({
  /** As the formulary calls it; where it has none of that name it is written in words. */
  medicine: Text(1, 200),
  bands: listOf(Band, 20),
})
const PhaseRow = shape({
  key: Key,
  doses: Whole(1, 1000),
  frequency: Text(1, 20),
  medicines: listOf(MedicineRow, 10),
})
export type Phase = Static<typeof PhaseRow>
export const TbRegimenRow = shape({
  key: Key,
  title: Text(1, 120),
  dr: Flag,
  categories: some(choice(categories), 2),
  phases: listOf(PhaseRow, 5),
})
export type TbRegimen = Static<typeof TbRegimenRow>
export const TbFollowUpRow = shape({
  history: nullable(choice(histories)),
  site: choice(sites),
  months: some(Whole(1, 36), 12),
})
export const TbRulesRow = shape({
  miss_trace: Whole(1, 30),
  miss_supporter: Whole(1, 60),
  miss_interrupt_days: Whole(7, 365),
  phase_grace_days: Whole(0, 90),
  month2_positive: choice(['DST_AND_CONTINUE', 'EXTEND_28'] as const),
  fail_month: Whole(1, 24),
  child_below_years: Whole(1, 18),
  child_below_kg: Kg,
})
export type TbRules = Static<typeof TbRulesRow>
export const TptRegimenRow = shape({
  key: Key,
  title: Text(1, 120),
  doses: Whole(1, 400),
  frequency: Text(1, 20),
})
const ArtMedicine = shape({
  medicine: Text(1, 200),
  units: Decimal(0.25, 20),
  frequency: Text(1, 20),
})
export const ArtRegimenRow = shape({
  key: Key,
  title: Text(1, 120),
  line: Whole(1, 3),
  from_years: Whole(0, 120),
  from_kg: Kg,
  to_kg: Kg,
  medicines: listOf(ArtMedicine, 6),
  creatinine: optional(Flag),
  preferred: Flag,
})
export type ArtRegimen = Static<typeof ArtRegimenRow>
export const ArvReasonRow = shape({ code: Key, title: Text(1, 120) })
export const ViralLoadRow = shape({
  first_month: Whole(1, 24),
  second_month: Whole(1, 36),
  then_every: Whole(1, 36),
  pregnant_every: Whole(1, 24),
  repeat_after: Whole(1, 12),
  sessions: Whole(1, 6),
  overdue_days: Whole(1, 180),
  high: Whole(1, 1_000_000),
  low_level: Whole(1, 1_000_000),
})
export type ViralLoadRules = Static<typeof ViralLoadRow>
export const ChargeRow = shape({
  key: choice(['CLINIC_VISIT'] as const),
  code: nullable(Text(1, 40)),
})
export const DeskRow = shape({
  buffer_days: Whole(0, 30),
  late_days: some(Whole(1, 365), 6),
  interrupt_days: Whole(1, 365),
  trace_steps: some(Whole(1, 365), 6),
  lost_days: Whole(1, 730),
  refill_max_months: Whole(1, 12),
  clinic_name: Text(1, 60),
})
export type DeskRules = Static<typeof DeskRow>
