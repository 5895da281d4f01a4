import { blindDrawerOf, drawerReplay, drawerStops, drawerSums } from '../../neighbours/books.ts'
import { answer } from '../../../core/question.ts'
import { partOf, sealed } from '../../office/audit/seal-kinds.ts'
import type { Brings } from '../../registry.ts'
import { blindDrawer } from './blind.ts'
import { replayOfDrawers } from './replay.ts'
import { own_series } from './own-series.ts'
import { sumsOfShifts } from './sums.ts'
import { stopsOfDrawers } from './stops.ts'
import { cash_movements, float_transfers, shift_takings, shifts } from './tables.ts'

export const brings: Brings = {
  area: 'drawers',
  series: own_series,
  seals: [
    sealed('shift', shifts, {
      called: 'number',
      once: 'z_number',
      parts: [partOf(shift_takings, 'shift_id')],
    }),
    sealed('float', float_transfers, { called: 'number' }),
    sealed('cash_movement', cash_movements, { called: 'reason' }),
  ],
  sequences: [
    {
      kind: 'shift',
      label: 'Shift',
      area: 'drawers',
      pattern: 'SHF-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: true,
      stand: { table: 'shifts' },
    },
    {
      kind: 'float',
      label: 'Float transfer',
      area: 'drawers',
      pattern: 'FLT-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: true,
      stand: { table: 'float_transfers' },
    },
  ],
  entities: [
    {
      type: 'shift',
      read: 'shift:read',
      write: 'shift:supervise',
      async exists({ hospital_id }, id) {
        const found = await shifts.find({ hospital_id, id })
        return found === undefined ? undefined : { label: found.number }
      },
    },
  ],
  notifications: [
    {
      kind: 'drawer.shift',
      label: 'Shifts that somebody must look at',
      area: 'drawers',
      urgency: 'WARNING',
      default: { sms: false, whatsapp: false, email: false },
      locked: false,
      audience: 'Cash supervisors, managers, owners of shifts closed for them',
    },
  ],
  answers: [
    answer(blindDrawerOf, blindDrawer),
    answer(drawerStops, stopsOfDrawers),
    answer(drawerReplay, replayOfDrawers),
    answer(drawerSums, sumsOfShifts),
  ],
  reads: { drawer: 'shift:open', float_transfer: 'shift:open', cash_difference: 'shift:read' },
}
