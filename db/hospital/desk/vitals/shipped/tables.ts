// The vital tables as they ship: each with where it comes from and since when (VIT-20, ALL-23).
// They are written into every new hospital and are its own from then on.

import type { RowsOf } from '../rows.ts'
import type { TableCode } from '../words.ts'
import { shipped_growth } from './growth.ts'
import { discriminators, muac, observe_every, triage_targets } from './others.ts'
import { pews } from './pews.ts'
import { plausibility } from './plausibility.ts'
import { critical_limits, ranges } from './ranges.ts'
import { meows, news2, tews } from './scores.ts'

export interface Shipped<C extends TableCode = TableCode> {
  code: C
  rows: RowsOf[C]
  source: string
  effective_from: string
}

const table = <C extends TableCode>(code: C, rows: RowsOf[C], source: string): Shipped => ({
  code,
  rows: rows as RowsOf[TableCode],
  source,
  effective_from: '2026-01-01',
})

const sats = 'South African Triage Scale, training manual 2012'

export const shipped_tables: readonly Shipped[] = [
  table(
    'RANGES',
    ranges,
    'Kituo, front office specification VIT-4 (2026), after WHO Pocket Book 2013, APLS and NEWS2',
  ),
  table(
    'CRITICAL_LIMITS',
    critical_limits,
    'Kituo, front office specification VIT-4, VIT-16 (2026)',
  ),
  table('PLAUSIBILITY', plausibility, 'Kituo, front office specification VIT-2 (2026)'),
  table('NEWS2', news2, 'Royal College of Physicians, National Early Warning Score 2, 2017'),
  table('PEWS', pews, 'Bedside Paediatric Early Warning System, Parshuram and others, 2009'),
  table('MEOWS', meows, 'Modified Early Obstetric Warning System, Singh and others, 2012'),
  table('TEWS', tews, `${sats}: triage early warning score; where charts differ the higher points`),
  table('OBSERVE_EVERY', observe_every, 'Kituo, front office specification VIT-12 (2026)'),
  table('MUAC', muac, 'WHO guideline on severe acute malnutrition 2013; older ages after FANTA'),
  table(
    'GROWTH',
    [...shipped_growth],
    'WHO Child Growth Standards 2006; WHO Growth Reference 5-19 years 2007',
  ),
  table('TRIAGE_TARGETS', triage_targets, sats),
  table('DISCRIMINATORS', discriminators, `${sats}; children also WHO ETAT 2016`),
]
