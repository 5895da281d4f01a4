// The tables of both clinics (modules D.5).

import { clinic_tables } from '../../../db/hospital/modules/tb-ctc/sheets/sheets.ts'
import { area } from '../../edge/route.ts'
import { partTableRoutes } from './parts/tables.ts'

export const door = area('tb-ctc-tables', [
  ...partTableRoutes({
    module: 'tb_ctc',
    path: '/tb-ctc-tables',
    called: 'both clinics',
    read: ['tb:read', 'ctc:read'],
    manage: 'tb:manage',
    tables: clinic_tables,
  }),
])
