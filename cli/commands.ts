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
    load: () => import('./accounts.ts'),
  },
  api: {
    says: 'The APIs, described',
    load: () => import('./api.ts'),
  },
  appointment: {
    says: 'Appointments of patients',
    load: () => import('./appointment.ts'),
  },
  area: {
    says: 'Regions, districts, wards and streets',
    load: () => import('./area.ts'),
  },
  attachment: {
    says: 'Files of records',
    load: () => import('./attachment.ts'),
  },
  audit: {
    says: 'The audit log',
    load: () => import('./audit.ts'),
  },
  backup: {
    says: 'Backups: made, proved, kept and put back',
    load: () => import('./backup.ts'),
  },
  billing: {
    says: 'How money is handled, and the patient flow',
    load: () => import('./billing.ts'),
  },
  bills: {
    says: 'Bills, and what lapses of them',
    load: () => import('./bills.ts'),
  },
  books: {
    says: 'The books: proofs, drafts, locks, trial balance',
    load: () => import('./books.ts'),
  },
  ca: {
    says: 'The authorities of this house, and its certificate',
    load: () => import('./ca.ts'),
  },
  claims: {
    says: 'Claims on schemes, and their batches',
    load: () => import('./claims.ts'),
  },
  clock: {
    says: 'The clock of this machine',
    load: () => import('./clock.ts'),
  },
  completion: {
    says: 'Completion of commands in a shell',
    load: () => import('./completion.ts'),
  },
  config: {
    says: 'The configuration file',
    load: () => import('./config.ts'),
  },
  'credit-notes': {
    says: 'Credit notes, and who issues them',
    load: () => import('./credit-notes.ts'),
  },
  daemon: {
    says: 'The daemons of this database',
    load: () => import('./daemon.ts'),
  },
  database: {
    says: 'The database: migrations, checks, figures',
    also: ['db'],
    load: () => import('./database.ts'),
  },
  debtors: {
    says: 'Patients who owe',
    load: () => import('./debtors.ts'),
  },
  demo: {
    says: 'A hospital of made-up people, to try things out',
    load: () => import('./demo.ts'),
  },
  department: {
    says: 'Departments',
    load: () => import('./department.ts'),
  },
  device: {
    says: 'Workstations and their authority',
    load: () => import('./device.ts'),
  },
  doctor: {
    says: 'What is wrong here, and how to mend it',
    load: () => import('./doctor.ts'),
  },
  documents: {
    says: 'Papers of money as PDF',
    load: () => import('./documents.ts'),
  },
  drawers: {
    says: 'Drawers of the cashiers',
    load: () => import('./drawers.ts'),
  },
  expenses: {
    says: 'Expenses, and a second person’s yes or no',
    load: () => import('./expenses.ts'),
  },
  emergency: {
    says: 'The emergency room',
    load: () => import('./emergency.ts'),
  },
  export: {
    says: 'Lists and reports as files',
    load: () => import('./export.ts'),
  },
  facility: {
    says: 'Branches',
    also: ['branch'],
    load: () => import('./facility.ts'),
  },
  filings: {
    says: 'Tax returns',
    load: () => import('./filings.ts'),
  },
  'fiscal-year': {
    says: 'Fiscal years: opened, closed, reopened',
    load: () => import('./fiscal-year.ts'),
  },
  gate: {
    says: 'What stops, warns or lets through',
    load: () => import('./gate.ts'),
  },
  generation: {
    says: 'Generations of the data: what was live before',
    load: () => import('./generation.ts'),
  },
  help: {
    says: 'About commands, flags, exit codes and errors',
    load: () => import('./about.ts'),
  },
  hospital: {
    says: 'Hospitals of this deployment',
    load: () => import('./hospital.ts'),
  },
  import: {
    says: 'Files that come in',
    load: () => import('./import.ts'),
  },
  incident: {
    says: 'Incidents with many casualties',
    load: () => import('./incident.ts'),
  },
  init: {
    says: 'Sets up a hospital in an empty data root',
    load: () => import('./init.ts'),
  },
  job: {
    says: 'Background work',
    load: () => import('./job.ts'),
  },
  journal: {
    says: 'Work of several steps that was not finished',
    load: () => import('./journal.ts'),
  },
  licence: {
    says: 'The plan: licence, orders, and what the seller signs',
    load: () => import('./licence.ts'),
  },
  location: {
    says: 'Buildings, rooms and counters',
    load: () => import('./location.ts'),
  },
  log: {
    says: 'What the house has said',
    load: () => import('./log.ts'),
  },
  mail: {
    says: 'The mail server',
    load: () => import('./mail.ts'),
  },
  maintenance: {
    says: 'Works on the house: everybody is told when it is back',
    load: () => import('./maintenance.ts'),
  },
  man: {
    says: 'The manual',
    load: () => import('./man.ts'),
  },
  module: {
    says: 'Parts of the house that a branch switches on and off',
    load: () => import('./module.ts'),
  },
  patient: {
    says: 'The patient register',
    load: () => import('./patient.ts'),
  },
  payments: {
    says: 'Payments of patients',
    load: () => import('./payments.ts'),
  },
  periods: {
    says: 'Months of a fiscal year: locked and opened',
    load: () => import('./periods.ts'),
  },
  permission: {
    says: 'What people may do, and why',
    load: () => import('./permission.ts'),
  },
  message: {
    says: 'How messages leave the house, and what was written to people',
    load: () => import('./message.ts'),
  },
  messaging: {
    says: 'Bulk messaging: accounts, keys, money, sender IDs, queue',
    load: () => import('./messaging.ts'),
  },
  outbound: {
    says: 'What is held from leaving the house, and letting it go',
    load: () => import('./outbound.ts'),
  },
  platform: {
    says: 'The operator of a hosted service',
    load: () => import('./platform.ts'),
  },
  portal: {
    says: 'The patient portal',
    load: () => import('./portal.ts'),
  },
  privacy: {
    says: 'Who opened whose record',
    load: () => import('./privacy.ts'),
  },
  provision: {
    says: 'The first hospital in a database that has none',
    load: () => import('./provision.ts'),
  },
  queue: {
    says: 'Service points, waiting times and screens',
    load: () => import('./queue.ts'),
  },
  refunds: {
    says: 'Refunds, and a second person’s yes or no',
    load: () => import('./refunds.ts'),
  },
  reload: {
    says: 'Takes in a changed configuration file',
    load: () => import('./maintenance.ts'),
  },
  request: {
    says: 'What waits for a second person',
    load: () => import('./request.ts'),
  },
  role: {
    says: 'Roles',
    load: () => import('./role.ts'),
  },
  schedule: {
    says: 'The timetable',
    load: () => import('./schedule.ts'),
  },
  schemes: {
    says: 'Insurers and other schemes, and what they cover',
    load: () => import('./schemes.ts'),
  },
  secret: {
    says: 'Secrets of this deployment, by their fingerprints',
    load: () => import('./secret.ts'),
  },
  sequence: {
    says: 'How references are numbered',
    load: () => import('./sequence.ts'),
  },
  serve: {
    says: 'Runs the house until it is stopped',
    load: () => import('./service.ts'),
  },
  session: {
    says: 'Sign-ins of people for commands',
    load: () => import('./session.ts'),
  },
  settings: {
    says: 'How the hospital is set up',
    load: () => import('./settings.ts'),
  },
  shifts: {
    says: 'Shifts of the cashiers',
    load: () => import('./shifts.ts'),
  },
  statements: {
    says: 'Bank statements',
    load: () => import('./statements.ts'),
  },
  status: {
    says: 'How the house stands',
    load: () => import('./status.ts'),
  },
  stop: {
    says: 'Stops the house',
    load: () => import('./service.ts'),
  },
  support: {
    says: 'What goes to whoever helps from afar',
    load: () => import('./support.ts'),
  },
  tariffs: {
    says: 'Prices',
    load: () => import('./tariffs.ts'),
  },
  tui: {
    says: 'The screens in a terminal',
    load: () => import('./tui.ts'),
  },
  update: {
    says: 'Newer versions, brought in and taken back',
    load: () => import('./update.ts'),
  },
  user: {
    says: 'Staff accounts',
    load: () => import('./user.ts'),
  },
  visit: {
    says: 'Visits of patients',
    load: () => import('./visit.ts'),
  },
  'vital-table': {
    says: 'Tables by which vital signs are judged',
    load: () => import('./vital-table.ts'),
  },
  version: {
    says: 'The version of this program and what it is made of',
    load: () => import('./about.ts'),
  },
  waivers: {
    says: 'Waivers, and a second person’s yes or no',
    load: () => import('./waivers.ts'),
  },
  'write-offs': {
    says: 'Debts given up, and a second person’s yes or no',
    load: () => import('./write-offs.ts'),
  },
}
