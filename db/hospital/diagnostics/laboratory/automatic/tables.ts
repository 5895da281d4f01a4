// What may go out without a person (diagnostics 2.5): rules in their order.

import {
  choice,
  id,
  integer,
  json,
  key,
  no,
  nullable,
  ref,
  text,
} from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { auto_steps } from '../words.ts'
import type { AutoConditions, AutoScope } from './passes.ts'

export const diagnostic_auto_rules = table(
  'diagnostic_auto_rules',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    position: integer(),
    name: text(100),
    name_key: key(100),
    active: no(),
    step: choice(auto_steps),
    scope: json<AutoScope>(),
    conditions: json<AutoConditions>(),
    confirmed_by_name: nullable(text(160)),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'name_key'] }] },
)
