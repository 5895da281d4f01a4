// The doors of this wing; the order is that of the descriptions.

import type { Door } from '../../edge/route.ts'
import { door as message_bridge } from './message-bridge.ts'
import { door as messaging } from './messaging.ts'
import { door as gateway } from './gateway.ts'
import { door as gateway_house } from './gateway-house.ts'
import { door as gateway_links } from './gateway-links.ts'
import { door as administrative_areas } from './administrative-areas.ts'
import { door as front_office_settings } from './front-office-settings.ts'
import { door as patient_cards } from './patient-cards.ts'
import { door as patient_duplicates } from './patient-duplicates.ts'
import { door as identifiers } from './identifiers.ts'
import { door as patient_moves } from './patient-moves.ts'
import { door as patient_consents } from './patient-consents.ts'
import { door as patient_privacy } from './patient-privacy.ts'
import { door as vulnerable_groups } from './vulnerable-groups.ts'
import { door as patients } from './patients.ts'
import { door as gates } from './gates.ts'
import { door as service_points } from './service-points.ts'
import { door as visits } from './visits.ts'
import { door as queue } from './queue.ts'
import { door as displays } from './displays.ts'
import { door as vitals } from './vitals.ts'
import { door as vital_tables } from './vital-tables.ts'
import { door as referrals } from './referrals.ts'
import { door as emergencies } from './emergencies.ts'
import { door as incident_papers } from './incident-papers.ts'
import { door as clinic_schedules } from './clinic-schedules.ts'
import { door as schedule_exceptions } from './schedule-exceptions.ts'
import { door as appointments } from './appointments.ts'
import { door as appointment_waitlist } from './appointment-waitlist.ts'
import { door as patient_messages } from './patient-messages.ts'
import { door as portal_desk } from './portal-desk.ts'
import { door as portal } from './portal.ts'

export const doors: readonly Door[] = [
  message_bridge,
  messaging,
  gateway,
  gateway_house,
  gateway_links,
  administrative_areas,
  front_office_settings,
  patient_cards,
  patient_duplicates,
  identifiers,
  patient_moves,
  patient_consents,
  patient_privacy,
  vulnerable_groups,
  patients,
  gates,
  service_points,
  visits,
  queue,
  displays,
  vitals,
  vital_tables,
  referrals,
  emergencies,
  incident_papers,
  clinic_schedules,
  schedule_exceptions,
  appointments,
  appointment_waitlist,
  patient_messages,
  portal_desk,
  portal,
]
