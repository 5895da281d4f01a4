// The lists that cultures are written with (diagnostics 2.7): organisms, antibiotics, the breakpoints that
// a hospital has loaded, and what is marked.

import {
  choice,
  code,
  day,
  flag,
  id,
  integer,
  json,
  no,
  nullable,
  real,
  ref,
  text,
  yes,
} from '../../../../store/columns.ts'
import { table } from '../../../../store/table.ts'
import { aware_groups, breakpoint_methods, type Interpretation, organism_groups } from '../words.ts'

export const organisms = table(
  'organisms',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(20),
    name: text(120),
    organism_group: choice(organism_groups),
    notifiable: no(),
    active: yes(),
  },
  { unique: [{ columns: ['hospital_id', 'code'] }] },
)

export const antibiotics = table(
  'antibiotics',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(20),
    name: text(120),
    atc_code: nullable(code(10)),
    aware: nullable(choice(aware_groups)),
    position: integer(),
    reserved: no(),
    active: yes(),
  },
  { unique: [{ columns: ['hospital_id', 'code'] }] },
)

/** None are shipped: they are somebody's work, and a hospital loads those that it follows (ruling 41). */
export const antibiotic_breakpoints = table(
  'antibiotic_breakpoints',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    organism_group: nullable(choice(organism_groups)),
    organism_code: nullable(code(20)),
    antibiotic_code: code(20),
    method: choice(breakpoint_methods),
    s_zone_from: nullable(real()),
    r_zone_to: nullable(real()),
    s_mic_to: nullable(real()),
    r_mic_from: nullable(real()),
    site: nullable(text(80)),
    guideline: text(120),
    effective_from: day(),
  },
  { indexes: [{ columns: ['hospital_id', 'antibiotic_code'] }] },
)

export const resistance_marks = table(
  'resistance_marks',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(20),
    name: text(120),
    organism_group: nullable(choice(organism_groups)),
    organism_code: nullable(code(20)),
    antibiotic_codes: json<string[]>(),
    interpretations: json<Interpretation[]>(),
    /** The patient bears it as an alert, for everybody to see. */
    alerts: flag(),
    active: yes(),
  },
  { unique: [{ columns: ['hospital_id', 'code'] }] },
)
