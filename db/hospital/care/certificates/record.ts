// A certificate and its life (3.2).

import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import type { GateResult } from '../../desk/gates/shapes.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { certificate_history, certificates } from './tables.ts'
import { certificate_sequences, certificate_states } from './words.ts'

export type CertificateRow = RowOf<(typeof certificates)['columns']>

/** A certificate as it became, and what was said beside. */
export interface Written {
  row: CertificateRow
  warnings: GateResult[]
}

const certificate_life = life('certificate', certificate_states, {
  issue: { from: ['DRAFT'], to: 'ISSUED', permission: 'certificate:issue' },
  replace: { from: ['ISSUED'], to: 'REPLACED', house: true },
  void: {
    from: ['DRAFT', 'ISSUED'],
    to: 'VOIDED',
    permission: 'certificate:void',
    reason: 'required',
  },
})

export const certificateRecord = recordWithLife(certificates, {
  life: certificate_life,
  called: ({ number, kind }) => number ?? certificate_sequences[kind].label.toLowerCase(),
  history: historyIn(certificate_history),
})

export const daysOf = ({
  from_date,
  to_date,
}: Pick<CertificateRow, 'from_date' | 'to_date'>): number | null =>
  from_date === null || to_date === null
    ? null
    : Math.round((Date.parse(to_date) - Date.parse(from_date)) / 86_400_000) + 1
