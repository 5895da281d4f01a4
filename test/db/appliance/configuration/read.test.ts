import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ConfigurationFaults, said } from '../../../../db/appliance/configuration/faults.ts'
import { environmentName, key_names, rule } from '../../../../db/appliance/configuration/keys.ts'
import {
  type Asked,
  readConfiguration,
  tryConfiguration,
} from '../../../../db/appliance/configuration/read.ts'
import { folder } from '../../../support/folder.ts'

const bare: Asked = { env: {}, place: 'appliance', file: '/etc/kituo/kituo.toml', text: '' }
const faultsOf = (asked: Partial<Asked>): string[] =>
  tryConfiguration({ ...bare, ...asked }).faults.map(said)

t.test(
  'a setting: every default fits its own kind, on the appliance and from a clone',
  async (t) => {
    for (const place of ['appliance', 'clone'] as const) {
      const { configuration, faults } = tryConfiguration({ ...bare, place })
      t.same(faults, [])
      t.equal(configuration.settings.length, key_names.length)
    }
  },
)

t.test('a setting: what is written is read back as the same value', async (t) => {
  const { configuration } = tryConfiguration(bare)
  for (const { key, value, written } of configuration.settings) {
    if (written !== null) t.same(rule(key).kind.read(written), value, key)
  }
})

t.test(
  'a setting: defaults of the appliance and of a clone are those of the chapter',
  async (t) => {
    const appliance = readConfiguration(bare)
    t.equal(appliance.get('data.dir'), '/var/lib/kituo')
    t.equal(appliance.get('data.attachments'), '/var/lib/kituo/attachments')
    t.same(appliance.get('listen'), [{ host: '0.0.0.0', port: 8443 }])
    t.equal(appliance.get('tls.mode'), 'own')
    t.equal(appliance.get('control.dir'), '/run/kituo')
    t.equal(appliance.get('backup.repositories')[0]?.path, '/var/backups/kituo')
    const clone = readConfiguration({ ...bare, place: 'clone', flags: { 'data.dir': '/tmp/k' } })
    t.same(clone.get('listen'), [{ host: '127.0.0.1', port: 8080 }])
    t.equal(clone.get('tls.mode'), 'off')
    t.equal(clone.get('control.dir'), '/tmp/k/run')
    t.equal(clone.get('backup.repositories')[0]?.path, '/tmp/k/backups')
    t.equal(clone.get('demo.allowed'), true)
    t.equal(clone.get('public_url'), 'http://127.0.0.1:8080')
  },
)

t.test(
  'a setting: flag goes before environment, environment before file, file before default (OPS-33)',
  async (t) => {
    const text = '[log]\nlevel = "warn"\n'
    const env = { KITUO_LOG_LEVEL: 'error' }
    const flags = { 'log.level': 'trace' } as const
    const originOf = (asked: Partial<Asked>) => {
      const { value, origin } = readConfiguration({ ...bare, ...asked }).setting('log.level')
      return [value, origin.says]
    }
    t.same(originOf({}), ['info', 'default'])
    t.same(originOf({ text }), ['warn', 'file /etc/kituo/kituo.toml:2'])
    t.same(originOf({ text, env }), ['error', 'env KITUO_LOG_LEVEL'])
    t.same(originOf({ text, env, flags }), ['trace', 'flag'])
  },
)

t.test('a setting: lists are comma-separated in the environment', async (t) => {
  const configuration = readConfiguration({
    ...bare,
    env: { KITUO_LISTEN: '127.0.0.1:1, [::1]:2', KITUO_TRUSTED_PROXIES: '10.0.0.0/8' },
  })
  t.same(configuration.get('listen'), [
    { host: '127.0.0.1', port: 1 },
    { host: '::1', port: 2 },
  ])
  t.same(configuration.get('trusted_proxies'), ['10.0.0.0/8'])
})

t.test(
  'a setting: an address of PostgreSQL chooses the engine unless it is named beside',
  async (t) => {
    const url = 'postgres://kituo@127.0.0.1/kituo'
    const engineOf = (asked: Partial<Asked>) =>
      readConfiguration({ ...bare, ...asked }).get('database.engine')
    const sqlite = '[database]\nengine = "sqlite"\n'
    t.equal(engineOf({ env: { KITUO_DATABASE_URL: url } }), 'postgres')
    t.equal(engineOf({ env: { KITUO_DATABASE_URL: url }, text: sqlite }), 'postgres')
    t.equal(engineOf({ text: `${sqlite}url = "${url}"\n` }), 'sqlite')
    t.equal(
      engineOf({ env: { KITUO_DATABASE_URL: url, KITUO_DATABASE_ENGINE: 'sqlite' } }),
      'sqlite',
    )
    const away = readConfiguration({
      ...bare,
      env: { KITUO_DATABASE_URL: 'postgres://db.local/k' },
    })
    t.equal(away.get('database.tls'), 'verify-full')
    t.equal(
      readConfiguration({ ...bare, env: { KITUO_DATABASE_URL: url } }).get('database.tls'),
      'off',
    )
  },
)

t.test(
  'a setting: paths of the file are relative to it, those of a flag to where one stands',
  async (t) => {
    const file = '/srv/k/kituo.toml'
    const inFile = readConfiguration({ ...bare, file, text: '[data]\ndir = "data"\n' })
    t.equal(inFile.get('data.dir'), '/srv/k/data')
    const asFlag = readConfiguration({ ...bare, file, flags: { 'data.dir': 'data' } })
    t.equal(asFlag.get('data.dir'), join(process.cwd(), 'data'))
  },
)

