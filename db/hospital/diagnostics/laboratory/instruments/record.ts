import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { instrument_states } from '../words.ts'
import { instrument_history, instruments } from './tables.ts'

export type InstrumentRow = RowOf<(typeof instruments)['columns']>

export const instrument_life = life('instrument', instrument_states, {
  use: { from: ['DOWN', 'MAINTENANCE'], to: 'IN_USE', permission: 'maintenance:write' },
  down: {
    from: ['IN_USE', 'MAINTENANCE'],
    to: 'DOWN',
    permission: 'maintenance:write',
    reason: 'required',
  },
  maintain: {
    from: ['IN_USE', 'DOWN'],
    to: 'MAINTENANCE',
    permission: 'maintenance:write',
    reason: 'required',
  },
  retire: {
    from: ['IN_USE', 'DOWN', 'MAINTENANCE'],
    to: 'RETIRED',
    permission: 'instrument:write',
  },
})

export const instrumentRecord = recordWithLife(instruments, {
  life: instrument_life,
  called: ({ code }) => code,
  history: historyIn(instrument_history),
  clash: async (_caller: Caller, error, { code }) =>
    isTaken(error, 'code_key') ? conflict(`${code} is another instrument already.`) : error,
})
