import { permit } from '../../permit.ts'

export const permits = {
  'notice:read': permit('See cases of notifiable diseases', 'R', ['clinician', 'nurse', 'hmis']),
  'notice:write': permit('Tell the health authority of cases', 'U', ['clinician', 'hmis']),
} as const
