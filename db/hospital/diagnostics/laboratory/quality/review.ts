// Somebody else looks at a control that warned or is out (3.5).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { record as audit } from '../../../office/audit/record.ts'
import { instrumentRecord } from '../instruments/record.ts'
import { freeHeld } from './holding.ts'
import { type RunRow, runRecord } from './runs.ts'
import type { ReviewInput } from './shapes.ts'
import { control_points, control_runs } from './tables.ts'

export async function review(caller: Caller, id: string, input: ReviewInput): Promise<RunRow> {
  const { instrument_id } = await runRecord.get(caller, id)
  const instrument = await instrumentRecord.locked(caller, instrument_id)
  const before = await runRecord.locked(caller, id)
  fresh(caller, before)
  mayReview(caller, before, input)
  const { hospital_id } = caller
  const { decision } = input
  await control_runs.change(
    { hospital_id, id },
    {
      decision,
      cause: input.cause || null,
      action: input.action || null,
      reason: input.reason ?? null,
      reviewed_by_name: caller.name,
      reviewed_at: clock.instant(),
    },
  )
  const out = await control_points.all({ hospital_id, run_id: id, status: 'OUT' })
  if (decision === 'ACCEPTED') {
    await control_points.change({ hospital_id, run_id: id }, { accepted: true })
    const codes = [...new Set(out.map(({ test_code }) => test_code))]
    if (codes.length > 0) await freeHeld(caller, instrument, codes)
  } else if (before.status === 'OUT') {
    await control_points.change({ hospital_id, run_id: id }, { left_out: true })
  }
  audit(caller, 'control_run.review', {
    entity_type: 'control_run',
    entity_id: id,
    entity_label: before.number,
    reason: [decision, input.reason].filter(Boolean).join(': '),
  })
  return runRecord.get(caller, id)
}

function mayReview(caller: Caller, row: RunRow, input: ReviewInput): void {
  if (row.status === 'IN') {
    throw conflict(`Control run ${row.number} is IN. Nothing more can be done with it.`, 'state')
  }
  if (row.reviewed_at !== null) {
    throw conflict(
      `Control run ${row.number} is reviewed. Nothing more can be done with it.`,
      'state',
    )
  }
  if (row.status !== 'OUT') return
  if (row.by_id !== null && row.by_id === caller.user_id) {
    throw conflict('You ran this control: somebody else must review it.', 'second_person')
  }
  if (!input.cause?.trim()) throw invalid('cause', 'is required.')
  if (!input.action?.trim()) throw invalid('action', 'is required.')
  if (input.decision === 'ACCEPTED' && !input.reason) throw invalid('reason', 'is required.')
}
