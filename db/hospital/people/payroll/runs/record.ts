// A run of pay as it is kept (people 3.8).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { run_states } from '../words.ts'
import { payroll_run_moves, payroll_runs } from './tables.ts'

export type RunRow = RowOf<(typeof payroll_runs)['columns']>

const run_life = life('payroll run', run_states, {
  calculate: { from: ['DRAFT', 'CALCULATED'], to: 'CALCULATED', permission: 'payroll:prepare' },
  'back to draft': { from: ['CALCULATED', 'APPROVED'], to: 'DRAFT', reason: 'required' },
  approve: { from: ['CALCULATED'], to: 'APPROVED', permission: 'payroll:approve' },
  post: { from: ['APPROVED'], to: 'POSTED', permission: 'payroll:post' },
  pay: {
    from: ['POSTED', 'PART_PAID', 'PAID'],
    to: ['POSTED', 'PART_PAID', 'PAID'],
    house: true,
  },
  reverse: { from: ['POSTED'], to: 'REVERSED', permission: 'payroll:approve', reason: 'required' },
  cancel: {
    from: ['DRAFT', 'CALCULATED'],
    to: 'CANCELLED',
    permission: 'payroll:prepare',
    reason: 'required',
  },
})

export const runRecord = recordWithLife(payroll_runs, {
  life: run_life,
  type: 'payroll_run',
  called: ({ number }) => number,
  history: historyIn(payroll_run_moves),
  clash: async (_caller: Caller, error: unknown) =>
    isTaken(error, 'number') ? conflict('Another run is being made: try once more.') : error,
})

export const run_moves = run_life.names
