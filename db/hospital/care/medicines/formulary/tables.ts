// What may be prescribed here (2.6): ingredients, medicines made of them, and the products that lie in
// stock under each.

import {
  big,
  choice,
  code,
  id,
  json,
  key,
  no,
  nullable,
  otherwise,
  real,
  ref,
  text,
  yes,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  type AmountUnit,
  aware_groups,
  controls,
  dose_units,
  medicine_forms,
  origins,
  type RiskLevel,
  risk_levels,
  type Route,
  witness_rules,
} from '../words.ts'

export interface Ingredient {
  ingredient_code: string
  name: string
  /** In one unit of dose. */
  amount: number
  unit: AmountUnit
}

export interface ByTrimester {
  t1: RiskLevel
  t2: RiskLevel
  t3: RiskLevel
}

export interface Regimen {
  label: string
  indication?: string | null
  min_age_days?: number | null
  max_age_days?: number | null
  dose?: number | null
  dose_per_kg?: number | null
  unit: string
  route: Route
  frequency: string
  duration_days?: number | null
}

export const ingredients = table(
  'ingredients',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(40),
    name: text(120),
    synonyms: otherwise(json<string[]>(), () => []),
    /** Class words that the tables of safety name. */
    classes: otherwise(json<string[]>(), () => []),
    origin: choice(origins),
    source: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'code'],
    unique: [{ columns: ['hospital_id', 'code'] }],
  },
)

export const medicines = table(
  'medicines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    /** Generic, strength, form: as everybody reads it. */
    name: text(200),
    /** The same, folded: one active medicine of each. */
    identity: key(300),
    generic_name: text(120),
    form: choice(medicine_forms),
    strength_text: text(60),
    ingredients: json<Ingredient[]>(),
    /** `PENICILLINS amoxicillin`: for the search. */
    words: text(600),
    unit_of_dose: choice(dose_units),
    splittable: nullable(real()),
    pack_only: no(),
    pack_size: nullable(real()),
    routes: json<Route[]>(),
    atc: nullable(code(7)),
    classes: otherwise(json<string[]>(), () => []),
    prescription_only: yes(),
    aware: nullable(choice(aware_groups)),
    controlled: otherwise(choice(controls), 'NONE' as const),
    high_alert: no(),
    witness: otherwise(choice(witness_rules), 'NONE' as const),
    time_critical: no(),
    pregnancy: otherwise(
      json<ByTrimester>(),
      (): ByTrimester => ({
        t1: 'UNKNOWN',
        t2: 'UNKNOWN',
        t3: 'UNKNOWN',
      }),
    ),
    lactation: otherwise(choice(risk_levels), 'UNKNOWN' as const),
    levels: otherwise(json<string[]>(), () => []),
    cadres: otherwise(json<string[]>(), () => []),
    specialities: otherwise(json<string[]>(), () => []),
    default_regimens: otherwise(json<Regimen[]>(), () => []),
    counsel: otherwise(json<string[]>(), () => []),
    national_code: nullable(code(40)),
    nemlit_level: nullable(text(20)),
    in_formulary: yes(),
    active: yes(),
    origin: choice(origins),
    source: nullable(text(300)),
    /** Somebody of this hospital has looked at what was shipped. */
    confirmed: no(),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'words'],
    unique: [{ columns: ['hospital_id', 'identity'], only_where: 'active' }],
    indexes: [{ columns: ['hospital_id', 'name', 'id'] }],
  },
)

/** A product belongs to one medicine. */
export const medicine_products = table(
  'medicine_products',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    medicine_id: ref('medicines'),
    product_id: ref('products'),
    /** Base units of the product in one unit of dose, in thousandths. */
    per_dose_unit: big(),
    /** Why the names were let differ. */
    reason: nullable(text(300)),
  },
  {
    unique: [{ columns: ['product_id'] }],
    indexes: [{ columns: ['medicine_id'] }],
  },
)
