// The words of the area's settings (diagnostics 2.11), and what ships.

import type { PortalRule } from '../words.ts'

export const gate_places = ['COLLECT', 'RECEIVE'] as const
export const clock_starts = ['ORDERED', 'COLLECTED', 'RECEIVED'] as const
export const clinician_views = ['RELEASED', 'VERIFIED'] as const
export const step_targets = [
  'ORDERER',
  'WARD_ON_DUTY',
  'DEPARTMENT_ON_CALL',
  'SECTION_HEAD',
  'ROLE',
] as const
export const step_ways = ['APP', 'SMS'] as const
export const location_classes = ['OUTPATIENT', 'INPATIENT', 'EMERGENCY'] as const

export interface CriticalStep {
  section_id?: string | null
  test_code?: string | null
  location_class?: (typeof location_classes)[number] | null
  after_minutes: number
  to: (typeof step_targets)[number]
  role?: string | null
  by: (typeof step_ways)[number][]
}

export interface Chosen {
  duplicate_hours_lab: number
  duplicate_hours_imaging: number
  gate_at: (typeof gate_places)[number]
  clock_from: (typeof clock_starts)[number]
  clinician_sees: (typeof clinician_views)[number]
  panel_together: boolean
  amend_two_persons: boolean
  critical_due_minutes: { ROUTINE: number; URGENT: number; STAT: number }
  critical_unverified_minutes: number
  critical_steps: CriticalStep[]
  portal_default: PortalRule
  portal_delay_hours: number
  portal_delay_hours_imaging: number
  portal_paid_only: boolean
  reject_message: boolean
  unverified_days: number
  pregnancy_days: number
  /** From and to, in completed years: who is asked about a pregnancy before rays. */
  pregnancy_ages: number[]
  egfr_block: number
  egfr_warn: number
  egfr_days: number
  /** A hospital without a radiologist: who performs may sign the last word (DIA-125). */
  final_by_performer: boolean
  /** A file a booked study, for machines that read their worklist from a folder (DIA-123). */
  worklist_files: boolean
  /** After so many days a value that found no owner is let go (DIA-137). */
  dismiss_days: number
  report_footer: string | null
  accreditation_text: string | null
}

const step = (
  after_minutes: number,
  to: CriticalStep['to'],
  by: CriticalStep['by'],
  role: string | null = null,
): CriticalStep => ({ after_minutes, to, by, role })

export const shipped_settings: Chosen = {
  duplicate_hours_lab: 24,
  duplicate_hours_imaging: 72,
  gate_at: 'COLLECT',
  clock_from: 'COLLECTED',
  clinician_sees: 'RELEASED',
  panel_together: true,
  amend_two_persons: true,
  critical_due_minutes: { ROUTINE: 30, URGENT: 30, STAT: 15 },
  critical_unverified_minutes: 10,
  critical_steps: [
    step(0, 'ORDERER', ['APP', 'SMS']),
    step(0, 'WARD_ON_DUTY', ['APP']),
    step(15, 'DEPARTMENT_ON_CALL', ['APP', 'SMS']),
    step(30, 'SECTION_HEAD', ['APP', 'SMS']),
    step(45, 'ROLE', ['APP', 'SMS'], 'manager'),
  ],
  portal_default: 'AFTER_REVIEW',
  portal_delay_hours: 24,
  portal_delay_hours_imaging: 72,
  portal_paid_only: true,
  reject_message: true,
  unverified_days: 2,
  pregnancy_days: 28,
  pregnancy_ages: [12, 55],
  egfr_block: 30,
  egfr_warn: 45,
  egfr_days: 30,
  final_by_performer: false,
  worklist_files: false,
  dismiss_days: 30,
  report_footer: null,
  accreditation_text: null,
}
