// What other areas hear of both clinics, and what a death, a merge and a result do to them (TBC-1, TBC-25,
// TBC-27, MOD-3, MOD-19).

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { tell } from '../../neighbours/telling.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import type { OnDeath, OnResult, OpenWork, Repoint } from '../../registry.ts'
import { closeClientAtDeath } from './ctc/closing.ts'
import { ctc_clients } from './ctc/tables.ts'
import { heardViralLoad } from './ctc/viral-load.ts'
import { closeAtDeath } from './tb/closing.ts'
import { caseNumber, caseRecord, type CaseRow, openCaseOf } from './tb/record.ts'
import { pack_tests, resistanceOf, type TestFound, testsOf } from './tb/results.ts'
import { tb_cases, tb_follow_ups } from './tb/tables.ts'

export const onDeath: OnDeath = async (caller, patient_id, died_at) => {
  const { timezone } = await hospitalOf(caller)
  const died_on = dayIn(timezone, new Date(died_at))
  const cases = await closeAtDeath(caller, patient_id, died_on)
  const clients = await closeClientAtDeath(caller, patient_id, died_on)
  // The number of a client is of HIV care: a death certificate is no place for it.
  return {
    ...(cases.length === 0 ? {} : { tb_cases: cases }),
    ...(clients === 0 ? {} : { clinics: ['Special clinic'] }),
  }
}

/** TBC-1: the case shows it at once, and a positive one is told to who registers. */
export const onResult: OnResult = async (caller, { patient_id, order_id, test }) => {
  if ((pack_tests as readonly string[]).includes(test)) {
    await heardSputum(caller, patient_id, order_id)
  }
  await heardViralLoad(caller, { patient_id, test })
}

async function heardSputum(caller: Caller, patient_id: string, order_id: string): Promise<void> {
  const open = await openCaseOf(caller, patient_id)
  if (open === undefined) return
  const test = (await testsOf(caller, open)).find((one) => one.order_id === order_id)
  if (test === undefined || test.positive === null || test.on === null) return
  const { hospital_id } = caller
  const follow_up = await tb_follow_ups.find({ hospital_id, case_id: open.id, order_id })
  if (follow_up !== undefined) {
    const result = test.positive ? ('POSITIVE' as const) : ('NEGATIVE' as const)
    await tb_follow_ups.change({ hospital_id, id: follow_up.id }, { result, done_on: test.on })
  }
  const before = await resistanceHeard(caller, await caseRecord.locked(caller, open.id), test)
  if (!test.positive || before.status !== 'PRESUMPTIVE' || before.positive_on !== null) return
  await caseRecord.changed(caller, before, 'positive', { positive_on: test.on })
  await tell(caller, {
    to: { permission: 'tb:update' },
    kind: 'tb.positive',
    title: 'A positive result to register',
    body: `${caseNumber(open)} has a positive result: register the case.`,
    entity: { type: 'tb_case', id: open.id },
  })
}

/** What the PCR says of rifampicin stands on the case by itself. */
async function resistanceHeard(
  caller: Caller,
  before: CaseRow,
  test: Pick<TestFound, 'answer'>,
): Promise<CaseRow> {
  const resistance = resistanceOf([test])
  if (resistance === null || resistance === before.resistance) return before
  return caseRecord.changed(caller, before, 'resistance', { resistance })
}

/** MOD-3: rows about people first, in the words of 0.3. */
export const openWork: OpenWork = async ({ hospital_id }, module, facility_id) => {
  if (module !== 'tb_ctc') return []
  const at = { hospital_id, facility_id }
  const first = { order: ['created_at', 'id'], limit: 10 } as const
  const treated = { ...at, status: 'ON_TREATMENT' as const }
  const presumed = { ...at, status: 'PRESUMPTIVE' as const }
  return [
    {
      label: 'patients on TB treatment',
      count: await tb_cases.count(treated),
      references: (await tb_cases.all(treated, first)).map(caseNumber),
      people: true,
    },
    {
      // Without references: whoever switches modules need not read HIV care (TBC-22).
      label: 'clients in HIV care',
      count: await ctc_clients.count({ ...at, status: ['ACTIVE', 'INTERRUPTED'] }),
      people: true,
    },
    {
      label: 'presumptive cases open',
      count: await tb_cases.count(presumed),
      references: (await tb_cases.all(presumed, first)).map(caseNumber),
    },
  ]
}

/** MOD-19: two open cases, or two records of HIV care, are not brought together by themselves. */
export const refuseTwoOpen = async (
  caller: Parameters<Repoint>[0],
  { from, to, only }: Parameters<Repoint>[1],
): Promise<void> => {
  if (only !== undefined) return
  const cases = [await openCaseOf(caller, from), await openCaseOf(caller, to)]
  const [one, other] = cases
  if (one !== undefined && other !== undefined) {
    throw conflict(
      `Both records have an open TB case, ${caseNumber(one)} and ${caseNumber(other)}: close one of them first.`,
    )
  }
  const { hospital_id } = caller
  const clients = await ctc_clients.all({ hospital_id, patient_id: [from, to] })
  if (clients.length < 2) return
  // Whoever merges at the desk is not told of what (TBC-25).
  throw conflict('Both records are kept by the same clinic: ask the person in charge there first.')
}
