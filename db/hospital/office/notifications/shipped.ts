// The kinds of PLT-102, as data.

import type { NotificationKind } from '../../registry.ts'

type Default = NotificationKind['default']
const inside: Default = { sms: false, whatsapp: false, email: false }
const email: Default = { ...inside, email: true }
const both: Default = { ...email, sms: true }

const kind = (
  code: string,
  label: string,
  audience: string,
  urgency: NotificationKind['urgency'],
  shipped: Default = inside,
  locked = false,
): NotificationKind => ({
  kind: code,
  label,
  area: code.slice(0, code.indexOf('.')),
  urgency,
  default: shipped,
  locked,
  audience,
})

const owner = 'The account’s owner'
const administrators = 'Administrators'
const devices = 'Holders of device:read at the branch'
const plan = 'Holders of plan:read'
const system = 'Holders of system:read'
const bridge = 'Holders of bridge:manage'

export const kinds: readonly NotificationKind[] = [
  kind('account.new_sign_in', 'Sign-in from a new place', owner, 'WARNING', email, true),
  kind('account.password_changed', 'Password changed', owner, 'WARNING', email, true),
  kind('account.contact_changed', 'Email or number changed', owner, 'WARNING', email, true),
  kind('account.two_factor_off', 'Two-factor switched off', owner, 'WARNING', email, true),
  kind('account.token_reused', 'Session closed for safety', owner, 'WARNING', email, true),
  kind('account.locked', 'Account locked', owner, 'WARNING', email, true),
  kind('account.ready', 'Account ready', 'Who made it', 'INFO'),
  kind('account.role_ending', 'A role ends soon', 'The owner and who gave it', 'INFO'),
  kind('account.access_flag', 'Accounts to look at', 'Holders of user:suspend', 'INFO', email),
  kind('account.roles_wanted', 'An account waits for its roles', administrators, 'INFO', email),
  kind(
    'module.forced_off',
    'A module was switched off with people in it',
    'Who works with it, and who is in charge',
    'URGENT',
    both,
  ),
  kind('module.on_again', 'A module is on again and work waits', 'Who works with it', 'WARNING'),
  kind('device.activated', 'Workstation activated', devices, 'INFO'),
  kind('device.lease_ending', 'A workstation’s lease ends soon', devices, 'INFO'),
  kind('device.lapsed', 'A workstation’s lease has ended', devices, 'INFO'),
  kind('device.authority_ending', 'The workstations get a new authority', devices, 'INFO', email),
  kind('device.changed', 'A workstation has changed', devices, 'WARNING', email),
  kind('facility.licence_ending', 'A branch’s licence ends soon', administrators, 'WARNING', email),
  kind('licence.ending', 'The plan ends soon', plan, 'WARNING', email),
  kind('licence.grace', 'The plan has ended; days of grace run', plan, 'WARNING', email),
  kind('licence.ended', 'The plan has ended', plan, 'WARNING', email),
  kind('purchase.decided', 'A purchase was decided', plan, 'WARNING', email),
  kind('job.failed', 'A job failed', system, 'WARNING', email),
  kind('schedule.failed', 'A scheduled task failed', system, 'WARNING', email),
  kind('disk.low', 'The disk is nearly full', system, 'URGENT', email),
  kind('backup.late', 'The backup is late', system, 'WARNING', email),
  kind('doctor.finding', 'The doctor found something', system, 'WARNING', email),
  kind('mail.failing', 'Mail does not leave', system, 'WARNING', email),
  kind('clock.drift', 'The clock is wrong', system, 'WARNING', email),
  kind('file.threat', 'A file carried a threat', system, 'WARNING', email),
  kind('scanner.silent', 'The virus scanner is silent', system, 'WARNING', email),
  kind('export.ready', 'An export is ready', 'Who asked for it', 'INFO'),
  kind('import.checked', 'An import was checked', 'Who asked for it', 'INFO'),
  kind('import.done', 'An import is done', 'Who asked for it', 'INFO'),
  kind('report.ready', 'A report is ready', 'Its recipients', 'INFO', email),
  kind('report.paused', 'A report was paused', 'Its owner', 'INFO', email),
  kind('audit.broken', 'The audit log is broken', 'Administrators, auditors', 'URGENT', both, true),
  kind('audit.lost', 'Reads could not be recorded', system, 'WARNING', email),
  kind('bridge.no_balance', 'No balance for messages', bridge, 'WARNING', email),
  kind('bridge.failing', 'Messages do not leave', bridge, 'WARNING', email),
  kind('support.entered', 'The operator has entered', administrators, 'WARNING', email, true),
  kind('support.ended', 'The operator has left', administrators, 'WARNING', email, true),
  kind('announcement.published', 'Announcement', 'Its audience', 'INFO'),
]
