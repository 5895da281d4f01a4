// What pay is made of, and what the law takes of it, as data with a date and a source (people 2.9).
// Money in minor units, rates in hundredths of a percent.

import {
  choice,
  code,
  day,
  flag,
  id,
  integer,
  json,
  money,
  nullable,
  ref,
  text,
  uuid,
  yes,
} from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { Applies, Band } from './reckon.ts'
import { bases, calculations, component_kinds } from './words.ts'

export const pay_components = table(
  'pay_components',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    position: integer(),
    code: code(40),
    name: text(120),
    kind: choice(component_kinds),
    calc: choice(calculations),
    /** In minor units, or in hundredths of a percent where it is a part of something. */
    default_value: nullable(money()),
    taxable: flag(),
    pensionable: flag(),
    in_gross: flag(),
    prorate: flag(),
    priority: integer(),
    statutory_code: nullable(code(40)),
    expense_account_id: nullable(uuid()),
    liability_account_id: nullable(uuid()),
    active: yes(),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'code'] }] },
)

export const statutory_tables = table(
  'statutory_tables',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(40),
    name: text(160),
    effective_from: day(),
    applies: json<Applies>(),
    /** The same as one text, to tell tables of a code apart. */
    applies_key: code(200),
    base: choice(bases),
    employee_bp: nullable(integer()),
    employer_bp: nullable(integer()),
    cap: nullable(money()),
    bands: nullable(json<Band[]>()),
    reduces_taxable: flag(),
    min_headcount: nullable(integer()),
    round_to: money(),
    /** Of the month after; 31 is its last day. */
    due_day: integer(),
    filing_kind: code(40),
    liability_account_id: nullable(uuid()),
    source_note: text(300),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'code', 'effective_from', 'applies_key'] }] },
)
