// Every permission there is: what the areas declare, and nothing else (PLT-35).

import { base_codes, permits as access } from './access/permits.ts'
import { permits as appointments } from './appointments/permits.ts'
import { permits as accounting } from './accounting/permits.ts'
import { permits as billing } from './billing/permits.ts'
import { permits as expenses } from './expenses/permits.ts'
import { permits as attachments } from './attachments/permits.ts'
import { permits as audit } from './audit/permits.ts'
import { permits as messaging } from './messaging/permits.ts'
import { permits as notifications } from './notifications/permits.ts'
import { permits as drawers } from './drawers/permits.ts'
import { permits as emergencies } from './emergencies/permits.ts'
import type { Permit } from './permit.ts'
import { permits as devices } from './devices/permits.ts'
import { permits as exports } from './exports/permits.ts'
import { permits as gates } from './gates/permits.ts'
import { permits as imports } from './imports/permits.ts'
import { permits as claims } from './claims/permits.ts'
import { permits as insurance } from './insurance/permits.ts'
import { permits as jobs } from './jobs/permits.ts'
import { permits as patient_messages } from './patient-messages/permits.ts'
import { permits as outbox } from './outbox/permits.ts'
import { permits as patients } from './patients/permits.ts'
import { permits as places } from './places/permits.ts'
import { permits as platform } from './platform/permits.ts'
import { permits as portal } from './portal/permits.ts'
import { permits as referrals } from './referrals/permits.ts'
import { permits as plans } from './plans/permits.ts'
import { permits as sequences } from './sequences/permits.ts'
import { permits as service_points } from './service-points/permits.ts'
import { permits as settings } from './settings/permits.ts'
import { permits as system } from './system/permits.ts'
import { permits as tariff } from './tariff/permits.ts'
import { permits as visits } from './visits/permits.ts'
import { permits as vitals } from './vitals/permits.ts'

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
