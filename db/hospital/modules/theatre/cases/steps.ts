// The order in which the steps of a case come (OT-11), and what a refusal calls each.

import { capital } from '../../../../core/capital.ts'
import type { Caller } from '../../../../core/caller.ts'
import { timeAt } from '../../../desk/visits/rows.ts'
import { theatre_checklists } from '../inside/tables.ts'
import type { Phase, StampName } from '../words.ts'
import { type CaseRow, stampsOf } from './record.ts'

type Step = StampName | Phase

const words: readonly (readonly [Step, string])[] = [
  ['SENT', 'sending'],
  ['RECEIVED', 'receiving'],
  ['IN_THEATRE', 'entering theatre'],
  ['SIGN_IN', 'sign-in'],
  ['ANAESTHESIA_START', 'anaesthesia start'],
  ['TIME_OUT', 'time-out'],
  ['INCISION', 'incision'],
  ['CLOSURE', 'closure'],
  ['SIGN_OUT', 'sign-out'],
  ['PROCEDURE_DONE', 'the end of the procedure'],
  ['IN_RECOVERY', 'recovery'],
  ['RETURNED', 'the return'],
  ['ACCEPTED', 'acceptance'],
]
/** The end of anaesthesia comes after closure, before or after the end of the procedure. */
const order = (step: Step): number =>
  step === 'ANAESTHESIA_END'
    ? words.findIndex(([name]) => name === 'CLOSURE') + 0.5
    : words.findIndex(([name]) => name === step)

export const stepName = (step: Step): string =>
  capital(words.find(([name]) => name === step)?.[1] ?? 'the end of anaesthesia')

/** No step before an earlier one: `Incision cannot be before time-out (10:05).` */
export async function afterSteps(
  caller: Caller,
  row: CaseRow,
  step: Step,
): Promise<{ at: string; says: string }[]> {
  const stamps = await stampsOf(caller, row.id)
  const lists = await theatre_checklists.all({
    hospital_id: caller.hospital_id,
    case_id: row.id,
    status: 'DONE',
  })
  const at = new Map<Step, string>([
    ...[...stamps.values()].map(({ name, at: when }) => [name, when] as const),
    ...lists.map(({ phase, at: when }) => [phase, when] as const),
  ])
  const earlier = words.filter(([name]) => order(name) < order(step) && at.has(name)).toReversed()
  return Promise.all(
    earlier.map(async ([name, word]) => {
      const when = at.get(name) as string
      const clock_time = await timeAt(caller, row.facility_id, when)
      return { at: when, says: `${stepName(step)} cannot be before ${word} (${clock_time}).` }
    }),
  )
}
