// The doors of the hospital API, written out; the order is that of the descriptions.

import type { Door } from '../edge/route.ts'
import { door as access } from './office/access.ts'
import { door as accounting } from './money/accounting.ts'
import { door as appointment_waitlist } from './desk/appointment-waitlist.ts'
import { door as appointments } from './desk/appointments.ts'
import { door as accountingBank } from './money/accounting-bank.ts'
import { door as accountingMoney } from './money/accounting-money.ts'
import { door as accountingReports } from './money/accounting-reports.ts'
import { door as accountingYears } from './money/accounting-years.ts'
import { door as billing } from './money/billing.ts'
import { door as billingCredits } from './money/billing-credits.ts'
import { door as billingWaivers } from './money/billing-waivers.ts'
import { door as debtors } from './money/debtors.ts'
import { door as expenses } from './money/expenses.ts'
import { door as billingDeposits } from './money/billing-deposits.ts'
import { door as billingPolicy } from './money/billing-policy.ts'
import { door as billingMoney } from './money/billing-money.ts'
import { door as billingPapers } from './money/billing-papers.ts'
import { door as billingGates } from './money/billing-gates.ts'
import { door as billingEdits } from './money/billing-edits.ts'
import { door as billingExemptions } from './money/billing-exemptions.ts'
import { door as attachments } from './office/attachments.ts'
import { door as audit } from './office/audit.ts'
import { door as clinic_schedules } from './desk/clinic-schedules.ts'
import { door as departments } from './office/departments.ts'
import { door as drawerMoney } from './money/drawer-money.ts'
import { door as drawers } from './money/drawers.ts'
import { door as emergencies } from './desk/emergencies.ts'
import { door as incident_papers } from './desk/incident-papers.ts'
import { door as displays } from './desk/displays.ts'
import { door as devices } from './office/devices.ts'
import { door as exports } from './office/exports.ts'
import { door as gates } from './desk/gates.ts'
import { door as genuine } from './office/genuine.ts'
import { door as imports } from './office/imports.ts'
import { door as claims } from './money/claims.ts'
import { door as schemeAccount } from './money/scheme-account.ts'
import { door as insurance } from './money/insurance.ts'
import { door as jobs } from './office/jobs.ts'
import { door as locations } from './office/locations.ts'
import { door as messageBridge } from './desk/message-bridge.ts'
import { door as gateway } from './desk/gateway.ts'
import { door as messaging } from './desk/messaging.ts'
import { door as notifications } from './office/notifications.ts'
import { door as patient_messages } from './desk/patient-messages.ts'
import { door as administrative_areas } from './desk/administrative-areas.ts'
import { door as front_office_settings } from './desk/front-office-settings.ts'
import { door as identifiers } from './desk/identifiers.ts'
import { door as patient_duplicates } from './desk/patient-duplicates.ts'
import { door as patient_cards } from './desk/patient-cards.ts'
import { door as patient_moves } from './desk/patient-moves.ts'
import { door as patient_privacy } from './desk/patient-privacy.ts'
import { door as patients } from './desk/patients.ts'
import { door as photos } from './office/photos.ts'
import { door as places } from './office/places.ts'
import { door as pki } from './office/pki.ts'
import { door as plans } from './office/plans.ts'
import { door as platform } from './tenants/platform.ts'
import { door as queue } from './desk/queue.ts'
import { door as portal } from './desk/portal.ts'
import { door as portal_desk } from './desk/portal-desk.ts'
import { door as reference } from './office/reference.ts'
import { door as referrals } from './desk/referrals.ts'
import { door as roles } from './office/roles.ts'
import { door as schedule_exceptions } from './desk/schedule-exceptions.ts'
import { door as schedules } from './office/schedules.ts'
import { door as search } from './office/search.ts'
import { door as sequences } from './office/sequences.ts'
import { door as service_points } from './desk/service-points.ts'
import { door as settings } from './office/settings.ts'
import { stackOf } from './stack.ts'
import { door as start_page } from './office/start-page.ts'
import { door as system } from './office/system.ts'
import { door as schemes } from './money/schemes.ts'
import { door as tariffs } from './money/tariffs.ts'
import { door as users } from './office/users.ts'
import { door as vulnerable_groups } from './desk/vulnerable-groups.ts'
import { door as visits } from './desk/visits.ts'
import { door as vital_tables } from './desk/vital-tables.ts'
import { door as vitals } from './desk/vitals.ts'

export const hospital_doors: readonly Door[] = [
  stackOf(() => hospital_doors),
  access,
  users,
  roles,
  places,
  departments,
  locations,
  settings,
  plans,
  sequences,
  reference,
  notifications,
  messageBridge,
  messaging,
  gateway,
  audit,
  search,
  attachments,
  photos,
  devices,
  administrative_areas,
  front_office_settings,
  patient_cards,
  patient_duplicates,
  identifiers,
  patient_moves,
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
  accounting,
  accountingYears,
  accountingMoney,
  accountingBank,
  accountingReports,
  tariffs,
  billingPolicy,
  billing,
  billingEdits,
  billingGates,
  billingExemptions,
  billingMoney,
  billingCredits,
  billingWaivers,
  debtors,
  expenses,
  billingDeposits,
  drawers,
  drawerMoney,
  billingPapers,
  schemes,
  insurance,
  claims,
  schemeAccount,
  jobs,
  schedules,
  exports,
  start_page,
  pki,
  genuine,
  imports,
  system,
  platform,
]
