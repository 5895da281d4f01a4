// What the doctor finds by itself (OPS-165): each check that turns BAD, or back, is told once to those who
// look after the house, in every hospital it serves.

import { system } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { notify } from '../notifications/notify.ts'
import { openHospitals, remember } from './watch.ts'
import type { CheckState } from './words.ts'

export interface Finding {
  id: string
  state: CheckState | 'SKIPPED'
  message: string
  mend: string | null
}

/** Whoever finds these tells of them: the system check, a proof, a run of the timetable. */
const told_elsewhere: ReadonlySet<string> = new Set([
  'disk.free',
  'clock.hold',
  'mail.leaving',
  'scanner.answers',
  'timetable.failed',
  'audit.chain',
  'books.verify',
])

/** Answers how many were told. */
export async function tellFindings(findings: readonly Finding[]): Promise<number> {
  const hospital_ids = await openHospitals()
  let told = 0
  for (const { state, ...finding } of findings) {
    if (state === 'SKIPPED' || told_elsewhere.has(finding.id)) continue
    const one = { ...finding, state, message: finding.message.slice(0, 500) }
    told += await within(() => tell(one, hospital_ids), 'jobs')
  }
  return told
}

async function tell(
  { id, state, message, mend }: Finding & { state: CheckState },
  hospital_ids: readonly string[],
): Promise<number> {
  const before = await remember('', { name: id, state, message })
  const is_bad = state === 'BAD'
  if (is_bad === (before === 'BAD')) return 0
  for (const hospital_id of hospital_ids) {
    await notify(system(hospital_id), {
      to: { permission: 'system:read' },
      kind: id === 'backup.age' ? 'backup.late' : 'doctor.finding',
      // Of two checks there are two notices; of one the later word stands (PLT-96).
      entity: { type: 'check', id },
      title: is_bad ? `The doctor finds ${id} BAD` : `${id}: no longer BAD`,
      body: [message, ...(is_bad && mend !== null ? [mend] : [])].join(' '),
      ...(is_bad ? {} : { urgency: 'INFO' as const }),
    })
  }
  return 1
}
