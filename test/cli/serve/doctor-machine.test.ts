// The doctor's checks of machine, installation and certificates (operations 5.14): each state that the
// chapter names, from what a machine might say.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { clock, days, hours } from '../../../db/core/clock.ts'
import { type Machine, setMachine } from '../../../db/appliance/doctor/asked.ts'
import { checks, mend } from '../../../db/appliance/doctor/doctor.ts'
import { shippedUnit } from '../../../db/appliance/doctor/install.ts'
import { rebuild } from '../../../db/hospital/office/devices/revocation-list.ts'
import { authority } from '../../../db/hospital/office/devices/authority.ts'
import { shownBy } from '../../../db/appliance/pki/shown.ts'
import { note } from '../../../db/appliance/release/history.ts'
import { version } from '../../../db/core/version.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { patientAt } from '../../support/desk/patient.ts'

t.setTimeout(600_000)
const dir = folder(t)
const house = await houseAt(configurationAt(dir))
t.teardown(() => house.deployment.close())
const { patient, look } = patientAt(dir, house.deployment)

/** A machine that says this much, and nothing else of itself. */
const said = (texts: Record<string, string>, more: Partial<Machine> = {}): void =>
  setMachine({ text: (file) => texts[file] ?? null, output: () => null, names: () => [], ...more })
t.afterEach(() => {
  setMachine(null)
  clock.release()
})

