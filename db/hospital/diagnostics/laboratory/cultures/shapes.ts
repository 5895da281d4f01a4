// Cultures and the lists they are written with, as they come in and go out (diagnostics 2.7, 5.1, 5.4).

import {
  choice,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import {
  comparators,
  growths,
  interpretations,
  microbiology_lists,
  organism_groups,
  sensitivity_methods,
  significances,
} from '../words.ts'
import { antibiotic_breakpoints, antibiotics, organisms } from './tables.ts'

const line = (most: number) => nullable(Text(0, most))
const Zone = Decimal(0, 100)
const Mic = Decimal(0, 10_000)

export const Culture = named(
  'Culture',
  shape({
    growth: choice(growths),
    incubated_hours: nullable(Whole(0)),
    microscopy: line(1000),
    abnormal: Flag,
    final: Flag,
    final_early_reason: line(300),
    isolates: listOf(
      shape({
        no: Whole(1),
        organism_code: Text(1, 20),
        organism: Text(1, 120),
        quantity: line(80),
        significance: choice(significances),
        comment: line(500),
        marks: listOf(Text(1, 20)),
        susceptibilities: listOf(
          shape({
            antibiotic_code: Text(1, 20),
            antibiotic: Text(1, 120),
            method: choice(sensitivity_methods),
            zone_mm: nullable(Zone),
            mic: nullable(Mic),
            mic_comparator: nullable(choice(comparators)),
            interpretation: choice(interpretations),
            interpreted_by: choice(['RULE', 'PERSON']),
            breakpoint_id: nullable(Id),
            reserved: Flag,
            reported: Flag,
            comment: line(300),
          }),
        ),
      }),
    ),
    by_name: Text(1, 160),
    at: Instant,
  }),
)

const SensitivityInput = form({
  antibiotic_code: Text(1, 20),
  method: choice(sensitivity_methods),
  zone_mm: optional(nullable(Zone)),
  mic: optional(nullable(Mic)),
  mic_comparator: optional(nullable(choice(comparators))),
  interpretation: optional(nullable(choice(interpretations))),
  comment: optional(line(300)),
})
export type SensitivityInput = Static<typeof SensitivityInput>
const IsolateInput = form({
  no: optional(nullAsAbsent(Whole(1, 10))),
  organism_code: Text(1, 20),
  quantity: optional(line(80)),
  significance: optional(nullAsAbsent(choice(significances))),
  comment: optional(nullable(LongText(0, 500))),
  susceptibilities: optional(nullAsAbsent(listOf(SensitivityInput, 60))),
})
export type IsolateInput = Static<typeof IsolateInput>

export const culture_fields = {
  growth: choice(growths),
  incubated_hours: optional(nullable(Whole(0, 2160))),
  microscopy: optional(nullable(LongText(0, 1000))),
  abnormal: optional(nullAsAbsent(Flag)),
  final: optional(nullAsAbsent(Flag)),
  final_early_reason: optional(line(300)),
  isolates: optional(nullAsAbsent(listOf(IsolateInput, 10))),
}
export const CultureInput = named(
  'CultureInput',
  form({
    ...culture_fields,
    comment: optional(nullable(LongText(0, 1000))),
    version: optional(nullAsAbsent(Whole(1))),
  }),
)
export type CultureInput = Static<typeof CultureInput>
export const CultureAmended = form(culture_fields)
export type CultureSaid = Static<typeof CultureAmended>

const organism = fieldsOf(organisms)
const antibiotic = fieldsOf(antibiotics)
const breakpoint = fieldsOf(antibiotic_breakpoints)

/** One row of whichever list was asked for: it has the fields of that list. */
export const MicrobiologyRow = named(
  'MicrobiologyRow',
  shape({
    ...organism('id'),
    code: optional(Text(1, 20)),
    name: optional(Text(1, 120)),
    group: optional(choice(organism_groups)),
    notifiable: optional(Flag),
    active: optional(Flag),
    atc_code: optional(antibiotic('atc_code').atc_code),
    aware: optional(antibiotic('aware').aware),
    order: optional(Whole(0)),
    reserved: optional(Flag),
    organism_group: optional(nullable(choice(organism_groups))),
    organism_code: optional(line(20)),
    antibiotic_code: optional(Text(1, 20)),
    method: optional(breakpoint('method').method),
    s_zone_from: optional(nullable(Zone)),
    r_zone_to: optional(nullable(Zone)),
    s_mic_to: optional(nullable(Mic)),
    r_mic_from: optional(nullable(Mic)),
    site: optional(line(80)),
    guideline: optional(Text(1, 120)),
    effective_from: optional(breakpoint('effective_from').effective_from),
    antibiotic_codes: optional(listOf(Text(1, 20))),
    interpretations: optional(listOf(choice(interpretations))),
  }),
)
export type MicrobiologyRow = Static<typeof MicrobiologyRow>
export const MicrobiologyFilters = form({
  list: optional(choice(microbiology_lists)),
  search: optional(Search),
})
export type MicrobiologyFilter = Static<typeof MicrobiologyFilters>
