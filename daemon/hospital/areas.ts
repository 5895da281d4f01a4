// The doors of the hospital API, written out; the order is that of the descriptions.

import type { Door } from '../route.ts'
import { door as access } from './access.ts'
import { door as accounting } from './accounting.ts'
import { door as appointment_waitlist } from './appointment-waitlist.ts'
import { door as appointments } from './appointments.ts'
import { door as accountingBank } from './accounting-bank.ts'
import { door as accountingMoney } from './accounting-money.ts'
import { door as accountingReports } from './accounting-reports.ts'
import { door as accountingYears } from './accounting-years.ts'
import { door as billing } from './billing.ts'
import { door as billingCredits } from './billing-credits.ts'
import { door as billingWaivers } from './billing-waivers.ts'
import { door as debtors } from './debtors.ts'
import { door as expenses } from './expenses.ts'
import { door as billingDeposits } from './billing-deposits.ts'
import { door as billingPolicy } from './billing-policy.ts'
import { door as billingMoney } from './billing-money.ts'
import { door as billingPapers } from './billing-papers.ts'
import { door as billingGates } from './billing-gates.ts'
import { door as billingEdits } from './billing-edits.ts'
import { door as billingExemptions } from './billing-exemptions.ts'
import { door as attachments } from './attachments.ts'
import { door as audit } from './audit.ts'
import { door as clinic_schedules } from './clinic-schedules.ts'
import { door as departments } from './departments.ts'
import { door as drawerMoney } from './drawer-money.ts'
import { door as drawers } from './drawers.ts'
import { door as emergencies } from './emergencies.ts'
import { door as incident_papers } from './incident-papers.ts'
import { door as displays } from './displays.ts'
import { door as devices } from './devices.ts'
import { door as exports } from './exports.ts'
import { door as gates } from './gates.ts'
import { door as genuine } from './genuine.ts'
import { door as imports } from './imports.ts'
import { door as claims } from './claims.ts'
import { door as schemeAccount } from './scheme-account.ts'
import { door as insurance } from './insurance.ts'
import { door as jobs } from './jobs.ts'
import { door as locations } from './locations.ts'
import { door as messageBridge } from './message-bridge.ts'
import { door as gateway } from './gateway.ts'
import { door as messaging } from './messaging.ts'
import { door as notifications } from './notifications.ts'
import { door as patient_messages } from './patient-messages.ts'
import { door as administrative_areas } from './administrative-areas.ts'
import { door as front_office_settings } from './front-office-settings.ts'
import { door as identifiers } from './identifiers.ts'
import { door as patient_duplicates } from './patient-duplicates.ts'
import { door as patient_cards } from './patient-cards.ts'
import { door as patient_moves } from './patient-moves.ts'
import { door as patient_privacy } from './patient-privacy.ts'
import { door as patients } from './patients.ts'
import { door as photos } from './photos.ts'
import { door as places } from './places.ts'
import { door as pki } from './pki.ts'
import { door as plans } from './plans.ts'
import { door as platform } from './platform.ts'
import { door as queue } from './queue.ts'
import { door as portal } from './portal.ts'
import { door as portal_desk } from './portal-desk.ts'
import { door as reference } from './reference.ts'
import { door as referrals } from './referrals.ts'
import { door as roles } from './roles.ts'
import { door as schedule_exceptions } from './schedule-exceptions.ts'
import { door as schedules } from './schedules.ts'
import { door as search } from './search.ts'
import { door as sequences } from './sequences.ts'
import { door as service_points } from './service-points.ts'
import { door as settings } from './settings.ts'
import { stackOf } from './stack.ts'
import { door as start_page } from './start-page.ts'
import { door as system } from './system.ts'
import { door as schemes } from './schemes.ts'
import { door as tariffs } from './tariffs.ts'
import { door as users } from './users.ts'
import { door as vulnerable_groups } from './vulnerable-groups.ts'
import { door as visits } from './visits.ts'
import { door as vital_tables } from './vital-tables.ts'
import { door as vitals } from './vitals.ts'

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
