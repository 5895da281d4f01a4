// Which tests cannot be done now (DIA-8): those whose every instrument is out of work, where one of them says that it
// stops its tests, and those whose only instrument is out of control. Nobody lifts it: it is over when the instrument works.

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { inWords } from '../../../office/plans/days.ts'
import { codeKey, type Row as TestRow } from '../catalogue/read.ts'
import { diagnostic_tests } from '../catalogue/tables.ts'
import type { InstrumentRow } from '../instruments/record.ts'
import { instruments } from '../instruments/tables.ts'
import { lastPoints, standingOf } from './state.ts'

export interface Stopped {
  why: string
  until: string | null
}
type Of = Pick<Caller, 'hospital_id'>
type Named = Pick<TestRow, 'code_key' | 'kind' | 'components'>

/** What stands in the way of a test, or of a part that its panel must have. */
export async function stoppedTests(caller: Of): Promise<(test: Named) => Stopped | undefined> {
  const found = await singlesStopped(caller)
  return ({ code_key, kind, components }) => {
    if (found.size === 0 || kind !== 'PANEL') return found.get(code_key)
    const part = components.find((one) => one.required && found.has(codeKey(one.test_code)))
    return part === undefined ? undefined : found.get(codeKey(part.test_code))
  }
}

/** The ids of all of them, for a list. */
export async function stoppedIds(caller: Of): Promise<string[]> {
  const found = await singlesStopped(caller)
  if (found.size === 0) return []
  const { hospital_id } = caller
  const singles = await diagnostic_tests.all({ hospital_id, code_key: [...found.keys()] })
  const panels = await diagnostic_tests.all({ hospital_id, kind: 'PANEL' })
  const holding = panels.filter(({ components }) =>
    components.some((one) => one.required && found.has(codeKey(one.test_code))),
  )
  return [...singles, ...holding].map(({ id }) => id)
}

async function singlesStopped(caller: Of): Promise<Map<string, Stopped>> {
  const { hospital_id } = caller
  const known = await instruments.all(
    { hospital_id, status: ['IN_USE', 'DOWN', 'MAINTENANCE'] },
    { order: ['code'] },
  )
  const measuring = new Map<string, InstrumentRow[]>()
  for (const instrument of known) {
    for (const { test_code, ignore } of instrument.mapping) {
      if (ignore || test_code === null) continue
      const key = codeKey(test_code)
      measuring.set(key, [...(measuring.get(key) ?? []), instrument])
    }
  }
  const stopped = new Map<string, Stopped>()
  const alone = new Map<string, InstrumentRow>()
  for (const [key, own] of measuring) {
    const [working, other] = own.filter(({ status }) => status === 'IN_USE')
    const stops = own.find(({ stops_tests }) => stops_tests)
    if (working !== undefined && other === undefined) alone.set(key, working)
    else if (working === undefined && stops !== undefined) stopped.set(key, outOfWork(stops))
  }
  return new Map([...stopped, ...(await outOfControl(caller, alone))])
}

const outOfWork = ({ name, status, status_reason, expected_until }: InstrumentRow): Stopped => ({
  why: [
    `${name} is ${status === 'DOWN' ? 'down' : 'in maintenance'}`,
    status_reason === null ? null : ` (${status_reason})`,
  ]
    .filter(Boolean)
    .join(''),
  until: expected_until,
})

async function outOfControl(
  caller: Of,
  alone: ReadonlyMap<string, InstrumentRow>,
): Promise<[string, Stopped][]> {
  if (alone.size === 0) return []
  const { hospital_id } = caller
  const tests = await diagnostic_tests.all({
    hospital_id,
    code_key: [...alone.keys()],
    qc_required: true,
  })
  const points = await lastPoints(
    caller,
    tests.map(({ code }) => code),
  )
  return tests.flatMap((test): [string, Stopped][] => {
    const instrument = alone.get(test.code_key) as InstrumentRow
    const own = points.filter(
      (one) => one.instrument_id === instrument.id && one.test_code === test.code,
    )
    const { state } = standingOf(instrument, own, test)
    if (state !== 'OUT') return []
    return [[test.code_key, { why: `the control on ${instrument.name} is out`, until: null }]]
  })
}

/** `Potassium cannot be done now: Chem 1 is down (pump), until 22 March 2026.` */
export async function unavailable(caller: Of, tests: readonly TestRow[]): Promise<Bite[]> {
  const stoppedBy = await stoppedTests(caller)
  const { timezone } = await hospitalOf(caller)
  return tests.flatMap((test) => {
    const stopped = stoppedBy(test)
    if (stopped === undefined) return []
    const { why, until } = stopped
    const end = until === null ? '' : `, until ${inWords(dayIn(timezone, new Date(until)))}`
    return [{ subject: test.code, what: `${test.name} cannot be done now: ${why}${end}.` }]
  })
}
