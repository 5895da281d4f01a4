// Proofs of the chain as work of their own (PLT-117): asked for, done by a job, kept, and told to
// those who must know when the chain does not hold.

import { type Caller, system } from '../../../core/caller.ts'
import { clock, days, instantIn } from '../../../core/clock.ts'
import { row, within } from '../../../store/connection.ts'
import { endingWith } from '../../../store/engines/stopping.ts'
import { sql } from '../../../store/sql.ts'
import { takeUntold } from '../audit/reads.ts'
import { record } from '../audit/record.ts'
import type { VerifyResult } from '../audit/shapes.ts'
import { audit_proofs } from '../audit/tables.ts'
import { verify } from '../audit/verify.ts'
import { enqueue } from '../jobs/jobs.ts'
import { notify } from '../notifications/notify.ts'
import type { JobKind } from '../../registry.ts'

export interface ProofAsked {
  from_seq?: number | undefined
}

export const proof_job: JobKind = {
  kind: 'audit.verify',
  label: 'Proof of the audit log',
  max_attempts: 1,
  run: (caller, input, progress, { signal }) =>
    endingWith(signal, () => prove(caller, input as ProofAsked, progress)),
}

export async function start(caller: Caller, asked: ProofAsked): Promise<{ job_id: string }> {
  const { id } = await enqueue(caller, { kind: proof_job.kind, input: asked })
  record(caller, 'audit.verify', { entity_type: 'job', entity_id: id, query: { ...asked } })
  return { job_id: id }
}

/** For the timetable: the last eight days, or on the first Sunday of a month the whole chain. */
export async function startScheduled(hospital_id: string, whole: boolean): Promise<string> {
  const since = instantIn(-days(8))
  const first = whole
    ? undefined
    : await row<{ seq: number }>(
        sql`select seq from audit_rows where hospital_id = ${hospital_id} and at >= ${since} order by at, seq limit 1`,
      )
  const from_seq = first === undefined ? undefined : Number(first.seq)
  return (await within(() => start(system(hospital_id), { from_seq }), 'jobs')).job_id
}

/** Also what `kituo audit verify` calls: the answer says whether the chain holds. */
export async function prove(
  caller: Caller,
  asked: ProofAsked = {},
  progress?: (pct: number) => Promise<void>,
): Promise<VerifyResult> {
  const result = await verify(caller, asked, progress)
  await within(async () => {
    const { hospital_id } = caller
    const { id } = await audit_proofs.insert({
      hospital_id,
      ...result,
      by_name: result.by_name.slice(0, 160),
    })
    record(caller, 'audit.verified', {
      entity_type: 'audit_proof',
      entity_id: id,
      rows: result.rows_checked,
      to_state: result.ok ? 'SOUND' : 'BROKEN',
    })
    if (!result.ok) await tell(caller, id, result)
  }, 'jobs')
  return result
}

async function tell(caller: Caller, id: string, { problems }: VerifyResult): Promise<void> {
  const [first] = problems
  const more = problems.length > 1 ? ` and ${problems.length - 1} more` : ''
  await notify(system(caller.hospital_id), {
    to: { role: ['administrator', 'auditor'] },
    kind: 'audit.broken',
    title: 'The audit log does not hold',
    body: `${first?.kind}: ${first?.detail}${more}. Keep the database and its backups as they are and call your auditor.`,
    entity: { type: 'audit_proof', id },
  })
}

export async function last(caller: Caller): Promise<VerifyResult | null> {
  const [found] = await audit_proofs.all(
    { hospital_id: caller.hospital_id },
    { order: ['-at', '-id'], limit: 1 },
  )
  if (found === undefined) return null
  const { id: _, hospital_id: _h, ...result } = found
  return result
}

/** For the timetable, once the disk takes rows again: PLT-113 wants lost reads told. */
export async function tellOfLost(): Promise<number> {
  const lost = takeUntold()
  for (const [hospital_id, count] of lost) {
    await within(
      () =>
        notify(system(hospital_id), {
          to: { permission: 'system:read' },
          kind: 'audit.lost',
          title: 'Reads could not be recorded',
          body: `${count} reads of records were answered without a row in the audit log, up to ${clock.instant()}. Look at the disk.`,
        }),
      'jobs',
    )
  }
  return lost.size
}
