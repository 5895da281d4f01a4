// The register of controlled drugs (stock 5.7).

import { listRegister } from '../../../db/hospital/goods/stock/register/read.ts'
import {
  ControlledEntry,
  RegisterFilters,
} from '../../../db/hospital/goods/stock/register/shapes.ts'
import { area } from '../../edge/route.ts'
import { list } from '../words.ts'

export const door = area('controlled', [
  list('/stock/controlled/register', {
    summary: 'The register of controlled drugs, line by line',
    access: 'controlled:read',
    opens: 'many',
    audit: 'controlled_register.read',
    filters: RegisterFilters,
    each: ControlledEntry,
    run: ({ caller, query }) => listRegister(caller, query),
  }),
])
