// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as gates } from './gates/permits.ts'
import { permits as patients } from './patients/permits.ts'
import { permits as service_points } from './service-points/permits.ts'
import { permits as visits } from './visits/permits.ts'
import { permits as vitals } from './vitals/permits.ts'
import { permits as appointments } from './appointments/permits.ts'
import { permits as referrals } from './referrals/permits.ts'
import { permits as emergencies } from './emergencies/permits.ts'
import { permits as patient_messages } from './patient-messages/permits.ts'
import { permits as portal } from './portal/permits.ts'
import { permits as data_files } from './data-files/permits.ts'
import { permits as messaging } from './messaging/permits.ts'

export const permits = {
  ...gates,
  ...patients,
  ...service_points,
  ...visits,
  ...vitals,
  ...appointments,
  ...referrals,
  ...emergencies,
  ...patient_messages,
  ...portal,
  ...data_files,
  ...messaging,
} as const
