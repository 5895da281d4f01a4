import type { Brings } from '../../registry.ts'
import { audit_dataset } from './dataset.ts'
import { proof_job } from './proofs.ts'

export const brings: Brings = {
  area: 'auditing',
  jobs: [proof_job],
  datasets: [audit_dataset],
  messages: [
    {
      code: 'audit.anchor',
      label: 'Anchor of the audit log',
      area: 'auditing',
      class: 'SERVICE',
      audience: 'CONTACT',
      placeholders: [
        { name: 'h', example: 'St Mary' },
        { name: 'date', example: '2027-03-09' },
        { name: 'seq', example: '120345' },
        { name: 'hash', example: '9f86d081884c7d65…' },
      ],
      en: '{h}: on {date} the audit log ends at row {seq} with the hash {hash}. Keep this message.',
      sw: '{h}: tarehe {date} kumbukumbu za ukaguzi zinaishia mstari {seq}, alama {hash}. Tunza ujumbe huu.',
    },
  ],
  reads: {
    facility: 'self:use',
    department: 'self:use',
    location: 'self:use',
    hospital: 'setting:read',
    setting: 'setting:read',
    notification_kind: 'setting:read',
    audit_proof: 'audit:read',
  },
}
