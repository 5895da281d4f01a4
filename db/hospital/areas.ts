// The areas, in order: an area may lean only on those above it. Each is written out here; nothing
// is found by scanning folders, because a bundled program has none.

import { brings as access } from './office/access/brings.ts'
import { brings as appointments } from './desk/appointments/brings.ts'
import { brings as accounting } from './money/accounting/brings.ts'
import { brings as billing } from './money/billing/brings.ts'
import { brings as expenses } from './money/expenses/brings.ts'
import { brings as attachments } from './office/attachments/brings.ts'
import { brings as auditing } from './office/auditing/brings.ts'
import { brings as displays } from './desk/displays/brings.ts'
import { brings as claims } from './money/claims/brings.ts'
import { brings as gates } from './desk/gates/brings.ts'
import { brings as drawers } from './money/drawers/brings.ts'
import { brings as emergencies } from './desk/emergencies/brings.ts'
import { brings as devices } from './office/devices/brings.ts'
import { brings as exports } from './office/exports/brings.ts'
import { brings as hospitals } from './office/hospitals/brings.ts'
import { brings as imports } from './office/imports/brings.ts'
import { brings as insurance } from './money/insurance/brings.ts'
import { brings as jobs } from './office/jobs/brings.ts'
import { brings as messaging } from './desk/messaging/brings.ts'
import { brings as notifications } from './office/notifications/brings.ts'
import { brings as outbox } from './office/outbox/brings.ts'
import { brings as patient_messages } from './desk/patient-messages/brings.ts'
import { brings as patients } from './desk/patients/brings.ts'
import { brings as places } from './office/places/brings.ts'
import { brings as plans } from './office/plans/brings.ts'
import { brings as policy } from './money/policy/brings.ts'
import { brings as portal } from './desk/portal/brings.ts'
import { brings as referrals } from './desk/referrals/brings.ts'
import type { Brings } from './registry.ts'
import { brings as search } from './office/search/brings.ts'
import { brings as sequences } from './office/sequences/brings.ts'
import { brings as service_points } from './desk/service-points/brings.ts'
import { brings as system } from './office/system/brings.ts'
import { brings as tariff } from './money/tariff/brings.ts'
import { brings as visits } from './desk/visits/brings.ts'
import { brings as vitals } from './desk/vitals/brings.ts'

export const wings = {
  office: [
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
  ],
  desk: [
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
    'messaging',
  ],
  money: [
    'accounting',
    'policy',
    'tariff',
    'insurance',
    'drawers',
    'billing',
    'expenses',
    'claims',
  ],
  tenants: ['demo', 'provisioning', 'platform'],
} as const

/** What areas ask of each other stands before all of them. */
export const areas = [
  'neighbours',
  ...wings.office,
  ...wings.desk,
  ...wings.money,
  ...wings.tenants,
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
