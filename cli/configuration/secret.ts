import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import { readSecrets, secret_names, typed_secrets } from '../../db/appliance/secrets/secrets.ts'
import { opened } from '../backup/frame.ts'
import { command, done, type Frame, maybeFile, word } from '../frame/grammar/command.ts'
import { askDaemon } from './change.ts'
import { tableOf } from '../frame/lists.ts'
import { usage } from '../frame/grammar/usage.ts'

interface Secret {
  key: string
  set: boolean
  /** Of what is set: two machines can be compared without showing it. */
  fingerprint: string | null
  /** When it came into the file; null where it was written there by hand, or lies elsewhere. */
  changed_at: string | null
}

const list = command('secret list', {
  says: 'Prints which secrets are set, by their fingerprints; none is ever shown.',
  class: 'R',
  needs: 'whatever',
  about: 'deployment',
  permission: 'config:read',
  examples: ['kituo secret list', 'kituo secret list --json'],
  run: async ({ configuration, env }) => {
    const { fileVariable, fingerprint, secretsChangedAt, secretsFile } = await import(
      '../../db/appliance/secrets/secrets.ts'
    )
    const file = secretsFile(configuration, env)
    const secrets = readSecrets(file, env)
    const changed_at = secretsChangedAt(file)
    const found: Secret[] = secret_names.map((key) => {
      const value = secrets[key]
      return {
        key,
        set: value !== undefined,
        fingerprint: value === undefined ? null : fingerprint(value),
        changed_at: (env[fileVariable(key)] ?? '') === '' ? (changed_at[key] ?? null) : null,
      }
    })
    return done('', found, { total: found.length })
  },
  view: tableOf<Secret>(
    ['Secret', (row) => row.key],
    ['Set', (row) => (row.set ? 'yes' : 'no')],
    ['Fingerprint', (row) => row.fingerprint ?? ''],
    ['Changed', (row, page) => page.time(row.changed_at)],
  ),
})

const set = command('secret set', {
  says: 'Puts a secret into its file, from a file or standard input; it is never a flag.',
  class: 'M',
  needs: 'nothing',
  permission: 'config:write',
  confirm: 'C1',
  asks: { key: word(choice(typed_secrets), 'which secret') },
  flags: { file: maybeFile('holds it; - is standard input; without it you are asked') },
  examples: [
    'kituo secret set database_password --file ./password',
    'kituo secret set metrics_token --file - --yes',
  ],
  plan: async ({ asked, configuration, env }) => {
    const { secretsFile } = await import('../../db/appliance/secrets/secrets.ts')
    return { steps: [`write ${asked.key} into ${secretsFile(configuration, env)}`] }
  },
  run: async (frame) => {
    const { fingerprint, keepSecret, secretsChangedAt, secretsFile } = await import(
      '../../db/appliance/secrets/secrets.ts'
    )
    const { key } = frame.asked
    const value = await typedSecret(frame)
    const file = secretsFile(frame.configuration, frame.env)
    const is = fingerprint(value)
    const shown = () => shownAs(key, is, secretsChangedAt(file)[key] ?? null)
    if (readSecrets(file, frame.env)[key] === value) {
      return done(`${key} is that already.`, shown(), { changed: false })
    }
    keepSecret(file, key, value)
    const told = await askDaemon('secret changed', { key, fingerprint: is }, frame).catch(
      () => null,
    )
    if (told?.success !== true) {
      frame.warn('audit.unwritten', 'this change is not in the audit log.')
    }
    return done(`${key} is set. Takes effect after: systemctl restart kituo`, shown())
  },
  view: () => null,
})

const shownAs = (key: string, fingerprint: string, changed_at: string | null): Secret => ({
  key,
  set: true,
  fingerprint,
  changed_at,
})

async function typedSecret({
  sent,
  terminal,
  asked,
}: Pick<Frame<{ key: string }>, 'sent' | 'terminal' | 'asked'>): Promise<string> {
  const in_file = sent('file')?.bytes.toString('utf8')
  const given =
    in_file ??
    (terminal?.in_is_terminal === true
      ? ((await terminal.ask(`${asked.key}: `, { hidden: true })) ?? '')
      : '')
  const value = given.trim()
  if (value === '')
    throw usage('missing', '--file is needed: it holds the secret; - is standard input.')
  if (/\p{Cc}/u.test(value)) throw usage('value', '--file holds more than one line.')
  return value
}

/** The file is changed where the command is typed; its row in the audit log is written here. */
const changed_row = command('secret changed', {
  says: 'Writes into the audit log that a secret was changed.',
  class: 'M',
  hidden: true,
  about: 'deployment',
  permission: 'config:write',
  asks: {
    key: word(choice(typed_secrets), 'which'),
    fingerprint: word(text('eight letters', /^[0-9a-f]{8}$/), 'as it is now'),
  },
  examples: [
    'kituo secret changed metrics_token 0a1b2c3d',
    'kituo secret changed database_password 0a1b2c3d',
  ],
  plan: async () => ({ steps: ['write a row'] }),
  run: async () => done('', null),
})

const rotate = command('secret rotate', {
  says: 'Makes a new key, and seals with it what was sealed with the one before.',
  class: 'X',
  others_stay: true,
  transaction: 'rule',
  stays_root: true,
  about: 'deployment',
  permission: 'config:write',
  confirm: 'C3',
  reason: 'must',
  exits: [5, 6, 11],
  asks: { key: word(choice(['app_key', 'ca_key']), 'which key') },
  examples: [
    'kituo secret rotate app_key --dry-run',
    'kituo secret rotate ca_key --reason "the administrator left"',
  ],
  plan: async ({ asked, env }) => {
    const { refuseFromEnvironment } = await import('../../db/appliance/secrets/rotate.ts')
    refuseFromEnvironment(asked.key, env)
    return {
      steps: [
        `make a new ${asked.key}; the one before stays beside it in the file`,
        asked.key === 'app_key'
          ? 'seal anew every sealed value of the database'
          : 'seal anew the keys of the authorities',
      ],
      type: `rotate ${asked.key}`,
    }
  },
  run: async (frame) => {
    const { secretsFile } = await import('../../db/appliance/secrets/secrets.ts')
    const { refuseFromEnvironment, rotateAppKey, rotateCaKey } = await import(
      '../../db/appliance/secrets/rotate.ts'
    )
    refuseFromEnvironment(frame.asked.key, frame.env)
    const { asRoot } = await import('../../db/appliance/deployment/root.ts')
    const { list: daemons } = await import('../../db/appliance/timetable/daemons.ts')
    const { conflict } = await import('../../db/core/refusal.ts')
    const deployment = opened(frame)
    const others = await daemons()
    if (others.length > 0) {
      throw conflict(
        `A daemon works on this database: ${others[0]?.host}. Stop it first.`,
        'lock.held',
      )
    }
    const file = secretsFile(deployment.configuration, frame.env)
    const rotation =
      frame.asked.key === 'app_key'
        ? await rotateAppKey(file, deployment.secrets, asRoot)
        : rotateCaKey(file, deployment.secrets, deployment.root, asRoot)
    const { readSecrets: again } = await import('../../db/appliance/secrets/secrets.ts')
    const { knowKeys } = await import('../../db/appliance/house/fits.ts')
    await knowKeys(asRoot(() => again(file, frame.env)))
    return done(
      `${rotation.key} is ${rotation.is}, it was ${rotation.was}; ${rotation.resealed} values were sealed anew.`,
      rotation,
      { next: ['kituo backup create', 'kituo secret list'] },
    )
  },
  view: () => null,
})

export const commands = [list, set, rotate, changed_row]
