// Triage of a visit (5.4 triage, EMG-16), and the class a person decides (QUE-5).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { isId } from '../../../../core/ids.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { becameEmergency } from '../../../neighbours/appointments.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { recordVitalsAtTriage } from '../../../neighbours/vitals.ts'
import { reclass, setAcuity } from '../for-areas.ts'
import { moved } from './events.ts'
import { alreadyClosed, isOpen, visitRecord } from '../rows.ts'
import type { TriageInput, VisitView } from '../shapes.ts'
import { visit_triages } from '../tables.ts'
import { gone } from '../visits.ts'

export async function triage(caller: Caller, id: string, input: TriageInput): Promise<VisitView> {
  const signer = await signerOf(caller)
  const visit = await visitRecord.locked(caller, id)
  fresh(caller, visit)
  if (!isOpen(visit)) throw alreadyClosed()
  const { triage_category, vitals_id } = input
  if (typeof vitals_id === 'string' && !isId(vitals_id)) throw noSuch('set of vitals')
  const measured =
    input.vitals === undefined
      ? null
      : await recordVitalsAtTriage(caller, { visit_id: id, vitals: input.vitals })
  await visit_triages.insert({
    hospital_id: caller.hospital_id,
    visit_id: id,
    patient_id: visit.patient_id,
    triage_category,
    discriminators: input.discriminators ?? [],
    note: input.note || null,
    vitals_id: measured ?? vitals_id ?? null,
    at: clock.instant(),
    user_id: caller.user_id,
    staff_id: signer.staff_id,
    by_name: signer.name,
  })
  await setAcuity(caller, { visit_id: id, triage_category, reason: input.note ?? null })
  const emergency =
    triage_category <= 2 && visit.emergency_id === null
      ? await becameEmergency(caller, {
          visit_id: id,
          triage_category: triage_category as 1 | 2,
          presenting_complaint: visit.reason,
        })
      : null
  const after = await visitRecord.get(caller, id)
  return { ...(await gone(caller, { visit: after, entry: null, warnings: [] })), emergency }
}

export async function prioritise(
  caller: Caller,
  id: string,
  { priority, reason }: { priority: number; reason: string },
): Promise<VisitView> {
  const visit = await visitRecord.locked(caller, id)
  fresh(caller, visit)
  if (!isOpen(visit)) throw alreadyClosed()
  const after = await moved(
    caller,
    visit,
    'priority',
    { priority, priority_reason: priority < 5 ? 'STAFF_DECISION' : null },
    { kind: 'PRIORITY', reason, detail: { from: visit.priority, to: priority } },
  )
  await reclass(caller, after)
  return gone(caller, { visit: after, entry: null, warnings: [] })
}
