// install.sh into a folder of its own, with a program that only pretends.

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { folder } from '../support/folder.ts'

const script = join(import.meta.dirname, '..', '..', 'install.sh')

/** Says its version, keeps a database of one line, and is well unless it was made to be ill. */
const standIn = (version: string, ill: boolean): string => `#!/bin/sh
set -eu
if [ "$1" = --version ]; then echo "kituo ${version}"; exit 0; fi
data=$(dirname "$KITUO_CONFIG")/../../var/lib/kituo
case "$1 \${2:-}" in
  'init '*) mkdir -p "$data/gen/0001"; ln -s gen/0001 "$data/current"; touch "$data/ROOT"
    echo 'schema of ${version}' > "$data/current/kituo.db" ;;
  'serve '*) echo 'schema of ${version}' > "$data/current/kituo.db"; ${ill ? 'exit 1' : `echo '${version}' > "$data/running"`} ;;
  'stop '*) rm -f "$data/running" ;;
  'status '*) [ "$(cat "$data/running")" = '${version}' ] && echo READY ;;
  'completion bash') echo '# of ${version}' ;;
  'man --dir') mkdir -p "$3"; echo '.TH kituo ${version}' > "$3/kituo.1" ;;
  'backup create') echo "${version} $*" >> "$data/../../backups.log" ;;
  *) exit 2 ;;
esac
`

function machine(t: Test) {
  const root = folder(t)
  const at = (path: string) => join(root, path)
  const build = (version: string, ill = false): string => {
    const file = at(`build-${version}`)
    writeFileSync(file, standIn(version, ill), { mode: 0o755 })
    return file
  }
  const service = at('service')
  writeFileSync(
    service,
    `#!/bin/sh\nKITUO_CONFIG='${at('etc/kituo/kituo.toml')}' '${at('opt/kituo/current/kituo')}' "$(echo "$1" | sed s/start/serve/)" now\n`,
  )
  chmodSync(service, 0o755)
  const answers = at('answers.toml')
  writeFileSync(answers, 'name = "St Mary"\n')
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      'sh',
      [script, '--root', root, '--health-timeout', '1', ...args],
      { encoding: 'utf8', timeout: 30_000 },
    )
    return { status, said: stdout, told: stderr }
  }
  const install = (version: string, ill = false, ...more: string[]) =>
    run(
      '--binary',
      build(version, ill),
      '--allow-unsigned',
      '--service-program',
      service,
      '--answers',
      answers,
      ...more,
    )
  const running = () => readFileSync(at('var/lib/kituo/running'), 'utf8').trim()
  const database = () => readFileSync(at('var/lib/kituo/current/kituo.db'), 'utf8').trim()
  const current = () => readlinkSync(at('opt/kituo/current'))
  return { root, at, build, run, install, running, database, current, answers }
}

t.test('a first installation sets up, starts, and waits until the house is well', async (t) => {
  const { at, install, running, current } = machine(t)
  const made = install('1.0.0')
  t.match(made, { status: 0, said: 'Kituo 1.0.0 runs.' }, made.told)
  t.equal(running(), '1.0.0')
  t.equal(current(), 'versions/1.0.0')
  t.equal(readlinkSync(at('usr/local/bin/kituo')), '/opt/kituo/current/kituo')
  for (const [path, mode] of [
    ['var/lib/kituo', 0o700],
    ['var/backups/kituo', 0o700],
    ['etc/kituo', 0o750],
    ['etc/kituo/kituo.toml', 0o640],
    ['opt/kituo/versions/1.0.0/kituo', 0o755],
  ] as const) {
    t.equal(statSync(at(path)).mode & 0o777, mode, path)
  }
})

t.test('the unit is hardened, and leaves the engine its memory (OPS-182)', async (t) => {
  const { at, install } = machine(t)
  install('1.0.0')
  const unit = readFileSync(at('etc/systemd/system/kituo.service'), 'utf8')
  for (const line of [
    'ExecStart=/opt/kituo/current/kituo serve',
    'User=kituo',
    'UMask=0077',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'PrivateUsers=yes',
    'ProtectProc=invisible',
    'Environment=KITUO_CONFIG=/etc/kituo/kituo.toml BOOT_ID=%b',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateDevices=yes',
    'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6',
    'SystemCallFilter=~@privileged @resources',
    'RestartPreventExitStatus=2 5 8 11 13',
    'StartLimitBurst=5',
  ]) {
    t.ok(unit.split('\n').includes(line), line)
  }
  t.notMatch(unit, 'MemoryDenyWriteExecute')
  t.notMatch(unit, 'ProcSubset')
})

