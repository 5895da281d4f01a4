// The areas, in order: an area may lean only on those above it. Each is written out here; nothing
// is found by scanning folders, because a bundled program has none.

import { brings as access } from './access/brings.ts'
import { brings as appointments } from './appointments/brings.ts'
import { brings as accounting } from './accounting/brings.ts'
import { brings as billing } from './billing/brings.ts'
import { brings as expenses } from './expenses/brings.ts'
import { brings as attachments } from './attachments/brings.ts'
import { brings as auditing } from './auditing/brings.ts'
import { brings as displays } from './displays/brings.ts'
import { brings as claims } from './claims/brings.ts'
import { brings as gates } from './gates/brings.ts'
import { brings as drawers } from './drawers/brings.ts'
import { brings as emergencies } from './emergencies/brings.ts'
import { brings as devices } from './devices/brings.ts'
import { brings as exports } from './exports/brings.ts'
import { brings as hospitals } from './hospitals/brings.ts'
import { brings as imports } from './imports/brings.ts'
import { brings as insurance } from './insurance/brings.ts'
import { brings as jobs } from './jobs/brings.ts'
import { brings as messaging } from './messaging/brings.ts'
import { brings as notifications } from './notifications/brings.ts'
import { brings as outbox } from './outbox/brings.ts'
import { brings as patient_messages } from './patient-messages/brings.ts'
import { brings as patients } from './patients/brings.ts'
import { brings as places } from './places/brings.ts'
import { brings as plans } from './plans/brings.ts'
import { brings as policy } from './policy/brings.ts'
import { brings as portal } from './portal/brings.ts'
import { brings as referrals } from './referrals/brings.ts'
import type { Brings } from './registry.ts'
import { brings as search } from './search/brings.ts'
import { brings as sequences } from './sequences/brings.ts'
import { brings as service_points } from './service-points/brings.ts'
import { brings as system } from './system/brings.ts'
import { brings as tariff } from './tariff/brings.ts'
import { brings as visits } from './visits/brings.ts'
import { brings as vitals } from './vitals/brings.ts'

export const areas = [
  'neighbours',
  'hospitals',
  'audit',
  'settings',
  'outbox',
  'sequences',
  'places',
  'access',
  'attachments',
  'jobs',
  'exports',
  'imports',
  'notifications',
  'auditing',
  'search',
  'system',
  'plans',
  'papers',
  'devices',
  'gates',
  'patients',
  'amendments',
  'service-points',
  'visits',
  'displays',
  'vitals',
  'appointments',
  'referrals',
  'emergencies',
  'patient-messages',
  'portal',
  'accounting',
  'policy',
  'tariff',
  'insurance',
  'drawers',
  'billing',
  'expenses',
  'claims',
  'messaging',
  'demo',
  'provisioning',
  'platform',
] as const
export type Area = (typeof areas)[number]

export const brings: readonly Brings[] = [
  hospitals,
  outbox,
  sequences,
  places,
  access,
  jobs,
  exports,
  imports,
  notifications,
  auditing,
  search,
  system,
  plans,
  attachments,
  devices,
  patients,
  messaging,
  gates,
  service_points,
  visits,
  displays,
  vitals,
  appointments,
  referrals,
  emergencies,
  patient_messages,
  portal,
  accounting,
  policy,
  tariff,
  insurance,
  drawers,
  billing,
  expenses,
  claims,
]
