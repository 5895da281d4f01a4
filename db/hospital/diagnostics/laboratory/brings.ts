import { answer } from '../../../core/question.ts'
import { canSee } from '../../desk/patients/privacy/privacy.ts'
import {
  lastResultAt as last_result_at,
  latestResult as latest_result,
  ordersOn as orders_on,
  pendingFor as pending_for,
  portalResult as portal_result,
  portalResults as portal_results,
} from '../../neighbours/diagnostics.ts'
import type { Brings, NotificationKind } from '../../registry.ts'
import {
  lastResultAt,
  onDeath,
  ordersOn,
  pendingFor,
  performedServices,
  repointPatient,
  workLeftBy,
} from './for-areas.ts'
import { laboratory_gates } from './gate-kinds.ts'
import { diagnostic_orders } from './orders/tables.ts'
import { portalResult, portalResults } from './portal.ts'
import { latestResult } from './results/latest.ts'
import { own_series } from './specimens/numbers.ts'

const notice = (
  kind: string,
  label: string,
  urgency: NotificationKind['urgency'],
  audience: string,
): NotificationKind => ({
  kind,
  label,
  area: 'laboratory',
  urgency,
  default: { sms: urgency === 'URGENT', whatsapp: false, email: false },
  locked: kind === 'diagnostic.critical',
  audience,
})

export const brings: Brings = {
  area: 'laboratory',
  reads: {
    diagnostic_test: 'test:read',
    diagnostic_result: 'diagnostic:read',
    specimen: 'diagnostic:read',
    critical_alert: 'diagnostic:read',
    instrument: 'instrument:read',
    control_lot: 'qc:read',
    control_run: 'qc:read',
    analyser_message: 'analyser:read',
  },
  sequences: [
    {
      kind: 'diagnostic_order',
      label: 'Laboratory order',
      area: 'laboratory',
      pattern: 'LAB-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'imaging_order',
      label: 'Imaging order',
      area: 'laboratory',
      pattern: 'IMG-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'control_run',
      label: 'Control run',
      area: 'laboratory',
      pattern: 'QC-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
    {
      kind: 'critical_alert',
      label: 'Critical result',
      area: 'laboratory',
      pattern: 'CRIT-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  series: own_series,
  gates: laboratory_gates,
  notifications: [
    notice('diagnostic.stat', 'A test cannot wait', 'WARNING', 'Who receives specimens'),
    notice(
      'diagnostic.critical',
      'Critical result',
      'URGENT',
      'The orderer, the ward, who is on call',
    ),
    notice('diagnostic.withdrawn', 'Critical result withdrawn', 'INFO', 'The orderer'),
    notice('diagnostic.released', 'Results are released', 'INFO', 'The orderer'),
    notice('diagnostic.corrected', 'A released result was corrected', 'WARNING', 'The orderer'),
    notice('diagnostic.cancelled', 'Tests were cancelled by somebody else', 'INFO', 'The orderer'),
    notice(
      'diagnostic.resistance',
      'An organism that resists was found',
      'WARNING',
      'The nurse in charge, the head of the laboratory',
    ),
    notice('qc.out', 'A control is out', 'WARNING', 'The head of the laboratory'),
    notice('instrument.down', 'An instrument is down', 'WARNING', 'The head of the laboratory'),
    notice('analyser.unmatched', 'A value found no owner', 'WARNING', 'The laboratory'),
    notice('specimen.rejected', 'A specimen was refused', 'INFO', 'The orderer'),
  ],
  entities: [
    {
      type: 'diagnostic_order',
      read: 'diagnostic:read',
      write: 'diagnostic:order',
      async exists(caller, id) {
        const found = await diagnostic_orders.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, visit_id, number } = found
        const of = visit_id === null ? { patient_id } : { patient_id, visit_id }
        return (await canSee(caller, of)) ? { label: number, patient_id } : undefined
      },
    },
  ],
  repointPatient,
  onDeath,
  performedServices,
  workLeftBy,
  answers: [
    answer(pending_for, pendingFor),
    answer(last_result_at, lastResultAt),
    answer(latest_result, latestResult),
    answer(orders_on, ordersOn),
    answer(portal_results, portalResults),
    answer(portal_result, portalResult),
  ],
}