t.test('completion and manual come with the program, change with it and go with it', async (t) => {
  const { at, install, run } = machine(t)
  install('1.0.0')
  const [page, words] = ['man/man1/kituo.1', 'bash-completion/completions/kituo'].map((path) =>
    at(`usr/local/share/${path}`),
  ) as [string, string]
  t.match(readFileSync(page, 'utf8'), '.TH kituo 1.0.0')
  t.match(readFileSync(words, 'utf8'), '# of 1.0.0')
  t.match(install('1.0.0').said, 'Already installed: 1.0.0.')
  install('1.1.0')
  t.match(readFileSync(page, 'utf8'), '.TH kituo 1.1.0')
  t.match(run('--uninstall'), { status: 0 })
  t.notOk(existsSync(page) || existsSync(words))
})

t.test('a library that is missing is named, with what installs it', async (t) => {
  const { at, run, build } = machine(t)
  mkdirSync(at('bin'))
  writeFileSync(at('bin/ldd'), '#!/bin/sh\nprintf "\\tlibatomic.so.1 => not found\\n"\n', {
    mode: 0o755,
  })
  const path = process.env['PATH']
  process.env['PATH'] = `${at('bin')}:${path}`
  t.teardown(() => {
    process.env['PATH'] = path
  })
  t.match(run('--binary', build('1.0.0'), '--allow-unsigned'), {
    status: 3,
    told: /^install\.sh: libatomic\.so\.1 is missing on this machine\. Run: \S+.* libatomic/m,
  })
  t.notOk(existsSync(at('opt')), 'nothing was begun')
})

t.test('a dry run says so at its end', async (t) => {
  const { run, build, at } = machine(t)
  const said = run('--binary', build('1.0.0'), '--allow-unsigned', '--dry-run')
  t.match(said, { status: 0, said: /Nothing was done\.\n$/ })
  t.notOk(existsSync(at('opt/kituo/versions')))
  run('--binary', build('1.0.0'), '--allow-unsigned', '--service-program', at('service'))
  const newer = run('--binary', build('2.0.0'), '--allow-unsigned', '--dry-run')
  t.match(newer, { status: 0, said: /Nothing was done\.\n$/ })
  t.notMatch(newer.said, /2\.0\.0 runs/)
})

t.test('run again with nothing new it writes nothing (OPS-179)', async (t) => {
  const { at, install } = machine(t)
  install('1.0.0')
  const places = ['etc/systemd/system/kituo.service', 'etc/kituo/install.manifest']
  const before = places.map((path) => statSync(at(path)).mtimeMs)
  t.match(install('1.0.0'), { status: 0, said: 'Already installed: 1.0.0.' })
  t.same(
    places.map((path) => statSync(at(path)).mtimeMs),
    before,
  )
})

t.test('a newer version is brought in after a backup; what people set stays', async (t) => {
  const { at, install, running, current } = machine(t)
  install('1.0.0')
  writeFileSync(at('etc/kituo/kituo.toml'), 'log.level = "debug"\n')
  const made = install('1.1.0')
  t.match(made, { status: 0, said: 'Kituo 1.1.0 runs.' }, made.told)
  t.equal(running(), '1.1.0')
  t.equal(current(), 'versions/1.1.0')
  t.match(readFileSync(at('var/backups.log'), 'utf8'), '1.0.0 backup create --tag before-update')
  t.equal(readFileSync(at('etc/kituo/kituo.toml'), 'utf8'), 'log.level = "debug"\n')
  t.same(readdirSync(at('var/backups/kituo')), [])
  const back = machineRollback(at)
  t.match(back, { status: 0, stdout: 'Kituo 1.0.0 runs again.' }, back.stderr)
  t.equal(running(), '1.0.0')
})

const machineRollback = (at: (path: string) => string) =>
  spawnSync(
    'sh',
    [script, '--root', at('').replace(/\/$/, ''), '--rollback', '--health-timeout', '1'],
    {
      encoding: 'utf8',
    },
  )

t.test('a version that is not well is rolled back, with the data as they were', async (t) => {
  const { at, install, running, current, database } = machine(t)
  install('1.0.0')
  const made = install('2.0.0', true)
  t.match(made, {
    status: 1,
    told: 'Update to 2.0.0 was rolled back: it was not ready within 1 s.',
  })
  t.equal(current(), 'versions/1.0.0')
  t.equal(running(), '1.0.0')
  t.equal(database(), 'schema of 1.0.0')
  t.notOk(existsSync(at('etc/kituo/install.turning')))
  t.same(readdirSync(at('var/lib/kituo/gen')), ['0001'])
  t.match(install('2.0.1'), { status: 0, said: 'Kituo 2.0.1 runs.' })
})

