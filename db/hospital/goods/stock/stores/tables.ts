// Where goods lie (2.2): stores and who keeps them.

import {
  choice,
  code,
  id,
  integer,
  json,
  key,
  no,
  nullable,
  otherwise,
  ref,
  text,
  yes,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { store_kinds } from './words.ts'

export const stores = table(
  'stores',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    code: code(20),
    name: text(120),
    name_key: key(120),
    kind: choice(store_kinds),
    department: nullable(text(120)),
    /** False: what is issued to it is used at once. */
    holds_stock: yes(),
    dispenses: no(),
    controlled_cupboard: no(),
    supply_store_id: nullable(ref('stores')),
    is_default: no(),
    is_default_dispensing: no(),
    bins: otherwise(json<string[]>(), () => []),
    active: yes(),
    counts_every_days: nullable(integer()),
    ...searched,
    ...versioned,
  },
  {
    search: ['code', 'name'],
    unique: [
      { columns: ['hospital_id', 'code'] },
      { columns: ['hospital_id', 'name_key'] },
      { columns: ['facility_id'], only_where: 'is_default' },
      { columns: ['facility_id', 'is_default_dispensing'], only_where: 'is_default_dispensing' },
    ],
    indexes: [{ columns: ['hospital_id', 'facility_id'] }],
  },
)

export const store_keepers = table(
  'store_keepers',
  {
    hospital_id: ref('hospitals'),
    store_id: ref('stores'),
    user_id: ref('users'),
    position: integer(),
  },
  { key: ['store_id', 'user_id'], indexes: [{ columns: ['hospital_id', 'user_id'] }] },
)
