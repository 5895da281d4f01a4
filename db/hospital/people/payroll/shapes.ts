// Components of pay and statutory tables, in and out (people 2.9).

import {
  choice,
  Day,
  Decimal,
  Flag,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  QueryFlag,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { pension_schemes, residencies } from '../staff/records/words.ts'
import { pay_components, statutory_tables } from './tables.ts'
import { bases, calculations, component_kinds, pay_flags } from './words.ts'

const component = fieldsOf(pay_components)
const law = fieldsOf(statutory_tables)
const Percent = Decimal(0, 100)

export const PayComponent = named(
  'PayComponent',
  shape({
    ...component('id', 'code', 'name', 'kind', 'calc', 'default_value', 'taxable', 'pensionable'),
    ...component('in_gross', 'prorate', 'priority', 'statutory_code', 'expense_account_id'),
    ...component('liability_account_id', 'active', 'version'),
  }),
)
export type PayComponent = Static<typeof PayComponent>
export const ComponentFilters = {
  kind: optional(choice(component_kinds)),
  active: optional(QueryFlag),
}
const component_filters = shape(ComponentFilters)
export type ComponentFilter = Static<typeof component_filters>
/** What the house reckons by itself is not made by hand. */
const by_hand = calculations.filter((calc) => !['STATUTORY', 'LOAN', 'SYSTEM'].includes(calc))
export const PayComponentInput = named(
  'PayComponentInput',
  shape({
    code: Text(1, 40),
    name: Text(1, 120),
    kind: choice(component_kinds),
    calc: choice(by_hand),
    default_value: optional(nullable(Money)),
    taxable: optional(Flag),
    pensionable: optional(Flag),
    in_gross: optional(Flag),
    prorate: optional(Flag),
    priority: optional(Whole(0, 10_000)),
    expense_account_id: optional(nullable(Id)),
    liability_account_id: optional(nullable(Id)),
  }),
)
export type PayComponentInput = Static<typeof PayComponentInput>

const AppliesTo = shape({
  residency: optional(choice(residencies)),
  pension_scheme: optional(choice(pension_schemes)),
  flag: optional(choice(pay_flags)),
  secondary_employment: optional(Flag),
})
const BandShown = shape({ from: Money, pct: Percent })

export const StatutoryTable = named(
  'StatutoryTable',
  shape({
    ...law('id', 'code', 'name', 'effective_from'),
    effective_to: nullable(Day),
    applies: AppliesTo,
    ...law('base'),
    employee_pct: nullable(Percent),
    employer_pct: nullable(Percent),
    ...law('cap'),
    bands: nullable(listOf(BandShown, 50)),
    ...law('reduces_taxable', 'min_headcount', 'round_to', 'due_day', 'filing_kind'),
    ...law('liability_account_id', 'source_note', 'version'),
  }),
)
export type StatutoryTable = Static<typeof StatutoryTable>
export const StatutoryFilters = { code: optional(Text(0, 40)), as_of: optional(Day) }
const statutory_filters = shape(StatutoryFilters)
export type StatutoryFilter = Static<typeof statutory_filters>
export const StatutoryInput = named(
  'StatutoryTableInput',
  shape({
    code: Text(1, 40),
    name: Text(1, 160),
    effective_from: Day,
    applies: optional(nullable(AppliesTo)),
    base: choice(bases),
    employee_pct: optional(nullable(Percent)),
    employer_pct: optional(nullable(Percent)),
    cap: optional(nullable(Money)),
    bands: optional(nullable(listOf(BandShown, 50, 1))),
    reduces_taxable: optional(Flag),
    min_headcount: optional(nullable(Whole(0, 100_000))),
    round_to: optional(nullable(Money)),
    due_day: Whole(1, 31),
    filing_kind: Text(1, 40),
    liability_account_id: optional(nullable(Id)),
    source_note: Text(1, 300),
  }),
)
export type StatutoryInput = Static<typeof StatutoryInput>

export const Trial = named(
  'StatutoryTrial',
  shape({
    gross: Money,
    basic: optional(nullable(Money)),
    residency: optional(nullable(choice(residencies))),
    pension_scheme: optional(nullable(choice(pension_schemes))),
    flags: optional(
      nullable(
        shape({
          nhif: optional(Flag),
          heslb: optional(Flag),
          union: optional(Flag),
          secondary_employment: optional(Flag),
        }),
      ),
    ),
    headcount: optional(nullable(Whole(0, 1_000_000))),
    as_of: optional(nullable(Day)),
  }),
)
export type Trial = Static<typeof Trial>
export const Breakdown = named(
  'StatutoryBreakdown',
  shape({
    gross: Money,
    taxable: Money,
    taken: listOf(
      shape({
        code: Text(1, 40),
        name: Text(1, 160),
        effective_from: Day,
        employee: Money,
        employer: Money,
      }),
    ),
    employee: Money,
    employer: Money,
    net: Money,
  }),
)
export type Breakdown = Static<typeof Breakdown>
