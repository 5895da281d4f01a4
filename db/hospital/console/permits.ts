import { permit } from '../permit.ts'

/** What people may do from the command line and the screens (operations 2.7). */
export const permits = {
  'console:use': permit('Sign in to the terminal screens', 'C', [
    'system_administrator',
    'chief_accountant',
    'manager',
  ]),
  'console:read': permit('Sign in to the terminal screens, changing nothing', 'R', [
    'director',
    'auditor',
  ]),
  'system:operate': permit('Stop, reload and maintain the house; hold and release', 'M', [
    'system_administrator',
  ]),
  'config:read': permit('See the configuration', 'R', ['system_administrator']),
  'config:write': permit('Change the configuration', 'U', ['system_administrator']),
  'backup:make': permit('Make a backup', 'M', ['system_administrator']),
  'backup:verify': permit('Check, restore or boot check a backup', 'A', ['system_administrator']),
  'backup:prune': permit('Remove old backups', 'M', ['system_administrator']),
  'backup:keys': permit('Key slots of backups and the recovery sheet', 'M', [
    'system_administrator',
  ]),
  'backup:restore': permit('Restore, and roll a generation back', 'M', ['system_administrator']),
  'update:apply': permit('Update this program, and roll a version back', 'U', [
    'system_administrator',
  ]),
  'database:check': permit('Check and query the database', 'M', [
    'system_administrator',
    'auditor',
  ]),
  'database:change': permit('Migrate, optimise and move the database', 'M', [
    'system_administrator',
  ]),
  'ca:read': permit('See authorities and their lists', 'R', ['system_administrator']),
  'ca:manage': permit('Rotate, renew and publish authorities', 'M', ['system_administrator']),
  'demo:load': permit('Load demonstration data', 'M', ['system_administrator']),
  'request:approve': permit('Be the second person for a grave command', 'A', ['manager']),
} as const