t.test('an update that was killed is undone by the next run', async (t) => {
  const { at, build, install, running, database } = machine(t)
  install('1.0.0')
  // As a kill between the turn and the first sign of life leaves it.
  install('2.0.0', true)
  mkdirSync(at('var/backups/kituo/before-update-1.0.0'))
  writeFileSync(at('var/backups/kituo/before-update-1.0.0/kituo.db'), 'schema of 1.0.0\n')
  writeFileSync(at('var/lib/kituo/current/kituo.db'), 'half of 2.0.0\n')
  spawnSync('ln', ['-sfn', 'versions/2.0.0', at('opt/kituo/current')])
  writeFileSync(at('etc/kituo/install.turning'), '1.0.0\n')
  mkdirSync(at('opt/kituo/.install-lock'))
  writeFileSync(at('opt/kituo/.install-lock/pid'), '4194304\n')
  build('2.0.0')
  const again = install('2.1.0')
  t.match(again, { status: 0, said: 'An update from 1.0.0 was cut off' }, again.told)
  t.equal(running(), '2.1.0')
  t.equal(database(), 'schema of 2.1.0')
  t.notOk(existsSync(at('opt/kituo/.install-lock')))
})

t.test('what people entered after an update that was killed is never put away', async (t) => {
  const { at, install, running } = machine(t)
  install('1.0.0')
  install('2.0.0')
  // As a kill after the start leaves it, and then people work.
  const kept = at('var/backups/kituo/before-update-1.0.0')
  const cutOff = (): void => {
    mkdirSync(kept, { recursive: true })
    writeFileSync(join(kept, 'kituo.db'), 'schema of 1.0.0\n')
    writeFileSync(at('etc/kituo/install.turning'), '1.0.0 started\n')
  }
  cutOff()
  writeFileSync(at('var/lib/kituo/current/entered'), 'since\n')
  const again = install('2.0.0')
  t.match(again, { status: 0, said: '2.0.0 had started; that one is well and stays' }, again.told)
  t.equal(running(), '2.0.0')
  t.ok(existsSync(at('var/lib/kituo/current/entered')))
  t.notOk(existsSync(kept))
  t.notOk(existsSync(at('etc/kituo/install.turning')))

  cutOff()
  // It is well no more: the version before comes back, and what it leaves is laid aside.
  const program = at('opt/kituo/versions/2.0.0/kituo')
  writeFileSync(program, readFileSync(program, 'utf8').replace("'serve '*)", "'serve '*) exit 1"))
  t.match(install('1.0.0'), { status: 0, said: /What it had made of the data lies in / })
  t.equal(running(), '1.0.0')
  const left = readdirSync(at('var/backups/kituo')).find((name) =>
    name.startsWith('after-update-2'),
  )
  t.ok(existsSync(at(`var/backups/kituo/${left}/entered`)))
})

t.test('uninstalling takes the program, and keeps data, settings and backups', async (t) => {
  const { at, install, run } = machine(t)
  install('1.0.0')
  writeFileSync(at('var/backups/kituo/one.kbk'), 'sealed')
  writeFileSync(at('etc/tmpfiles.d/kituo.conf'), '# changed by hand\n')
  const gone = run('--uninstall')
  t.match(gone, { status: 0, said: /data .*var\/lib\/kituo/ }, gone.told)
  for (const path of ['opt/kituo', 'usr/local/bin/kituo', 'etc/systemd/system/kituo.service']) {
    t.notOk(existsSync(at(path)), path)
  }
  for (const path of [
    'var/lib/kituo/ROOT',
    'var/lib/kituo/current/kituo.db',
    'var/backups/kituo/one.kbk',
    'etc/kituo/kituo.toml',
    'etc/tmpfiles.d/kituo.conf.kept',
  ]) {
    t.ok(existsSync(at(path)), path)
  }
  t.match(run('--uninstall'), { status: 3 })
  const anew = install('1.0.0')
  t.match(anew, { status: 0, said: 'Kituo 1.0.0 runs.' }, anew.told)
})

t.test('purging asks for the name of the machine, and never takes backups', async (t) => {
  const { at, install, run } = machine(t)
  install('1.0.0')
  t.match(run('--purge'), { status: 2, told: 'Type --confirm' })
  t.match(run('--purge', '--confirm', 'elsewhere'), { status: 2 })
  t.ok(existsSync(at('var/lib/kituo/ROOT')))
  const host = spawnSync('uname', ['-n'], { encoding: 'utf8' }).stdout.trim()
  const gone = run('--purge', '--confirm', host)
  t.match(gone, { status: 0 }, gone.told)
  t.notOk(existsSync(at('var/lib/kituo')))
  t.ok(existsSync(at('var/backups/kituo')))
  t.match(readFileSync(at('var/backups.log'), 'utf8'), 'before-purge')
})

