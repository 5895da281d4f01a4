// A dose as it is kept, its life (3.5), and how late it is (CAR-109).

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes } from '../../../../core/clock.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { dose_history, doses } from './tables.ts'
import { dose_states, type DoseTiming } from './words.ts'

export type DoseRow = RowOf<(typeof doses)['columns']>

const give = 'dose:give'

export const dose_life = life('dose', dose_states, {
  give: { from: ['SCHEDULED', 'MISSED'], to: ['GIVEN', 'PARTIAL'], permission: give },
  start: { from: ['SCHEDULED'], to: 'RUNNING', permission: give },
  set_rate: { from: ['RUNNING'], to: 'RUNNING', permission: give },
  pause: { from: ['RUNNING'], to: 'RUNNING', permission: give },
  resume: { from: ['RUNNING'], to: 'RUNNING', permission: give },
  finish: { from: ['RUNNING'], to: ['GIVEN', 'PARTIAL'], permission: give },
  withhold: { from: ['SCHEDULED'], to: 'WITHHELD', permission: give },
  refuse: { from: ['SCHEDULED'], to: 'REFUSED', permission: give },
  not_available: { from: ['SCHEDULED'], to: 'NOT_AVAILABLE', permission: give },
  miss: { from: ['SCHEDULED'], to: 'MISSED', permission: give },
  undo: {
    from: ['GIVEN', 'PARTIAL', 'WITHHELD', 'REFUSED', 'NOT_AVAILABLE'],
    to: 'SCHEDULED',
    permission: give,
    reason: 'required',
  },
  void: {
    from: ['GIVEN', 'PARTIAL', 'WITHHELD', 'REFUSED', 'NOT_AVAILABLE', 'MISSED'],
    to: 'VOIDED',
    permission: 'dose:void',
    reason: 'required',
  },
  cancel: { from: ['SCHEDULED'], to: 'CANCELLED', house: true },
})

export const doseRecord = recordWithLife(doses, {
  life: dose_life,
  called: ({ medicine, dose }) => `${medicine} ${dose}`,
  history: historyIn(dose_history),
})

export interface DoseWindows {
  early_ms: number
  late_ms: number
  critical_ms: number
  missed_ms: number
}

export async function windowsOf(caller: Pick<Caller, 'hospital_id'>): Promise<DoseWindows> {
  const chosen = await clinicalOf(caller)
  return {
    early_ms: minutes(chosen.dose_early_minutes),
    late_ms: minutes(chosen.dose_late_minutes),
    critical_ms: minutes(chosen.dose_time_critical_minutes),
    missed_ms: minutes(chosen.dose_missed_minutes),
  }
}

/** What is given at once is as pressing as what must come at its time. */
export function timingOf(
  { status, due_at, kind }: Pick<DoseRow, 'status' | 'due_at' | 'kind'>,
  windows: DoseWindows,
): DoseTiming {
  if (status !== 'SCHEDULED' && status !== 'RUNNING') return 'DONE'
  const early = kind === 'STAT' ? windows.critical_ms : windows.early_ms
  const late = kind === 'STAT' ? windows.critical_ms : windows.late_ms
  const past = clock.ms() - Date.parse(due_at)
  if (past < -early) return 'UPCOMING'
  if (past <= late) return 'DUE'
  return past <= 2 * late ? 'LATE' : 'OVERDUE'
}
