// What a hospital may choose for its laboratory (diagnostics 2.11).

import {
  choice,
  Flag,
  form,
  Id,
  listOf,
  LongText,
  named,
  nullable,
  optional,
  partial,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { portal_rules } from '../words.ts'
import {
  clinician_views,
  clock_starts,
  gate_places,
  location_classes,
  step_targets,
  step_ways,
} from './setting-words.ts'

const Minutes = Whole(1, 1440)
const CriticalStep = form({
  section_id: optional(nullable(Id)),
  test_code: optional(nullable(Text(1, 20))),
  location_class: optional(nullable(choice(location_classes))),
  after_minutes: Whole(0, 1440),
  to: choice(step_targets),
  role: optional(nullable(Text(1, 60))),
  by: listOf(choice(step_ways), 2, 1),
})

const fields = {
  duplicate_hours_lab: Whole(0, 720),
  duplicate_hours_imaging: Whole(0, 720),
  gate_at: choice(gate_places),
  clock_from: choice(clock_starts),
  clinician_sees: choice(clinician_views),
  panel_together: Flag,
  amend_two_persons: Flag,
  critical_due_minutes: form({ ROUTINE: Minutes, URGENT: Minutes, STAT: Minutes }),
  critical_unverified_minutes: Minutes,
  critical_steps: listOf(CriticalStep, 50, 1),
  portal_default: choice(portal_rules),
  portal_delay_hours: Whole(0, 720),
  portal_delay_hours_imaging: Whole(0, 720),
  portal_paid_only: Flag,
  reject_message: Flag,
  unverified_days: Whole(1, 60),
  pregnancy_days: Whole(1, 300),
  pregnancy_ages: listOf(Whole(0, 120), 2, 2),
  egfr_block: Whole(0, 120),
  egfr_warn: Whole(0, 120),
  egfr_days: Whole(1, 365),
  final_by_performer: Flag,
  worklist_files: Flag,
  dismiss_days: Whole(1, 365),
  report_footer: nullable(LongText(0, 500)),
  accreditation_text: nullable(LongText(0, 300)),
}

export const DiagnosticSettings = named(
  'DiagnosticSettings',
  shape({ ...fields, version: Whole(0) }),
)
export const DiagnosticSettingsInput = named('DiagnosticSettingsInput', partial(fields))
export type SettingsInput = Partial<Static<ReturnType<typeof shape<typeof fields>>>>
