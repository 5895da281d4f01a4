import { permit } from '../../permit.ts'

/** Of the command line and the screens: the machine's own people hold them all (operations 2.7). */
export const permits = {
  'console:use': permit('Sign in to the terminal screens', 'C', [
    'administrator',
    'system_administrator',
    'chief_accountant',
    'manager',
  ]),
  'console:read': permit('Sign in to the terminal screens, changing nothing', 'R', [
    'director',
    'auditor',
  ]),
  'system:operate': permit('Stop, reload and maintain the service; holds, log level, clock', 'M', [
    'system_administrator',
  ]),
  'config:read': permit('See the configuration', 'R', ['system_administrator']),
  'config:write': permit('Change the configuration', 'U', ['system_administrator']),
  'backup:make': permit('Make a backup', 'M', ['system_administrator']),
  'backup:verify': permit('Check, prove and drill a backup', 'A', ['system_administrator']),
  'backup:prune': permit('Keep backups and let old ones go', 'M', ['system_administrator']),
  'backup:keys': permit('Key slots of backups and the recovery sheet', 'M', [
    'system_administrator',
  ]),
  'backup:restore': permit('Put a backup back, or the generation before', 'M', [
    'system_administrator',
  ]),
  'update:apply': permit('Update Kituo, or roll a version back', 'U', ['system_administrator']),
  'database:check': permit('Check, lint and query the database', 'M', [
    'system_administrator',
    'auditor',
  ]),
  'database:change': permit('Migrate, optimise and move the database', 'M', [
    'system_administrator',
  ]),
  'ca:read': permit('See authorities and revocation lists', 'R', ['system_administrator']),
  'ca:manage': permit('Rotate, renew and publish authorities', 'M', ['system_administrator']),
  'demo:load': permit('Load demonstration data', 'M', ['system_administrator']),
  'request:approve': permit('Be the second person of a grave command', 'A', [
    'administrator',
    'manager',
  ]),
} as const
