// Checks of the configuration, the secrets and the data root: who can read what.

import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { said } from '../configuration/faults.ts'
import { isLoopback } from '../configuration/together.ts'
import { userName } from '../deployment/user.ts'
import { isRefusal } from '../../core/refusal.ts'
import { fingerprint, readSecrets, secretsFile } from '../secrets/secrets.ts'
import { type Check, bad, ok, skipped, warn } from './finding.ts'

const listed_max = 10

export const configuration_checks: readonly Check[] = [
  {
    id: 'config.file',
    category: 'configuration',
    says: 'the configuration can be read',
    light: true,
    run: ({ configuration, faults }) =>
      faults.length === 0
        ? ok(configuration.file_exists ? configuration.file : 'as shipped')
        : bad(faults.map(said).join(' '), {
            evidence: faults,
            mend: `Correct ${configuration.file}.`,
            mend_command: 'kituo config check',
          }),
  },
  {
    id: 'config.secret_in_env',
    category: 'configuration',
    says: 'no password stands in the environment',
    light: true,
    run: ({ configuration, env }) =>
      URL.parse(env['KITUO_DATABASE_URL'] ?? '')?.password
        ? warn('KITUO_DATABASE_URL holds a password, which other programs of this user can see', {
            mend: `Put it into ${secretsFile(configuration, env)} as database_password.`,
          })
        : ok('none'),
  },
  {
    id: 'config.permissions',
    category: 'security',
    says: 'the secrets are for their owner alone',
    light: true,
    run({ configuration, env }) {
      const file = secretsFile(configuration, env)
      if (!existsSync(file)) return skipped(`${file} is not there`)
      try {
        const { app_key } = readSecrets(file, env)
        if (app_key === undefined) {
          return bad(`${file} holds no app_key`, {
            mend: 'Put the file back, or restore a backup with its secrets.',
          })
        }
        return ok(`${file}, app_key ${fingerprint(app_key)}`)
      } catch (error) {
        if (!isRefusal(error)) throw error
        const mend_command = /Run: (?<command>.+)$/.exec(error.message)?.groups?.['command'] ?? null
        return bad(error.message, { mend: 'Close the file to others.', mend_command })
      }
    },
    mends: async ({ configuration, env }) => closeToOthers([secretsFile(configuration, env)]),
  },
  {
    id: 'data.permissions',
    category: 'security',
    says: 'the data are for their owner alone',
    light: false,
    run({ configuration }) {
      const dir = configuration.get('data.dir')
      if (!existsSync(dir)) return skipped(`${dir} is not there`)
      const { uid } = statSync(dir)
      const open = openNames(dir, uid)
      if (open.length === 0) return ok(`${dir}, of ${userName(uid)}`)
      return bad(`${open.length} names in ${dir} are open to others or of another user`, {
        evidence: open.slice(0, listed_max),
        mend: 'Close them to others.',
        mend_command: `chown -R ${userName(uid)} ${dir} && chmod -R go= ${dir}`,
      })
    },
    mends: async ({ configuration }) => {
      const dir = configuration.get('data.dir')
      return closeToOthers(openNames(dir, statSync(dir).uid))
    },
  },
  {
    id: 'net.plain_http',
    category: 'network',
    says: 'nothing secret crosses the network in clear',
    light: true,
    run({ configuration: { get } }) {
      const open = get('listen').filter(({ host }) => !isLoopback(host))
      if (get('tls.mode') !== 'off' || open.length === 0) return ok(get('tls.mode'))
      return get('allow_plain_http')
        ? warn('plain HTTP is served beyond this machine', {
            evidence: open,
            mend: 'Use tls.mode = "own".',
            mend_command: 'kituo config set tls.mode own',
          })
        : ok('a proxy is trusted with it')
    },
  },
  {
    id: 'security.second_person',
    category: 'security',
    says: 'the gravest commands ask two people',
    light: true,
    run: ({ configuration: { get } }) =>
      get('console.second_person')
        ? ok('on')
        : warn('one person alone may restore, rotate and erase', {
            mend_command: 'kituo config unset console.second_person',
          }),
  },
  {
    id: 'backup.attachments',
    category: 'backup',
    says: 'files of patients and staff are backed up',
    light: true,
    run: ({ configuration: { get } }) =>
      get('backup.attachments')
        ? ok('on')
        : warn('backups leave out files of patients and staff', {
            mend_command: 'kituo config unset backup.attachments',
          }),
  },
]

/** Names of another user's are left: root alone may change those. */
function closeToOthers(paths: readonly string[]): boolean {
  for (const path of paths) chmodSync(path, statSync(path).mode & 0o700)
  return paths.length > 0
}

/** Sockets are left out: who may enter their folder may speak (OPS-56). */
function openNames(dir: string, owner: number): string[] {
  const found: string[] = []
  const look = (path: string): void => {
    const { mode, uid } = statSync(path)
    if ((mode & 0o077) !== 0 || uid !== owner) found.push(path)
  }
  look(dir)
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSocket() || entry.isSymbolicLink()) continue
    if (entry.name.startsWith('kituo.toml')) continue
    look(path)
  }
  return found
}
