// Every setting of the deployment, once (operations 2.1): what it takes, what it is when nobody
// says, whether a reload is enough, and what it means.

import { hostname } from 'node:os'
import { join } from 'node:path'
import { drivers } from '../../store/engines/driver.ts'
import {
  type Address,
  address,
  choice,
  cidr,
  cron,
  duration,
  flag,
  type Kind,
  list,
  optional,
  path,
  size,
  text,
  url,
  whole,
  writeAddress,
  zone,
} from './kinds.ts'
import { clone_root, type Place } from './place.ts'
import { keyTable, repositories } from './tables.ts'

/** What the default of one key may be made from. */
export interface Known {
  readonly place: Place
  readonly get: (key: string) => unknown
}

export interface KeyRule<T> {
  readonly kind: Kind<T>
  readonly says: string
  /** As the file would have it. */
  readonly standard: (known: Known) => unknown
  /** A changed value acts after a reload; without it, after a restart. */
  readonly now: boolean
}

interface Rest {
  standard?: unknown
  clone?: unknown
  from?: (known: Known) => unknown
  now?: boolean
}

const key = <T>(kind: Kind<T>, says: string, rest: Rest = {}): KeyRule<T> => ({
  kind,
  says,
  now: rest.now === true,
  standard: (known) =>
    rest.from?.(known) ??
    (known.place === 'clone' && rest.clone !== undefined ? rest.clone : rest.standard),
})

const now = true
const word = (takes: string): Kind<string> => text(takes, /^[^\s\0]{1,300}$/)
const host = (): Kind<string> => text('the name of a host', /^[A-Za-z0-9.:_-]{1,253}$/)

