import { rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { becameEmergency, openEmergencyOf } from '../../neighbours/appointments.ts'
import { observed, patientWearing } from '../../neighbours/emergencies.ts'
import { answer } from '../../../core/question.ts'
import { emergencyArrives, emergencyDeparts } from '../../neighbours/transfers.ts'
import { canSee } from '../patients/privacy/privacy.ts'
import type { Brings } from '../../registry.ts'
import { departed, endedByDeath } from './dispose.ts'
import type { Row } from './emergencies.ts'
import { emergency_gates } from './gate-kinds.ts'
import { briefly } from './open.ts'
import { emergencies } from './tables.ts'
import { wearing } from './tags.ts'
import { observedNow } from './treat.ts'

const open_states = ['ARRIVED', 'TRIAGED', 'IN_TREATMENT', 'OBSERVATION'] as const

const openOf = (hospital_id: string, visit_id: string): Promise<Row | undefined> =>
  emergencies.find({ hospital_id, visit_id, status: [...open_states] })

const sequence = (kind: string, label: string, pattern: string) =>
  ({
    kind,
    label,
    area: 'emergencies',
    pattern,
    scope: 'HOSPITAL',
    reset: 'YEARLY',
    gapless: false,
  }) as const

const notice = (kind: string, label: string, audience: string, sms: boolean) =>
  ({
    kind,
    label,
    area: 'emergencies',
    urgency: sms ? 'URGENT' : 'WARNING',
    default: { sms, whatsapp: false, email: false },
    locked: false,
    audience,
  }) as const

export const brings: Brings = {
  area: 'emergencies',
  sequences: [
    sequence('emergency', 'Emergency', 'EM-{YYYY}-{SEQ:5}'),
    sequence('casualty_incident', 'Incident with many casualties', 'MC-{YYYY}-{SEQ:5}'),
  ],
  entities: [
    {
      type: 'emergency',
      read: 'emergency:read',
      write: 'emergency:create',
      async exists(caller, id) {
        const found = await emergencies.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, visit_id, number } = found
        const seen = await canSee(caller, { patient_id, visit_id })
        return seen ? { label: number, patient_id } : undefined
      },
    },
  ],
  gates: emergency_gates,
  reads: { casualty_incident: 'emergency:read' },
  notifications: [
    notice('emergency.triage', 'Somebody waits for triage', 'Holders of emergency:triage', false),
    notice('emergency.urgent', 'An emergency waits', 'Clinicians on duty, in charge', true),
    notice('emergency.welfare', 'A patient needs social welfare', 'Social welfare', false),
    notice('incident.started', 'Many casualties are coming', 'Holders of emergency:treat', true),
  ],
  answers: [
    answer(observed, observedNow),
    answer(patientWearing, wearing),
    answer(openEmergencyOf, async ({ hospital_id }, visit_id) => {
      const row = await openOf(hospital_id, visit_id)
      return row === undefined ? null : { id: row.id, number: row.number }
    }),
    answer(becameEmergency, async (caller, { visit_id, triage_category, presenting_complaint }) => {
      if ((await openOf(caller.hospital_id, visit_id)) !== undefined) return null
      const [visit] = await rows<{ patient_id: string }>(
        sql`select patient_id from visits where id = ${visit_id}`,
      )
      if (visit === undefined) return null
      return briefly(caller, {
        patient_id: visit.patient_id,
        visit_id,
        triage_category,
        presenting_complaint,
      })
    }),
    answer(emergencyDeparts, async (caller, { visit_id, referral_id }) =>
      departed(caller, await openOf(caller.hospital_id, visit_id), referral_id),
    ),
    answer(emergencyArrives, (caller, asked) =>
      briefly(caller, { ...asked, arrival_mode: 'REFERRED', late_entry_reason: 'referral' }),
    ),
  ],
  async onDeath(caller, patient_id) {
    const { hospital_id } = caller
    const open = await emergencies.all({ hospital_id, patient_id, status: [...open_states] })
    const numbers: string[] = []
    for (const row of open) numbers.push(await endedByDeath(caller, row))
    return { emergencies: numbers }
  },
  async repointPatient({ hospital_id }, { from, to, only }) {
    const own = only === undefined ? sql`` : sql` and id${oneOf(only['emergencies'] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from emergencies where hospital_id = ${hospital_id} and patient_id = ${from}${own}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) return {}
    await run(
      sql`update emergencies set patient_id = ${to} where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
    return { emergencies: ids }
  },
}
