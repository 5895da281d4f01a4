// Every noun, with where its commands are declared. Only the noun that was typed is loaded, and a
// declaration loads its rules when it runs: help needs neither database nor web framework (OPS-80).

import type { Noun } from './tree.ts'

export const nouns: Readonly<Record<string, Noun>> = {
  __complete: {
    says: 'Values for completion in a shell',
    hidden: true,
    load: () => import('./complete.ts'),
  },
  accounts: {
    says: 'The chart of accounts',
    load: () => import('../../money/accounts.ts'),
  },
  ambulance: {
    says: 'Ambulances, and who waits for one',
    load: () => import('../../modules/ambulance.ts'),
  },
  announce: {
    says: 'A word to everybody on the staff',
    load: () => import('../../office/announce.ts'),
  },
  api: {
    says: 'The APIs, described',
    load: () => import('../api.ts'),
  },
  appointment: {
    says: 'Appointments of patients',
    load: () => import('../../desk/appointment.ts'),
  },
  area: {
    says: 'Regions, districts, wards and streets',
    load: () => import('../../desk/area.ts'),
  },
  attachment: {
    says: 'Files of records',
    load: () => import('../../office/attachment.ts'),
  },
  audit: {
    says: 'The audit log',
    load: () => import('../../office/audit.ts'),
  },
  backup: {
    says: 'Backups: made, proved, kept and put back',
    load: () => import('../../backup/backup.ts'),
  },
  billing: {
    says: 'How money is handled, and the patient flow',
    load: () => import('../../money/billing.ts'),
  },
  beds: {
    says: 'Beds of the wards, and the days in them',
    load: () => import('../../care/beds.ts'),
  },
  bills: {
    says: 'Bills, and what lapses of them',
    load: () => import('../../money/bills.ts'),
  },
  blood: {
    says: 'The blood bank: requests, stock, what expires',
    load: () => import('../../modules/blood.ts'),
  },
  books: {
    says: 'The books: proofs, drafts, locks, trial balance',
    load: () => import('../../money/books.ts'),
  },
  ca: {
    says: 'The authorities of this house, and its certificate',
    load: () => import('../../devices/ca.ts'),
  },
  census: {
    says: 'Who lay in the wards at the end of a day',
    load: () => import('../../care/census.ts'),
  },
  claims: {
    says: 'Claims on schemes, and their batches',
    load: () => import('../../money/claims.ts'),
  },
  clients: {
    says: 'Clients: companies, insurers, schools, and what they owe',
    also: ['client'],
    load: () => import('../../trade/clients.ts'),
  },
  clock: {
    says: 'The clock of this machine',
    load: () => import('../../serve/clock.ts'),
  },
  completion: {
    says: 'Completion of commands in a shell',
    load: () => import('./completion.ts'),
  },
  config: {
    says: 'The configuration file',
    load: () => import('../../configuration/config.ts'),
  },
  controlled: {
    says: 'Controlled drugs: their registers',
    load: () => import('../../goods/controlled.ts'),
  },
  'credit-notes': {
    says: 'Credit notes, and who issues them',
    load: () => import('../../money/credit-notes.ts'),
  },
  daemon: {
    says: 'The daemons of this database',
    load: () => import('../../serve/daemon.ts'),
  },
  database: {
    says: 'The database: migrations, checks, figures',
    also: ['db'],
    load: () => import('../../database/database.ts'),
  },
  debtors: {
    says: 'Patients who owe',
    load: () => import('../../money/debtors.ts'),
  },
  demo: {
    says: 'A hospital of made-up people, to try things out',
    load: () => import('../../set-up/demo.ts'),
  },
  department: {
    says: 'Departments',
    load: () => import('../../office/department.ts'),
  },
  device: {
    says: 'Workstations and their authority',
    load: () => import('../../devices/device.ts'),
  },
  doctor: {
    says: 'What is wrong here, and how to mend it',
    load: () => import('../../serve/doctor.ts'),
  },
  discounts: {
    says: 'Discounts that were asked for and given',
    load: () => import('../../trade/discounts.ts'),
  },
  documents: {
    says: 'Papers of money as PDF',
    load: () => import('../../money/documents.ts'),
  },
  drawers: {
    says: 'Drawers of the cashiers',
    load: () => import('../../money/drawers.ts'),
  },
  expenses: {
    says: 'Expenses, and a second person’s yes or no',
    load: () => import('../../money/expenses.ts'),
  },
  emergency: {
    says: 'The emergency room',
    load: () => import('../../desk/emergency.ts'),
  },
  export: {
    says: 'Lists and reports as files',
    load: () => import('../../office/export.ts'),
  },
  facility: {
    says: 'Branches',
    also: ['branch'],
    load: () => import('../../office/facility.ts'),
  },
  filings: {
    says: 'Tax returns',
    load: () => import('../../money/filings.ts'),
  },
  'fiscal-year': {
    says: 'Fiscal years: opened, closed, reopened',
    load: () => import('../../money/fiscal-year.ts'),
  },
  gate: {
    says: 'What stops, warns or lets through',
    load: () => import('../../desk/gate.ts'),
  },
  generation: {
    says: 'Generations of the data: what was live before',
    load: () => import('../../backup/generation.ts'),
  },
  help: {
    says: 'About commands, flags, exit codes and errors',
    load: () => import('./about.ts'),
  },
  hospital: {
    says: 'Hospitals of this deployment',
    load: () => import('../../office/hospital.ts'),
  },
  import: {
    says: 'Files that come in',
    load: () => import('../../office/import.ts'),
  },
  incident: {
    says: 'Incidents with many casualties',
    load: () => import('../../desk/incident.ts'),
  },
  init: {
    says: 'Sets up a hospital in an empty data root',
    load: () => import('../../set-up/init.ts'),
  },
  job: {
    says: 'Background work',
    load: () => import('../../office/job.ts'),
  },
  journal: {
    says: 'Work of several steps that was not finished',
    load: () => import('../../serve/journal.ts'),
  },
  licence: {
    says: 'The plan: licence, orders, and what the seller signs',
    load: () => import('../../office/licence.ts'),
  },
  location: {
    says: 'Buildings, rooms and counters',
    load: () => import('../../office/location.ts'),
  },
  log: {
    says: 'What the house has said',
    load: () => import('../../serve/log.ts'),
  },
  mail: {
    says: 'The mail server',
    load: () => import('../../office/mail.ts'),
  },
  maintenance: {
    says: 'Works on the house: everybody is told when it is back',
    load: () => import('../../serve/maintenance.ts'),
  },
  man: {
    says: 'The manual',
    load: () => import('./man.ts'),
  },
  maternity: {
    says: 'The labour ward',
    load: () => import('../../modules/maternity.ts'),
  },
  module: {
    says: 'Parts of the house that a branch switches on and off',
    load: () => import('../../office/module.ts'),
  },
  mortuary: {
    says: 'The mortuary, and its spaces',
    load: () => import('../../modules/mortuary.ts'),
  },
  patient: {
    says: 'The patient register',
    load: () => import('../../desk/patient.ts'),
  },
  payroll: {
    says: 'Pay: its runs, the law’s tables, what goes to the bank',
    load: () => import('../../people/payroll.ts'),
  },
  payments: {
    says: 'Payments of patients',
    load: () => import('../../money/payments.ts'),
  },
  periods: {
    says: 'Months of a fiscal year: locked and opened',
    load: () => import('../../money/periods.ts'),
  },
  permission: {
    says: 'What people may do, and why',
    load: () => import('../../office/permission.ts'),
  },
  message: {
    says: 'How messages leave the house, and what was written to people',
    load: () => import('../../desk/message.ts'),
  },
  messaging: {
    says: 'Bulk messaging: accounts, keys, money, sender IDs, queue',
    load: () => import('../../messaging/messaging.ts'),
  },
  outbound: {
    says: 'What is held from leaving the house, and letting it go',
    load: () => import('../../office/outbound.ts'),
  },
  lab: {
    says: 'The laboratory: what waits, what is critical, its instruments',
    load: () => import('../../care/lab.ts'),
  },
  pharmacy: {
    says: 'What waits in the pharmacy, and what it owes',
    load: () => import('../../care/pharmacy.ts'),
  },
  platform: {
    says: 'The operator of a hosted service',
    load: () => import('../../office/platform.ts'),
  },
  portal: {
    says: 'The patient portal',
    load: () => import('../../desk/portal.ts'),
  },
  privacy: {
    says: 'Who opened whose record',
    load: () => import('../../desk/privacy.ts'),
  },
  procurement: {
    says: 'Purchasing: what waits for an approval, and whose',
    load: () => import('../../goods/procurement.ts'),
  },
  provision: {
    says: 'The first hospital in a database that has none',
    load: () => import('../../set-up/provision.ts'),
  },
  queue: {
    says: 'Service points, waiting times and screens',
    load: () => import('../../desk/queue.ts'),
  },
  quotations: {
    says: 'Quotations, and those that nobody answered',
    also: ['quotation'],
    load: () => import('../../trade/quotations.ts'),
  },
  receivables: {
    says: 'What clients owe, by the age of the debt',
    load: () => import('../../trade/receivables.ts'),
  },
  recall: {
    says: 'Recalls of goods, and where they lie and went',
    load: () => import('../../goods/recall.ts'),
  },
  records: {
    says: 'What was signed in charts',
    load: () => import('../../care/records.ts'),
  },
  refunds: {
    says: 'Refunds, and a second person’s yes or no',
    load: () => import('../../money/refunds.ts'),
  },
  reload: {
    says: 'Takes in a changed configuration file',
    load: () => import('../../serve/maintenance.ts'),
  },
  request: {
    says: 'What waits for a second person',
    load: () => import('../../office/request.ts'),
  },
  role: {
    says: 'Roles',
    load: () => import('../../office/role.ts'),
  },
  schedule: {
    says: 'The timetable',
    load: () => import('../../serve/schedule.ts'),
  },
  schemes: {
    says: 'Insurers and other schemes, and what they cover',
    load: () => import('../../money/schemes.ts'),
  },
  secret: {
    says: 'Secrets of this deployment, by their fingerprints',
    load: () => import('../../configuration/secret.ts'),
  },
  sequence: {
    says: 'How references are numbered',
    load: () => import('../../office/sequence.ts'),
  },
  serve: {
    says: 'Runs the house until it is stopped',
    load: () => import('../../serve/service.ts'),
  },
  session: {
    says: 'Sign-ins of people for commands',
    load: () => import('../session.ts'),
  },
  settings: {
    says: 'How the hospital is set up',
    load: () => import('../../office/settings.ts'),
  },
  shifts: {
    says: 'Shifts of the cashiers',
    load: () => import('../../money/shifts.ts'),
  },
  staff: {
    says: 'The staff, and what is missing in their records',
    load: () => import('../../people/staff.ts'),
  },
  statements: {
    says: 'Bank statements',
    load: () => import('../../money/statements.ts'),
  },
  status: {
    says: 'How the house stands',
    load: () => import('../../serve/status.ts'),
  },
  stock: {
    says: 'What lies in stores, what it is worth, what to buy',
    load: () => import('../../goods/stock.ts'),
  },
  stop: {
    says: 'Stops the house',
    load: () => import('../../serve/service.ts'),
  },
  support: {
    says: 'What goes to whoever helps from afar',
    load: () => import('../../serve/support.ts'),
  },
  tariffs: {
    says: 'Prices',
    load: () => import('../../money/tariffs.ts'),
  },
  'tb-ctc': {
    says: 'Clients of the clinics who are late',
    load: () => import('../../modules/tb-ctc.ts'),
  },
  theatre: {
    says: 'Operations of a day, and who waits for one',
    load: () => import('../../modules/theatre.ts'),
  },
  tui: {
    says: 'The screens in a terminal',
    load: () => import('../../screens/tui.ts'),
  },
  update: {
    says: 'Newer versions, brought in and taken back',
    load: () => import('../../update/update.ts'),
  },
  user: {
    says: 'Staff accounts',
    load: () => import('../../office/user.ts'),
  },
  visit: {
    says: 'Visits of patients',
    load: () => import('../../desk/visit.ts'),
  },
  'vital-table': {
    says: 'Tables by which vital signs are judged',
    load: () => import('../../desk/vital-table.ts'),
  },
  version: {
    says: 'The version of this program and what it is made of',
    load: () => import('./about.ts'),
  },
  waivers: {
    says: 'Waivers, and a second person’s yes or no',
    load: () => import('../../money/waivers.ts'),
  },
  wards: {
    says: 'Wards, and who lies in them',
    load: () => import('../../care/wards.ts'),
  },
  'write-offs': {
    says: 'Debts given up, and a second person’s yes or no',
    load: () => import('../../money/write-offs.ts'),
  },
}
