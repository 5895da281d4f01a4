// Every permission there is: what the areas declare, and nothing else (PLT-35).

import { base_codes, permits as access } from './office/access/permits.ts'
import { permits as appointments } from './desk/appointments/permits.ts'
import { permits as accounting } from './money/accounting/permits.ts'
import { permits as billing } from './money/billing/permits.ts'
import { permits as expenses } from './money/expenses/permits.ts'
import { permits as attachments } from './office/attachments/permits.ts'
import { permits as audit } from './office/audit/permits.ts'
import { permits as messaging } from './desk/messaging/permits.ts'
import { permits as notifications } from './office/notifications/permits.ts'
import { permits as drawers } from './money/drawers/permits.ts'
import { permits as emergencies } from './desk/emergencies/permits.ts'
import type { Permit } from './permit.ts'
import { permits as devices } from './office/devices/permits.ts'
import { permits as exports } from './office/exports/permits.ts'
import { permits as gates } from './desk/gates/permits.ts'
import { permits as imports } from './office/imports/permits.ts'
import { permits as claims } from './money/claims/permits.ts'
import { permits as insurance } from './money/insurance/permits.ts'
import { permits as jobs } from './office/jobs/permits.ts'
import { permits as patient_messages } from './desk/patient-messages/permits.ts'
import { permits as outbox } from './office/outbox/permits.ts'
import { permits as patients } from './desk/patients/permits.ts'
import { permits as places } from './office/places/permits.ts'
import { permits as platform } from './tenants/platform/permits.ts'
import { permits as portal } from './desk/portal/permits.ts'
import { permits as referrals } from './desk/referrals/permits.ts'
import { permits as plans } from './office/plans/permits.ts'
import { permits as sequences } from './office/sequences/permits.ts'
import { permits as service_points } from './desk/service-points/permits.ts'
import { permits as settings } from './office/settings/permits.ts'
import { permits as system } from './office/system/permits.ts'
import { permits as tariff } from './money/tariff/permits.ts'
import { permits as visits } from './desk/visits/permits.ts'
import { permits as vitals } from './desk/vitals/permits.ts'

export const permits = {
  ...settings,
  ...sequences,
  ...places,
  ...access,
  ...audit,
  ...jobs,
  ...exports,
  ...imports,
  ...notifications,
  ...attachments,
  ...devices,
  ...plans,
  ...patients,
  ...outbox,
  ...messaging,
  ...gates,
  ...service_points,
  ...visits,
  ...vitals,
  ...referrals,
  ...emergencies,
  ...appointments,
  ...patient_messages,
  ...portal,
  ...accounting,
  ...tariff,
  ...insurance,
  ...drawers,
  ...billing,
  ...expenses,
  ...claims,
  ...system,
  ...platform,
} as const

export type PermitCode = keyof typeof permits | (typeof base_codes)[number] | 'portal:use'

export const permitOf = (code: string): Permit | undefined =>
  (permits as Record<string, Permit>)[code]

const of_itself: readonly string[] = [...base_codes, 'portal:use']
export const isPermit = (code: string): boolean =>
  permitOf(code) !== undefined || of_itself.includes(code)

/** Codes of the operator of a hosted service; they are in no hospital's catalogue. */
export const isPlatformCode = (code: string): boolean =>
  code.startsWith('platform:') || code.startsWith('gateway:')

/** What a hospital's roles may hold, sorted. */
export const catalogue: readonly string[] = Object.keys(permits)
  .filter((code) => !isPlatformCode(code))
  .sort()
