// What comes to the pay of one month alone (people 2.9). Units in hundredths.

import {
  choice,
  code,
  id,
  integer,
  money,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { stamps } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { input_sources } from '../words.ts'

export const pay_inputs = table(
  'pay_inputs',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    staff_id: ref('staff'),
    period_year: integer(),
    period_month: integer(),
    component_code: code(40),
    source: choice(input_sources),
    units: nullable(integer()),
    amount: nullable(money()),
    note: text(300),
    entered_by_id: nullable(uuid()),
    entered_by_name: text(160),
    ...stamps,
  },
  {
    unique: [{ columns: ['staff_id', 'period_year', 'period_month', 'component_code', 'source'] }],
    indexes: [{ columns: ['hospital_id', 'period_year', 'period_month', 'staff_id'] }],
  },
)
