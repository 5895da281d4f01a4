// PLT-138: what became of a text, as messaging knows it (MSG-608), and whom it was for is told.

import { system } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { endsToTell, noteTold } from '../../../messaging/messages/hospital-told.ts'
import type { RowOf } from '../../../store/table.ts'
import { type TextEnd, textsEnded } from '../../neighbours/patient-messages.ts'
import { outbox_messages } from './tables.ts'

type Row = RowOf<(typeof outbox_messages)['columns']>
type Ended = Awaited<ReturnType<typeof endsToTell>>[number]

export async function noteEnds(): Promise<number> {
  const ended = await endsToTell()
  if (ended.length === 0) return 0
  await within(async () => {
    for (const [hospital_id, list] of Map.groupBy(ended, (one) => one.hospital_id)) {
      await noteAll(hospital_id, list)
    }
  }, 'jobs')
  return ended.length
}

async function noteAll(hospital_id: string, list: readonly Ended[]): Promise<void> {
  const message_ids = list.map(({ message_id }) => message_id)
  const of = { hospital_id, messaging_id: message_ids, status: 'SENT' as const }
  const sent = await outbox_messages.all(of)
  for (const one of list) {
    const delivered = one.status === 'delivered'
    await outbox_messages.change(
      { hospital_id, messaging_id: one.message_id, status: 'SENT' },
      delivered
        ? { status: 'DELIVERED', delivered_at: one.final_at }
        : {
            status: 'FAILED',
            reason: (one.failure_reason ?? one.status).slice(0, 40),
            failed_at: one.final_at,
          },
    )
  }
  // In the order in which they ended: what came last says how it is.
  const by_end = list.toSorted((a, b) => ((a.final_at ?? '') < (b.final_at ?? '') ? -1 : 1))
  for (const { message_id, status } of by_end) {
    const texts = sent.filter(({ messaging_id }) => messaging_id === message_id)
    await tellEnds(hospital_id, texts, status === 'delivered')
  }
  await noteTold(hospital_id, message_ids)
}

/** PTM-5: only those of patients; what staff are sent is no matter of the register. */
export async function tellEnds(
  hospital_id: string,
  texts: readonly Pick<Row, 'patient_id' | 'contact'>[],
  delivered: boolean,
): Promise<void> {
  const ends: TextEnd[] = texts.flatMap(({ patient_id, contact }) =>
    patient_id === null || contact === null ? [] : [{ patient_id, contact, delivered }],
  )
  if (ends.length > 0) await textsEnded(system(hospital_id), ends)
}
