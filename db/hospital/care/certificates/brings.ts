import { sql } from '../../../store/sql.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import type { Brings } from '../../registry.ts'
import { clinicalOf } from '../clinical/settings.ts'
import { everyRow, repointing } from '../clinical/repointing.ts'
import { certificates } from './tables.ts'
import { genuineCertificate } from './view.ts'
import { certificate_sequences } from './words.ts'
import { draftNotification } from './writing.ts'

export const brings: Brings = {
  area: 'certificates',
  sequences: Object.entries(certificate_sequences).map(([of, { kind, label, prefix }]) => ({
    kind,
    label,
    area: 'certificates',
    pattern: `${prefix}-{YYYY}-{SEQ:6}`,
    scope: 'HOSPITAL' as const,
    reset: 'YEARLY' as const,
    gapless: true,
    stand: { table: 'certificates', only: sql`kind = ${of}` },
  })),
  papers: [
    {
      kind: 'certificate',
      title: { en: 'Certificate', sw: 'Cheti' },
      read: genuineCertificate,
    },
  ],
  repointPatient: repointing({ certificates: everyRow }),
  onDeath: async (caller, patient_id, died_at) => {
    await draftNotification(caller, patient_id, died_at)
    return {}
  },
  entities: [
    {
      type: 'certificate',
      read: 'certificate:read',
      write: 'certificate:issue',
      async exists(caller, id) {
        const found = await certificates.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, visit_id, number, kind } = found
        const of = visit_id === null ? { patient_id } : { patient_id, visit_id }
        const label = number ?? certificate_sequences[kind].label
        return (await canSee(caller, of)) ? { label, patient_id } : undefined
      },
    },
  ],
  gates: [
    {
      key: 'CERT_DAYS',
      title: 'Days of the certificate',
      title_sw: 'Siku za cheti',
      actions: ['certificate.issue'],
      reasons: [
        { code: 'CLINICAL_NEED', text: 'Clinical need', needs_text: true },
        { code: 'OTHER', text: 'Other', needs_text: true },
      ],
      emergency_bypass: false,
      rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'certificate:approve' }],
      async check(caller, { subject }) {
        const { days, kind, doctor } = subject as {
          days: number | null
          kind: string
          doctor: boolean
        }
        const { sick_days } = await clinicalOf(caller)
        const most = doctor ? sick_days.doctor : sick_days.clinician
        if (kind !== 'SICK_SHEET' || days === null || days <= most) return []
        if (doctor) return [{ what: `A doctor may give ${most} days.` }]
        return [{ what: `A clinical officer may give ${most} days: ask a doctor.` }]
      },
    },
  ],
}
