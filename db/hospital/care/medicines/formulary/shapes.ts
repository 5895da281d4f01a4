// Medicines and ingredients as they come in and go out (2.6).

import {
  choice,
  Decimal,
  Flag,
  form,
  Id,
  kind,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  oneOfTwo,
  optional,
  partial,
  QueryFlag,
  Reason,
  Search,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult } from '../../../desk/gates/shapes.ts'
import {
  amount_units,
  aware_groups,
  controls,
  dose_units,
  medicine_forms,
  risk_levels,
  routes,
  witness_rules,
} from '../words.ts'
import { ingredients, medicines } from './tables.ts'

const medicine = fieldsOf(medicines)
const ingredient = fieldsOf(ingredients)
const line = (max: number) => nullable(Text(0, max))
const days = optional(nullable(Whole(0, 50_000)))

/** More than 0, however small. */
const Amount = kind<number>({
  type: 'number',
  minimum: 1e-9,
  maximum: 1e9,
  complaint: 'must be more than 0.',
})

const IngredientIn = form({
  ingredient_code: Text(1, 40),
  amount: Amount,
  unit: choice(amount_units),
})
const Trimesters = shape({
  t1: choice(risk_levels),
  t2: choice(risk_levels),
  t3: choice(risk_levels),
})
const Regimen = form({
  label: Text(1, 120),
  indication: optional(line(120)),
  min_age_days: days,
  max_age_days: days,
  dose: optional(nullable(Amount)),
  dose_per_kg: optional(nullable(Amount)),
  unit: Text(1, 20),
  route: choice(routes),
  frequency: Text(1, 20),
  duration_days: optional(nullable(Whole(1, 365))),
})
const words = (length: number, max: number) => nullAsAbsent(listOf(Text(1, length), max))

/** What may be left out when a medicine is opened. */
const said = {
  splittable: nullable(Decimal(0, 1)),
  pack_only: nullAsAbsent(Flag),
  pack_size: nullable(Amount),
  atc: line(7),
  classes: words(40, 20),
  prescription_only: nullAsAbsent(Flag),
  aware: nullable(choice(aware_groups)),
  controlled: nullAsAbsent(choice(controls)),
  high_alert: nullAsAbsent(Flag),
  witness: nullAsAbsent(choice(witness_rules)),
  time_critical: nullAsAbsent(Flag),
  pregnancy: oneOfTwo(nullable(choice(risk_levels)), nullable(Trimesters)),
  lactation: nullAsAbsent(choice(risk_levels)),
  levels: words(40, 20),
  cadres: words(40, 20),
  specialities: words(120, 50),
  default_regimens: nullAsAbsent(listOf(Regimen, 20)),
  counsel: words(40, 20),
  national_code: line(40),
  nemlit_level: line(20),
  in_formulary: nullAsAbsent(Flag),
  source: line(300),
}
const may_be_left_out = Object.fromEntries(
  Object.entries(said).map(([field, value]) => [field, optional(value)]),
) as { [K in keyof typeof said]: ReturnType<typeof optional<(typeof said)[K]>> }

const always = {
  generic_name: Text(2, 120),
  form: choice(medicine_forms),
  strength_text: Text(1, 60),
  ingredients: some(IngredientIn, 10),
  unit_of_dose: choice(dose_units),
  routes: some(choice(routes), 17),
}

export const MedicineInput = named('MedicineInput', form({ ...always, ...may_be_left_out }))
export type MedicineInput = Static<typeof MedicineInput>
export const MedicineChange = named(
  'MedicineChange',
  partial({ ...always, ...said, active: Flag, confirmed: Flag }),
)
export type MedicineChange = Static<typeof MedicineChange>

const short = {
  ...medicine('id', 'name', 'generic_name', 'form', 'strength_text', 'unit_of_dose'),
  routes: listOf(choice(routes)),
  classes: listOf(Text(1, 40)),
  ...medicine('prescription_only', 'aware', 'controlled', 'high_alert', 'in_formulary'),
  ...medicine('active', 'origin', 'confirmed', 'version'),
  /** Free in the stores that the caller sees, in units of dose. */
  in_stock: kind<number>({ type: 'number' }),
  /** Of a unit of dose, by the general list; null to who sees no prices. */
  price: nullable(kind<number>({ type: 'number' })),
}
export const MedicineRow = named('MedicineRow', shape(short))
export type MedicineRow = Static<typeof MedicineRow>
/** Null: nobody asked for whom. */
export const MedicineFound = named(
  'MedicineFound',
  shape({ ...short, flags: nullable(listOf(GateResult)) }),
)
export type MedicineFound = Static<typeof MedicineFound>

export const Medicine = named(
  'Medicine',
  shape({
    ...short,
    ingredients: listOf(
      shape({
        ingredient_code: Text(1, 40),
        name: Text(1, 120),
        amount: kind<number>({ type: 'number' }),
        unit: choice(amount_units),
      }),
    ),
    products: listOf(
      shape({
        product_id: Id,
        code: Text(1, 30),
        name: Text(1, 160),
        per_dose_unit: kind<number>({ type: 'number' }),
      }),
    ),
    ...medicine('splittable', 'pack_only', 'pack_size', 'atc', 'witness', 'time_critical'),
    pregnancy: Trimesters,
    ...medicine('lactation'),
    levels: listOf(Text(1, 40)),
    cadres: listOf(Text(1, 40)),
    specialities: listOf(Text(1, 120)),
    default_regimens: listOf(Regimen),
    counsel: listOf(Text(1, 40)),
    ...medicine('national_code', 'nemlit_level', 'source'),
    ...medicine('created_at', 'created_by_name', 'updated_at'),
  }),
)
export type Medicine = Static<typeof Medicine>

export const MedicineFilters = {
  search: optional(Search),
  class: optional(Text(1, 40)),
  aware: optional(choice(aware_groups)),
  controlled: optional(choice(controls)),
  high_alert: optional(QueryFlag),
  in_formulary: optional(QueryFlag),
  in_stock: optional(QueryFlag),
  store_id: optional(Id),
  /** For whom it would be. */
  patient_id: optional(Id),
  active: optional(QueryFlag),
}
const filters = shape(MedicineFilters)
export type MedicineFilter = Static<typeof filters>

export const LinkInput = form({
  products: listOf(
    form({
      product_id: Id,
      per_dose_unit: optional(nullAsAbsent(Amount)),
      force: optional(nullAsAbsent(Flag)),
      reason: optional(nullAsAbsent(Reason)),
    }),
    50,
  ),
})
export type LinkInput = Static<typeof LinkInput>

export const IngredientInput = named(
  'IngredientInput',
  form({
    name: Text(2, 120),
    synonyms: optional(words(120, 20)),
    classes: optional(words(40, 20)),
  }),
)
export type IngredientInput = Static<typeof IngredientInput>
export const IngredientShown = named(
  'Ingredient',
  shape({
    ...ingredient('code', 'name'),
    synonyms: listOf(Text(1, 120)),
    classes: listOf(Text(1, 40)),
    ...ingredient('origin', 'source', 'version'),
  }),
)
export const IngredientFilters = { search: optional(Search) }