t.test('every check is named in a test of the doctor', async (t) => {
  const tests = readdirSync(import.meta.dirname)
    .filter((name) => name.startsWith('doctor'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n')
  t.same(
    checks.map(({ id }) => id).filter((id) => !tests.includes(id)),
    [],
  )
})

t.test('the machine: what it gives, and what it lacks', async (t) => {
  const gib = 1024 ** 2
  const memory = (available: number, swap_free = gib) => ({
    '/proc/meminfo': `MemAvailable: ${available} kB\nSwapTotal: ${gib} kB\nSwapFree: ${swap_free} kB\n`,
  })
  const limits = (soft: string) => ({
    '/proc/self/limits': `Limit  Soft Limit  Hard Limit\nMax open files  ${soft}  524288  files\n`,
  })
  const cases: [string, () => void, object][] = [
    ['machine.cpu', () => said({}, { cores: () => 2 }), { state: 'OK', message: '2 cores' }],
    ['machine.cpu', () => said({}, { cores: () => 1 }), { state: 'WARN', mend: /two/ }],
    ['machine.memory', () => said(memory(gib)), { state: 'OK', message: '1 GB free' }],
    ['machine.memory', () => said(memory(gib - 1)), { state: 'WARN', mend: /End other programs/ }],
    ['machine.memory', () => said({}, { idle: () => 5e9 }), { state: 'OK' }],
    ['machine.swap', () => said(memory(gib, gib / 2)), { state: 'OK', message: '512 MB' }],
    ['machine.swap', () => said(memory(gib, 1)), { state: 'WARN', message: /1024 MB lie in swap/ }],
    ['machine.files', () => said(limits('4096')), { state: 'OK', message: '4096 files' }],
    ['machine.files', () => said(limits('unlimited')), { state: 'OK' }],
    ['machine.files', () => said(limits('1024')), { state: 'WARN', mend_command: /ulimit/ }],
    ['machine.files', () => said({}), { state: 'SKIPPED' }],
  ]
  for (const [id, speak, expected] of cases) {
    speak()
    t.match(await look(id), expected, id)
  }
})

t.test('machine.clock: how far the clock is off its source (5.14: 2 s, 60 s)', async (t) => {
  const sources = (outputs: Record<string, string>): void =>
    said({}, { output: (program, ...args) => outputs[[program, args.at(-1)].join(' ')] ?? null })
  const yes = { 'timedatectl --property=NTPSynchronized': 'NTPSynchronized=yes\n' }
  const chrony = (off: string) => ({
    ...yes,
    'chronyc tracking': `A9FEA97B,169.254.169.123,3,1767225600.1,${off},0.1,0.1,0,0,0,0,0,0,Normal`,
  })
  const timesync = (off: string) => ({
    ...yes,
    'timedatectl timesync-status': `       Server: 10.0.0.1 (ntp)\n       Offset: ${off}\n`,
  })
  sources(yes)
  t.match(await look('clock.source'), { state: 'OK', message: 'synchronised' })
  const cases: [Record<string, string>, object][] = [
    [chrony('0.000012'), { state: 'OK', message: '0 ms off its source' }],
    [chrony('-1.9'), { state: 'OK', message: '1900 ms off its source' }],
    [chrony('-2.6'), { state: 'WARN', message: 'the clock is 3 s off its source' }],
    [chrony('61.2'), { state: 'BAD', mend_command: 'timedatectl set-ntp true' }],
    [timesync('-12.5ms'), { state: 'OK', message: '13 ms off its source' }],
    [timesync('+4.5s'), { state: 'WARN' }],
    [timesync('-1min 3.2s'), { state: 'BAD', message: 'the clock is 63 s off its source' }],
  ]
  for (const [outputs, expected] of cases) {
    sources(outputs)
    t.match(await look('machine.clock'), expected, JSON.stringify(outputs))
  }
})

t.test('machine.clock: it went back behind what was recorded', async (t) => {
  t.match(await look('machine.clock'), { state: 'OK' })
  const { created_at } = house.deployment.root
  clock.freeze(new Date(Date.parse(created_at) - hours(1)).toISOString())
  t.match(await look('machine.clock'), {
    state: 'BAD',
    message: /and something was recorded at/,
    mend_command: 'timedatectl set-ntp true',
  })
})

t.test('the disk: how much, how many, and of what kind', async (t) => {
  const mib = 1024 ** 2
  const cases: [number, object][] = [
    [6000 * mib, { state: 'OK', mend: null }],
    [4000 * mib, { state: 'WARN', mend_command: 'kituo backup prune' }],
    [700 * mib, { state: 'BAD', message: /no file is taken/ }],
    [200 * mib, { state: 'BAD', message: /nothing can be changed/ }],
  ]
  const limits = {
    settings: 'disk.warn = "5GiB"\ndisk.refuse_uploads = "768MiB"\ndisk.read_only = "256MiB"\n',
  }
  for (const [free, expected] of cases) {
    said({}, { room: () => ({ free, total: 1e12 }) })
    t.match(await look('disk.free', limits), expected, `${free}`)
  }
  said({}, { inodes: () => ({ files: 0, ffree: 0 }) })
  t.match(await look('disk.inodes'), { state: 'OK', message: 'as many as fit' })
  said({}, { inodes: () => ({ files: 1000, ffree: 50 }) })
  t.match(await look('disk.inodes'), { state: 'OK', message: '50 of 1000' })
  said({}, { inodes: () => ({ files: 1000, ffree: 49 }) })
  t.match(await look('disk.inodes'), { state: 'WARN', message: '49 of 1000 files are left' })
  const mounted = (type: string) => ({
    '/proc/self/mountinfo': `36 35 8:1 / / rw shared:1 - ${type} nas:/x rw\n`,
  })
  said(mounted('ext4'))
  t.match(await look('database.foreign_fs'), { state: 'OK', message: 'ext4' })
  said(mounted('nfs4'))
  t.match(await look('database.foreign_fs'), {
    state: 'BAD',
    message: `${dir} is a network filesystem (nfs4): SQLite is damaged there`,
  })
  said({}, { size: () => 256 * mib })
  t.match(await look('database.log'), { state: 'OK' })
  said({}, { size: () => 256 * mib + 1 })
  t.match(await look('database.log'), {
    state: 'WARN',
    mend_command: 'kituo database checkpoint',
  })
})

t.test('the installation: which program, from where, and what is left of it', async (t) => {
  const [old, other] = [join(dir, 'old-bin'), join(dir, 'new-bin')]
  for (const one of [old, other]) {
    mkdirSync(one)
    writeFileSync(join(one, 'kituo'), '')
  }
  t.teardown(() => [old, other].forEach((one) => rmSync(one, { recursive: true })))
  t.match(await look('install.binary', { env: { PATH: `${old}:${old}:/nowhere` } }), {
    state: 'OK',
    message: join(old, 'kituo'),
  })
  t.match(await look('install.binary', { env: { PATH: `${old}:${other}` } }), {
    state: 'WARN',
    message: `2 are on the path, and ${old}/kituo goes first`,
  })

  t.match(await look('install.manifest'), { state: 'SKIPPED' })
  const written = join(dir, 'written')
  writeFileSync(written, 'as it was')
  const sum = createHash('sha256').update('as it was').digest('hex')
  writeFileSync(join(dir, 'install.manifest'), `${sum}  ${written}\n`)
  t.match(await look('install.manifest'), { state: 'OK' })
  writeFileSync(written, 'as it is')
  t.match(await look('install.manifest'), { state: 'WARN', evidence: [written] })
  rmSync(written)
  t.match(await look('install.manifest'), { state: 'WARN' }, 'gone is changed too')
  rmSync(join(dir, 'install.manifest'))

  t.match(await look('data.folders'), { state: 'OK' })
  rmSync(join(dir, 'downtime'), { recursive: true, force: true })
  const found = await look('data.folders')
  t.match(found, { state: 'WARN', message: 'missing: downtime', mends_itself: true })
  t.match(await mend(patient(), [found]), [{ mended: true }])
  t.match(await look('data.folders'), { state: 'OK' })
})

/** A version that was brought in so long ago, as its update leaves it written. */
const brought = (to: string, signature: string | null, age_ms = 0): void =>
  note(dir, {
    from: '0.0.1',
    to,
    at: new Date(clock.ms() - age_ms).toISOString(),
    by: 'a test',
    signature,
    backup: null,
    migrations: [],
    generation: null,
    parent: 1,
    health: [],
    outcome: 'DONE',
    reason: null,
    took_ms: 1,
  })

t.test('install.signature, update.age: of what was brought in', async (t) => {
  t.teardown(() => rmSync(join(dir, 'updates.jsonl')))
  t.match(await look('install.signature'), { state: 'SKIPPED' })
  t.match(await look('update.age'), { state: 'SKIPPED' })
  brought('1.4.2', null, days(400))
  t.match(await look('install.signature'), { state: 'WARN', message: /nobody signed/ })
  t.match(await look('update.age'), { state: 'WARN', mend_command: /^kituo update check/ })
  brought('1.4.2', 'a1b2c3d4e5f60718293a', days(1))
  t.match(await look('install.signature'), { state: 'OK', message: '1.4.2, by a1b2c3d4e5f60718' })
  t.match(await look('update.age'), { state: 'OK' })
})

t.test('install.signature: an own build of install.sh is said for good (OPS-176)', async (t) => {
  const file = join(dir, 'install.conf')
  t.teardown(() => [file, join(dir, 'updates.jsonl')].forEach((one) => rmSync(one)))
  const remembers = (signed: string): void => writeFileSync(file, `systemd=no\nsigned=${signed}\n`)
  remembers('no')
  t.match(await look('install.signature'), { state: 'WARN', message: /^unsigned build/ })
  brought('0.0.2', 'a1b2c3d4e5f60718293a')
  t.match(
    await look('install.signature'),
    { state: 'WARN', message: /^unsigned build/ },
    'install.sh came after that update: this is another version',
  )
  brought(version, 'a1b2c3d4e5f60718293a')
  t.match(await look('install.signature'), { state: 'OK' }, 'a signed release took its place')
  remembers('yes')
  brought(version, null)
  t.match(await look('install.signature'), { state: 'WARN', message: /nobody signed/ })
})

t.test('the unit: there, and leaving the engine its memory', async (t) => {
  const unit = '/etc/systemd/system/kituo.service'
  const drop_in = '/etc/systemd/system/kituo.service.d/hard.conf'
  const packaged = () => true
  t.match(await look('install.unit'), { state: 'SKIPPED' }, 'a clone has none')
  said({}, { packaged })
  t.match(await look('install.unit'), { state: 'WARN', mend: /install\.sh/ })
  const own = shippedUnit()
  t.ok(own.includes('NoNewPrivileges=yes') && own.length > 40, 'what install.sh writes')
  said({ [unit]: `[Service]\n${own.join('\n')}\n` }, { packaged })
  t.match(await look('install.unit'), { state: 'OK', message: unit })
  said({ [unit]: own.filter((line) => line !== 'NoNewPrivileges=yes').join('\n') }, { packaged })
  t.match(await look('install.unit'), {
    state: 'WARN',
    message: /lacks lines of this program/,
    evidence: ['NoNewPrivileges=yes'],
    mend: /drop-in.*install\.sh/,
  })
  t.match(await look('unit.mdwe'), { state: 'OK' })
  said({ [unit]: '[Service]\nMemoryDenyWriteExecute=no\n' })
  t.match(await look('unit.mdwe'), { state: 'OK' })
  const names = (at: string): string[] =>
    at === '/etc/systemd/system/kituo.service.d' ? ['hard.conf'] : []
  said({ [unit]: '[Service]\n', [drop_in]: '[Service]\nMemoryDenyWriteExecute=yes\n' }, { names })
  t.match(await look('unit.mdwe'), {
    state: 'BAD',
    mend_command: 'systemctl edit kituo.service',
  })
})

t.test('install.addon: the folder that the driver is unpacked into', async (t) => {
  t.match(await look('install.addon'), { state: 'SKIPPED' })
  const env = { PKG_NATIVE_CACHE_PATH: '/var/cache/kituo' }
  const settings = '[database]\ndriver = "sqlite3"'
  const on = (options: string, can: boolean): void =>
    said(
      { '/proc/mounts': `/dev/a / ext4 rw 0 0\n/dev/b /var/cache ext4 ${options} 0 0\n` },
      { packaged: () => true, canWrite: () => can },
    )
  on('rw', true)
  t.match(await look('install.addon', { env }), { state: 'SKIPPED' }, 'the one of the runtime')
  t.match(await look('install.addon', { env, settings }), {
    state: 'OK',
    message: '/var/cache/kituo',
  })
  on('rw,noexec', true)
  t.match(await look('install.addon', { env, settings }), {
    state: 'BAD',
    message: /is mounted noexec/,
  })
  on('rw', false)
  t.match(await look('install.addon', { env, settings }), {
    state: 'BAD',
    message: '/var/cache/kituo cannot be written to',
    mend: /PKG_NATIVE_CACHE_PATH/,
  })
})

t.test('database.raw_copy: a crontab that copies the live file', async (t) => {
  const crontab = (line: string): void => said({ '/etc/crontab': `# cp kituo.db\n${line}\n` })
  crontab('5 2 * * * root kituo backup create')
  t.match(await look('database.raw_copy'), { state: 'OK' })
  crontab('5 2 * * * root cp /var/lib/kituo/current/kituo.db /mnt/nas')
  t.match(await look('database.raw_copy'), {
    state: 'WARN',
    mend: /kituo backup create/,
    evidence: [{ file: '/etc/crontab', line: /nas$/ }],
  })
})

t.test('tls.expiry, tls.names: what the listeners show', async (t) => {
  t.match(await look('tls.expiry', { settings: 'tls.mode = "off"' }), { state: 'SKIPPED' })
  const own = (names = '') => `tls.mode = "own"\ntls.names = [${names}]\n`
  const shown = { settings: own() }
  await shownBy(patient(shown).configuration, 'start')
  t.match(await look('tls.expiry', shown), { state: 'OK' })
  t.match(await look('tls.names', shown), { state: 'OK' })
  t.match(await look('tls.names', { settings: own('"kituo.example.org"') }), {
    state: 'WARN',
    message: 'the certificate does not name kituo.example.org',
    mend_command: 'kituo ca server renew',
  })
  const { evidence: _, message } = await look('tls.expiry', shown)
  const end = Date.parse(/\d{4}-\d\d-\d\d/.exec(message)?.[0] ?? '')
  clock.freeze(new Date(end - days(20)).toISOString())
  t.match(await look('tls.expiry', shown), {
    state: 'WARN',
    message: /in 20 days$/,
    mend_command: 'kituo ca server renew',
  })
  clock.freeze(new Date(end + days(2)).toISOString())
  t.match(await look('tls.expiry', shown), { state: 'BAD', message: /ended on/ })
})

t.test('ca.expiry: 180 days, 14 days, past (OPS-142)', async (t) => {
  const { certificate } = await authority()
  const end = Math.min(certificate.notAfter.getTime(), clock.ms() + days(3652))
  const at = (left_days: number): void =>
    clock.freeze(new Date(end - days(left_days) + hours(1)).toISOString())
  t.match(await look('ca.expiry'), { state: 'OK' })
  at(182)
  t.match(await look('ca.expiry'), { state: 'OK' })
  at(170)
  t.match(await look('ca.expiry'), { state: 'WARN', message: /in 1(69|70) days$/ })
  at(13)
  t.match(await look('ca.expiry'), {
    state: 'BAD',
    mend_command: /kituo (ca server|device ca) rotate/,
  })
  at(-10)
  t.match(
    await look('ca.expiry'),
    { state: 'BAD', message: /ended on/ },
    'not as if there were none',
  )
})

t.test('ca.crl: the list of revoked workstations', async (t) => {
  t.match(await look('ca.crl'), { state: 'SKIPPED' })
  await rebuild()
  t.match(await look('ca.crl'), { state: 'OK', message: 'list 1, 0 revoked' })
  clock.advance(hours(49))
  const late = await look('ca.crl')
  t.match(late, {
    state: 'WARN',
    message: /49 hours old/,
    mend_command: 'kituo device crl publish',
  })
  t.match(await mend(patient(), [late]), [{ mended: true }])
  t.match(await look('ca.crl'), { state: 'OK', message: /^list 2/ })
  clock.advance(days(8))
  t.match(await look('ca.crl'), { state: 'BAD', message: /should have been built again/ })
})
