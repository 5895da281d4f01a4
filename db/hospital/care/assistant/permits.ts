import { permit } from '../../permit.ts'

export const permits = {
  'assist:use': permit('Ask the assistant what to consider', 'C', ['clinician', 'nurse']),
  'assist:settings': permit('Switch the assistant on and off', 'M', ['administrator']),
} as const