t.test('what is said wrongly is refused before anything is written', async (t) => {
  const { at, build, run } = machine(t)
  const binary = build('1.0.0')
  const good = ['--binary', binary]
  for (const [status, ...args] of [
    [2, '--colour'],
    [2, '--binary'],
    [2, '--binary', '/nowhere/kituo', '--allow-unsigned'],
    [2, ...good, '--prefix', 'opt'],
    [2, ...good, '--data-dir', '/'],
    [2, ...good, '--data-dir', '/var/lib/../..'],
    [2, ...good, '--user', 'Root User'],
    [2, ...good, '--health-timeout', 'long'],
    [10, ...good],
  ] as const) {
    const answer = run(...args)
    t.equal(answer.status, status, `${args.join(' ')}: ${answer.told}`)
  }
  writeFileSync(at('SHA256SUMS'), `${'0'.repeat(64)}  kituo\n`)
  t.match(run(...good, '--allow-unsigned'), { status: 10, told: 'is not what SHA256SUMS says' })
  const digest = createHash('sha256').update(readFileSync(binary)).digest('hex')
  writeFileSync(at('SHA256SUMS'), `${digest}  kituo\n`)
  t.match(run(...good, '--allow-unsigned', '--verify-only'), { status: 0, said: digest })
  t.match(run(...good, '--allow-unsigned', '--dry-run'), { status: 0, said: 'would: ' })
  t.notOk(existsSync(at('opt')))
  t.notOk(existsSync(at('etc')))
})

t.test('a script that was cut off runs nothing', async (t) => {
  const { root, at } = machine(t)
  const whole = readFileSync(script, 'utf8')
  writeFileSync(at('cut.sh'), whole.slice(0, whole.lastIndexOf('main "$@"')))
  const { status, stdout } = spawnSync('sh', [at('cut.sh'), '--root', root], { encoding: 'utf8' })
  t.match({ status, stdout }, { status: 0, stdout: '' })
  t.notOk(existsSync(at('opt')))
})

