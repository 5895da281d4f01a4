// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as administrative_areas } from './administrative-areas.ts'
import { door as appointment_waitlist } from './appointment-waitlist.ts'
import { door as appointments } from './appointments.ts'
import { door as clinic_schedules } from './clinic-schedules.ts'
import { door as data_files } from './data-files.ts'
import { door as displays } from './displays.ts'
import { door as emergencies } from './emergencies.ts'
import { door as front_office_settings } from './front-office-settings.ts'
import { door as gates } from './gates.ts'
import { door as gateway } from './gateway.ts'
import { door as gateway_house } from './gateway-house.ts'
import { door as gateway_links } from './gateway-links.ts'
import { door as gateway_traces } from './gateway-traces.ts'
import { door as identifiers } from './identifiers.ts'
import { door as incident_papers } from './incident-papers.ts'
import { door as message_bridge } from './message-bridge.ts'
import { door as messaging } from './messaging.ts'
import { door as messaging_sent } from './messaging-sent.ts'
import { door as patient_cards } from './patient-cards.ts'
import { door as patient_consents } from './patient-consents.ts'
import { door as patient_duplicates } from './patient-duplicates.ts'
import { door as patient_messages } from './patient-messages.ts'
import { door as patient_moves } from './patient-moves.ts'
import { door as patient_privacy } from './patient-privacy.ts'
import { door as patients } from './patients.ts'
import { door as portal } from './portal.ts'
import { door as portal_desk } from './portal-desk.ts'
import { door as queue } from './queue.ts'
import { door as referrals } from './referrals.ts'
import { door as schedule_exceptions } from './schedule-exceptions.ts'
import { door as service_points } from './service-points.ts'
import { door as visits } from './visits.ts'
import { door as vital_tables } from './vital-tables.ts'
import { door as vitals } from './vitals.ts'
import { door as vulnerable_groups } from './vulnerable-groups.ts'

export const doors: readonly Door[] = [
  administrative_areas,
  appointment_waitlist,
  appointments,
  clinic_schedules,
  data_files,
  displays,
  emergencies,
  front_office_settings,
  gates,
  gateway,
  gateway_house,
  gateway_links,
  gateway_traces,
  identifiers,
  incident_papers,
  message_bridge,
  messaging,
  messaging_sent,
  patient_cards,
  patient_consents,
  patient_duplicates,
  patient_messages,
  patient_moves,
  patient_privacy,
  patients,
  portal,
  portal_desk,
  queue,
  referrals,
  schedule_exceptions,
  service_points,
  visits,
  vital_tables,
  vitals,
  vulnerable_groups,
]
