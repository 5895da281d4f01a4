// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as gates } from './gates/brings.ts'
import { brings as patients } from './patients/brings.ts'
import { brings as service_points } from './service-points/brings.ts'
import { brings as visits } from './visits/brings.ts'
import { brings as displays } from './displays/brings.ts'
import { brings as vitals } from './vitals/brings.ts'
import { brings as appointments } from './appointments/brings.ts'
import { brings as referrals } from './referrals/brings.ts'
import { brings as emergencies } from './emergencies/brings.ts'
import { brings as patient_messages } from './patient-messages/brings.ts'
import { brings as portal } from './portal/brings.ts'
import { brings as data_files } from './data-files/brings.ts'
import { brings as messaging } from './messaging/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [
  gates,
  patients,
  service_points,
  visits,
  displays,
  vitals,
  appointments,
  referrals,
  emergencies,
  patient_messages,
  portal,
  data_files,
  messaging,
]