t.test('environment names: one for each key, none twice', async (t) => {
  t.equal(environmentName('database.pool_max'), 'KITUO_DATABASE_POOL_MAX')
  t.equal(new Set(key_names.map(environmentName)).size, key_names.length)
})

t.test(
  'faults: all of a file at once, each with its line and the nearest key (OPS-35)',
  async (t) => {
    const text = [
      'listen = "8080"',
      '# a comment',
      '[backups]',
      'nightly = "10 3 * * *"',
      '',
      '[database]',
      'pool_max = 3',
      'pool_mx = 20',
      '[database.deep]',
      'x = 1',
      '[log]',
      'level = "loud"',
      'file = "/nowhere/at/all.log"',
      '[http]',
      'body_limit = 1048576',
    ].join('\n')
    t.same(faultsOf({ text }), [
      'kituo.toml:4: backups.nightly is not a setting. Did you mean backup.nightly?',
      'kituo.toml:8: database.pool_mx is not a setting. Did you mean database.pool_max?',
      'kituo.toml:10: database.deep.x is not a setting.',
      'kituo.toml:1: listen takes a list; each item takes host:port, for example 0.0.0.0:8443.',
      'kituo.toml:7: database.pool_max takes a whole number from 4 to 200.',
      'kituo.toml:15: http.body_limit takes a size like 512KiB, 64MiB or 5GiB.',
      'kituo.toml:12: log.level takes one of trace, debug, info, warn, error, fatal.',
      'kituo.toml:13: log.file names /nowhere/at, which is not there.',
    ])
    try {
      readConfiguration({ ...bare, text })
      t.fail('a broken file was taken')
    } catch (error) {
      t.ok(error instanceof ConfigurationFaults)
      t.equal((error as ConfigurationFaults).faults.length, 8)
    }
  },
)

t.test('faults: in one table of what is typed wrongly', async (t) => {
  const cases: [string, string][] = [
    ['listen = []', 'listen takes a list; each item takes host:port, for example 0.0.0.0:8443.'],
    [
      'listen = ["::1:80"]',
      'listen takes a list; each item takes host:port, for example 0.0.0.0:8443.',
    ],
    [
      'trusted_proxies = ["10.1.0.0/40"]',
      'trusted_proxies takes a list; each item takes a network like 10.1.0.0/16.',
    ],
    ['deployment = "singel"', 'deployment takes single or hosted. Did you mean single?'],
    ['allow_plain_http = "yes"', 'allow_plain_http takes true or false.'],
    ['limits.open = 60', 'limits.open takes a whole number from 120 to 100000.'],
    [
      'timetable.timezone = "Dar"',
      'timetable.timezone takes a time zone like Africa/Dar_es_Salaam. Did you mean Africa/Dar_es_Salaam?',
    ],
    [
      'backup.nightly = "61 3 * * *"',
      'backup.nightly takes five cron fields, for example "10 3 * * *".',
    ],
    [
      'backup.nightly = "3 * * *"',
      'backup.nightly takes five cron fields, for example "10 3 * * *".',
    ],
    [
      'backup.keep_within = "2 days"',
      'backup.keep_within takes a duration like 90s, 15m, 12h or 7d.',
    ],
    ['tls.certificate = "/nowhere.pem"', 'tls.certificate names /nowhere.pem, which is not there.'],
    [
      'tls.mode = "off"',
      'tls.mode off on 0.0.0.0: passwords would cross the network unprotected. Use tls.mode = "own", name the proxy in trusted_proxies, or listen on 127.0.0.1.',
    ],
    ['tls.mode = "files"', 'tls.mode files needs tls.certificate and tls.key.'],
    ['database.engine = "postgres"', 'database.url is needed with database.engine = "postgres".'],
    [
      'database.password = "x"',
      'database.password is a secret: it belongs in secrets.toml as database_password.',
    ],
    ['app_key = "x"', 'app_key is a secret: it belongs in secrets.toml as app_key.'],
    [
      'database.url = "postgres://a:b@localhost/k"',
      'database.url holds a password: it belongs in secrets.toml as database_password.',
    ],
    ['audit.mail_to = "asha"', 'audit.mail_to takes a mail address.'],
    [
      'backup.repositories = [{ name = "a b", path = "/x" }]',
      'backup.repositories takes a list like [{ name = "local", path = "/var/backups/kituo" }], each name once.',
    ],
    ['x = ', 'this line cannot be read as TOML: invalid value.'],
  ]
  for (const [text, said] of cases) {
    t.same(
      faultsOf({ text }).map((line) => line.replace(/^kituo\.toml(:1)?: /, '')),
      [said],
      text,
    )
  }
})

t.test('faults: a flag and an environment name are called by their own name', async (t) => {
  t.same(faultsOf({ flags: { listen: '8080' } }), [
    '--listen takes host:port, for example 0.0.0.0:8443.',
  ])
  t.same(faultsOf({ env: { KITUO_DATABASE_POOL_MAX: 'many' } }), [
    'KITUO_DATABASE_POOL_MAX: database.pool_max takes a whole number from 4 to 200.',
  ])
})

t.test('faults: a file that was named must be there, the compiled one need not', async (t) => {
  const file = join(folder(t), 'none.toml')
  t.same(tryConfiguration({ env: {}, place: 'clone', file }).faults.map(said), [
    `${file} is not there.`,
  ])
  writeFileSync(file, '')
  t.same(tryConfiguration({ env: { KITUO_CONFIG: file }, place: 'clone' }).faults, [])
})

t.test('a password in the address of the environment works', async (t) => {
  const env = { KITUO_DATABASE_URL: 'postgres://a:b@localhost/k' }
  t.same(faultsOf({ env }), [])
})