t.test('a program that the seller signed needs no leave (OPS-177)', async (t) => {
  const { at, build, run } = machine(t)
  const binary = build('1.0.0')
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(at('seller.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const digest = createHash('sha256').update(readFileSync(binary)).digest('hex')
  const sums = `${digest}  kituo\n`
  writeFileSync(at('SHA256SUMS'), sums)
  writeFileSync(at('SHA256SUMS.sig'), sign('sha256', Buffer.from(sums), privateKey))
  const check = ['--binary', binary, '--key', at('seller.pem'), '--verify-only']
  t.match(run(...check), { status: 0, said: 'Kituo 1.0.0' })
  writeFileSync(at('SHA256SUMS'), `${sums}# more\n`)
  t.match(run(...check), { status: 10, told: 'is not by the key that was given' })
})

t.test('whether somebody signed the program is remembered for the doctor (OPS-176)', async (t) => {
  const { at, build, run, install } = machine(t)
  install('1.0.0')
  const remembered = (): string => readFileSync(at('etc/kituo/install.conf'), 'utf8')
  t.match(remembered(), /^signed=no$/m)
  const binary = build('1.0.0')
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(at('seller.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const digest = createHash('sha256').update(readFileSync(binary)).digest('hex')
  const sums = `${digest}  kituo\n`
  writeFileSync(at('SHA256SUMS'), sums)
  writeFileSync(at('SHA256SUMS.sig'), sign('sha256', Buffer.from(sums), privateKey))
  const key = ['--key', at('seller.pem')]
  t.match(run('--binary', binary, '--no-start', ...key), { status: 0 })
  t.match(remembered(), /^signed=yes$/m, 'a signed one took its place')
})

t.test('another key than the one kept here counts only by its fingerprint', async (t) => {
  const { at, build, run } = machine(t)
  const binary = build('1.0.0')
  const digest = createHash('sha256').update(readFileSync(binary)).digest('hex')
  const sums = `${digest}  kituo\n`
  writeFileSync(at('SHA256SUMS'), sums)
  const signed = (name: string): string => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    writeFileSync(at(name), publicKey.export({ type: 'spki', format: 'pem' }))
    writeFileSync(at('SHA256SUMS.sig'), sign('sha256', Buffer.from(sums), privateKey))
    return createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex')
  }
  signed('first.pem')
  const install = (...more: string[]) => run('--binary', binary, '--no-start', ...more)
  t.match(install('--key', at('first.pem')), { status: 0 })
  t.equal(
    readFileSync(at('etc/kituo/release-keys.pem'), 'utf8'),
    readFileSync(at('first.pem'), 'utf8'),
  )
  t.match(install(), { status: 0, said: 'Already installed' }, 'the key is known from now on')
  const print = signed('second.pem')
  t.match(install('--key', at('second.pem')), {
    status: 10,
    told: `--accept-new-key ${print}`,
  })
  t.match(install('--key', at('second.pem'), '--accept-new-key', print), { status: 0 })
  t.equal(
    readFileSync(at('etc/kituo/release-keys.pem'), 'utf8'),
    readFileSync(at('second.pem'), 'utf8'),
  )
})

t.test('what the machine must give is looked at first (OPS-177)', async (t) => {
  const { at, build } = machine(t)
  const binary = build('1.0.0')
  const refused = (env: Record<string, string>, ...path: string[]) =>
    spawnSync('sh', [script, '--root', at('machine'), '--binary', binary, '--allow-unsigned'], {
      encoding: 'utf8',
      env: { ...process.env, ...env, PATH: [...path, process.env['PATH']].join(':') },
    })
  const full = refused({ KITUO_INSTALL_FREE_KB: '9999999999999' })
  t.match(full, { status: 12, stderr: /MB free; \d+ MB are needed/ })
  const early = refused({ KITUO_INSTALL_NOW: '86400' })
  t.match(early, { status: 3, stderr: /clock of this machine says 1970-01-02/ })
  mkdirSync(at('bin'))
  writeFileSync(at('bin/getconf'), '#!/bin/sh\necho glibc 2.17\n', { mode: 0o755 })
  t.match(refused({}, at('bin')), { status: 3, stderr: /2\.28 or newer; this system has 2\.17/ })
  t.notOk(existsSync(at('machine/opt')))
})

t.test(
  'the address of a database goes into the configuration, its password into the secrets',
  async (t) => {
    const { at, build, run } = machine(t)
    writeFileSync(at('url'), 'postgres://kituo:s3cret-word@db.example/kituo\n')
    const more = ['--allow-unsigned', '--no-start', '--postgres-url-file', at('url')]
    const made = run('--binary', build('1.0.0'), ...more)
    t.match(made, { status: 0 }, made.told)
    const config = readFileSync(at('etc/kituo/kituo.toml'), 'utf8')
    t.match(config, 'database.url = "postgres://kituo@db.example/kituo"')
    t.match(config, 'database.engine = "postgres"')
    t.notMatch(config, 's3cret')
    t.equal(
      readFileSync(at('etc/kituo/secrets.toml'), 'utf8'),
      'database_password = "s3cret-word"\n',
    )
    t.equal(statSync(at('etc/kituo/secrets.toml')).mode & 0o777, 0o600)
    t.notMatch(made.said + made.told, 's3cret')
  },
)

t.test('a clone is set up for one person, without root (OPS-175)', async (t) => {
  const { at } = machine(t)
  mkdirSync(at('home'))
  const tried = spawnSync('sh', [script, '--dry-run'], {
    encoding: 'utf8',
    env: { ...process.env, HOME: at('home') },
  })
  t.match(tried, { status: 0, stdout: 'would: write' }, tried.stderr)
  const other = at('other')
  mkdirSync(other)
  writeFileSync(join(other, 'install.sh'), readFileSync(script))
  const nothing = spawnSync('sh', [join(other, 'install.sh'), '--try'], {
    encoding: 'utf8',
    env: { ...process.env, HOME: at('home') },
  })
  t.match(nothing, { status: 2, stderr: 'is not a clone of Kituo' })
})

t.test('systemd starts the house however often it fell before', async (t) => {
  const dir = folder(t)
  const told = join(dir, 'told')
  writeFileSync(
    join(dir, 'systemctl'),
    `#!/bin/sh\necho "$*" >> '${told}'\n[ "$1" != reset-failed ]\n`,
    {
      mode: 0o755,
    },
  )
  const parts = readFileSync(script, 'utf8').replace(/^main "\$@"$/m, '')
  const asked = 'dry=no systemd=yes service=; serve start; serve stop; dry=yes; serve start'
  const env = { ...process.env, PATH: `${dir}:${process.env['PATH']}` }
  spawnSync('sh', ['-c', `${parts}\n${asked}`], { env })
  t.same(readFileSync(told, 'utf8').trim().split('\n'), [
    'reset-failed kituo.service',
    'start kituo.service',
    'stop kituo.service',
  ])
})
