// The run of pay that a person means: by its number, or by its month where there is one alone.

import { text } from '../../db/appliance/configuration/kinds.ts'
import type { Caller } from '../../db/core/caller.ts'
import { conflict, noneCalled } from '../../db/core/refusal.ts'
import { word } from '../frame/grammar/command.ts'

export const which = {
  run: word(
    text('a month like 2026-03 or the number of a run', /^[A-Za-z0-9-]{7,40}$/),
    'its month, or its number',
  ),
}

export async function runCalled(
  { hospital_id }: Caller,
  typed: string,
): Promise<{ id: string; number: string }> {
  const { payroll_runs } = await import('../../db/hospital/people/payroll/runs/tables.ts')
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(typed) ?? []
  const found =
    year === undefined
      ? await payroll_runs.all({ hospital_id, number: typed.toUpperCase() })
      : await payroll_runs.all(
          { hospital_id, period_year: Number(year), period_month: Number(month) },
          { order: ['number'] },
        )
  const standing = found.filter(({ status }) => !['CANCELLED', 'REVERSED'].includes(status))
  const [first, second] = year === undefined ? found : standing
  if (first === undefined) throw noneCalled('payroll run', typed)
  if (second !== undefined) {
    const numbers = standing.map(({ number }) => number).join(', ')
    throw conflict(`There are several runs of ${typed}: name one of ${numbers}.`)
  }
  return first
}