export const keys = {
  'data.dir': key(path(), 'the data root', {
    standard: '/var/lib/kituo',
    clone: join(clone_root, '.kituo'),
  }),
  'data.attachments': key(path(), 'files of patients and staff; may be a network mount', {
    from: (known) => join(known.get('data.dir') as string, 'attachments'),
  }),
  deployment: key(choice(['single', 'hosted']), 'one hospital, or several by workspace code', {
    standard: 'single',
  }),
  listen: key(list(address(), 1), 'where both APIs, the portal, /docs and health are served', {
    standard: ['0.0.0.0:8443'],
    clone: ['127.0.0.1:8080'],
  }),
  'analyser.hl7_listen': key(list(address()), 'where analysers that speak HL7 come in', {
    standard: [],
  }),
  'analyser.astm_listen': key(list(address()), 'where analysers that speak ASTM come in', {
    standard: [],
  }),
  'analyser.folder': key(optional(path()), 'under which the folders of analysers lie'),
  redirect_listen: key(optional(address()), 'plain HTTP that leads to public_url'),
  public_url: key(optional(url('https', 'http')), 'the address people and devices use', {
    from: publicUrl,
    now,
  }),
  allow_plain_http: key(flag(), 'plain HTTP beyond this machine', { standard: false }),
  trusted_proxies: key(list(cidr()), 'proxies whose forwarded addresses count', {
    standard: [],
    now,
  }),
  'cors.origins': key(list(url('https', 'http')), 'web origins that may call', {
    standard: [],
    now,
  }),
  'limits.open_sign_in': key(whole(30, 100_000), 'sign-ins a minute and address', {
    standard: 30,
    now,
  }),
  'limits.open': key(whole(120, 100_000), 'other open requests a minute and address', {
    standard: 120,
    now,
  }),
  'tls.mode': key(choice(['off', 'own', 'files']), 'certificate of the listeners', {
    standard: 'own',
    clone: 'off',
    now,
  }),
  'tls.certificate': key(optional(path('file')), 'PEM chain for tls.mode = files', { now }),
  'tls.key': key(optional(path('file')), 'PEM key for tls.mode = files', { now }),
  'tls.names': key(list(host()), 'names in the certificate of tls.mode = own', {
    from: ownNames,
    now,
  }),
  'tls.min_version': key(choice(['1.2', '1.3']), 'oldest version spoken', {
    standard: '1.2',
    now,
  }),
  'tls.workstations': key(flag(), 'workstations may show their certificate at a listener', {
    standard: true,
    now,
  }),
  'metrics.listen': key(optional(address()), 'measures for a monitor'),
  'control.dir': key(path(), 'where the control sockets lie', {
    from: (known) =>
      known.place === 'appliance' ? '/run/kituo' : join(known.get('data.dir') as string, 'run'),
  }),
  'database.engine': key(choice(['sqlite', 'postgres']), 'changed by database move', {
    standard: 'sqlite',
  }),
  'database.driver': key(choice(drivers), 'of SQLite; sqlite3 where the disk is slow', {
    standard: 'node',
  }),
  'database.url': key(optional(url('postgres', 'postgresql')), 'postgres://user@host:5432/name'),
  'database.tls': key(choice(['off', 'require', 'verify-full']), 'towards PostgreSQL', {
    from: databaseTls,
  }),
  'database.ca_file': key(optional(path('file')), 'who signs the certificate of PostgreSQL'),
  'database.pool_max': key(whole(4, 200), 'connections to PostgreSQL', { standard: 20 }),
  'database.readers': key(whole(2, 16), 'read connections of SQLite', { standard: 4 }),
  'database.write_wait_ms': key(whole(100, 600_000), 'how long a change waits for its turn', {
    standard: 10_000,
    now,
  }),
  'database.statement_timeout_ms': key(whole(1000, 3_600_000), 'longest statement', {
    standard: 30_000,
    now,
  }),
  'http.body_limit': key(size(), 'largest body of a request', { standard: '1MiB', now }),
  'http.request_timeout_s': key(whole(1, 3600), 'longest request', { standard: 60, now }),
  'http.keep_alive_s': key(whole(1, 3600), 'how long an idle connection stays', {
    standard: 72,
    now,
  }),
  'http.max_connections': key(whole(10, 1_000_000), 'connections at once', {
    standard: 2000,
    now,
  }),
  'drain.deadline_s': key(whole(5, 300), 'how long a stop may take', { standard: 30, now }),
  'drain.announce_s': key(whole(0, 300), 'readiness says no so long before a stop', {
    standard: 0,
    now,
  }),
  'log.level': key(choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal']), 'least level', {
    standard: 'info',
    now,
  }),
  'log.format': key(choice(['json', 'pretty', 'auto']), 'auto: pretty on a terminal', {
    standard: 'auto',
    now,
  }),
  'log.file': key(optional(path('in_folder')), 'without it: standard output', { now }),
  'log.max_mb': key(whole(1, 100_000), 'size at which the file is changed', {
    standard: 100,
    now,
  }),
  'log.keep': key(whole(1, 1000), 'old files kept', { standard: 10, now }),
  'timetable.enabled': key(flag(), 'false: this daemon never leads', { standard: true, now }),
  'timetable.timezone': key(optional(zone()), "without it: the first hospital's", { now }),
  'outbound.enabled': key(flag(), 'false: nothing leaves the machine but answers and backups', {
    standard: true,
    now,
  }),
  'outbound.proxy': key(optional(url('http', 'https')), 'proxy of outgoing requests', { now }),
  'backup.repositories': key(repositories(), 'where backups go; the first is the default', {
    from: (known) => [
      {
        name: 'local',
        path:
          known.place === 'appliance'
            ? '/var/backups/kituo'
            : join(known.get('data.dir') as string, 'backups'),
      },
    ],
    now,
  }),
  'backup.nightly': key(cron(), 'when the nightly backup is made', {
    standard: '10 3 * * *',
    now,
  }),
  'backup.hourly': key(flag(), 'a backup every hour', { standard: true, now }),
  'backup.verify': key(cron(), 'when the newest is restored to prove it', {
    standard: '40 3 * * *',
    now,
  }),
  'backup.drill': key(cron(), 'when the newest is started to prove it', {
    standard: '0 4 1 * *',
    now,
  }),
  'backup.keep_within': key(duration(), 'all backups of so long are kept', {
    standard: '48h',
    now,
  }),
  'backup.keep_daily': key(whole(0, 10_000), 'newest of so many days', { standard: 7, now }),
  'backup.keep_weekly': key(whole(0, 10_000), 'newest of so many weeks', { standard: 5, now }),
  'backup.keep_monthly': key(whole(0, 10_000), 'newest of so many months', {
    standard: 12,
    now,
  }),
  'backup.keep_yearly': key(whole(0, 10_000), 'newest of so many years', { standard: 10, now }),
  'backup.attachments': key(flag(), 'files of patients and staff too', { standard: true, now }),
  'update.keep_versions': key(whole(1, 20), 'programs kept for going back', {
    standard: 3,
    now,
  }),
  'disk.warn': key(size(), 'less free space is a warning', { standard: '5GiB', now }),
  'disk.refuse_uploads': key(size(), 'with less, no file is taken', { standard: '768MiB', now }),
  'disk.read_only': key(size(), 'with less, nothing is changed', { standard: '256MiB', now }),
  'clock.ntp': key(optional(host()), "asked beside the database's clock", { now }),
  'scanner.address': key(optional(word('host:port or a socket')), 'virus scanner', { now }),
  'licence.keys': key(list(word('a public key')), 'further public keys of licences', {
    standard: [],
    now,
  }),
  'audit.syslog': key(optional(address()), 'where anchors of the audit log also go', { now }),
  'audit.mail_to': key(
    optional(text('a mail address', /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/)),
    'who is sent the anchors of the audit log',
    { now },
  ),
  'console.second_person': key(flag(), 'the gravest commands ask two people', {
    standard: true,
    now,
  }),
  'demo.allowed': key(flag(), 'demonstration data', { standard: false, clone: true }),
  'tui.lock_minutes': key(whole(1, 240), 'the screens lock after so long', {
    standard: 5,
    now,
  }),
  'tui.keys': key(keyTable(), 'keys of the screens, moved', { standard: {}, now }),
}

export type Key = keyof typeof keys
export type ValueOf<K extends Key> = (typeof keys)[K] extends KeyRule<infer T> ? T : never

export const key_names = Object.keys(keys) as Key[]
export const isKey = (word: string): word is Key => Object.hasOwn(keys, word)
export const rule = (name: Key): KeyRule<unknown> => keys[name] as KeyRule<unknown>

/** `database.pool_max` is `KITUO_DATABASE_POOL_MAX`. */
export const environmentName = (name: string): string =>
  `KITUO_${name.toUpperCase().replaceAll('.', '_')}`

const everywhere = ['0.0.0.0', '::']

function publicUrl(known: Known): string {
  const first = (known.get('listen') as Address[])[0] as Address
  const reached = everywhere.includes(first.host) ? hostname() : first.host
  const scheme = known.get('tls.mode') === 'off' ? 'http' : 'https'
  return `${scheme}://${writeAddress({ host: reached, port: first.port })}`
}

function ownNames(known: Known): string[] {
  const reached = (known.get('listen') as Address[])
    .map((listener) => listener.host)
    .filter((name) => !everywhere.includes(name))
  return [...new Set([hostname(), ...reached])]
}

/** A certificate proves nothing on the machine itself. */
function databaseTls(known: Known): string {
  const server = URL.parse((known.get('database.url') as string | null) ?? '')?.hostname ?? ''
  return ['', 'localhost', '127.0.0.1', '[::1]'].includes(server) ? 'off' : 'verify-full'
}
