import { command, done } from './command.ts'
import { tableOf } from './lists.ts'

const names = [
  'app_key',
  'ca_key',
  'backup_machine_key',
  'database_password',
  'metrics_token',
] as const

interface Secret {
  key: string
  set: boolean
  /** Of what is set: two machines can be compared without showing it. */
  fingerprint: string | null
}

const list = command('secret list', {
  says: 'Prints which secrets are set, by their fingerprints; none is ever shown.',
  class: 'R',
  needs: 'whatever',
  about: 'deployment',
  permission: 'config:read',
  examples: ['kituo secret list', 'kituo secret list --json'],
  run: async ({ configuration, env }) => {
    const { fingerprint, readSecrets, secretsFile } = await import('../db/secrets/secrets.ts')
    const secrets = readSecrets(secretsFile(configuration, env), env) as Record<string, unknown>
    const found: Secret[] = names.map((key) => {
      const value = secrets[key]
      const is_set = typeof value === 'string'
      return { key, set: is_set, fingerprint: is_set ? fingerprint(value) : null }
    })
    return done('', found, { total: found.length })
  },
  view: tableOf<Secret>(
    ['Secret', (row) => row.key],
    ['Set', (row) => (row.set ? 'yes' : 'no')],
    ['Fingerprint', (row) => row.fingerprint ?? ''],
  ),
})

export const commands = [list]
