// install.sh into a folder of its own, with a program that only pretends.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readConfiguration } from '../../db/appliance/configuration/read.ts'
import { folder } from '../support/folder.ts'
import { machine, script } from '../support/programs/install-machine.ts'

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

t.test('a house below a folder keeps its backups and hears below it too', async (t) => {
  const { root, at, install, build, run } = machine(t)
  const configured = (): string => readFileSync(at('etc/kituo/kituo.toml'), 'utf8')
  install('1.0.0')
  const below = readConfiguration({ file: at('etc/kituo/kituo.toml') })
  t.match(below.get('backup.repositories'), [{ name: 'local', path: `${root}/var/backups/kituo` }])
  t.equal(below.get('control.dir'), `${root}/run/kituo`)

  const other = machine(t)
  other.run('--binary', other.build('1.0.0'), '--allow-unsigned', '--backup-dir', '/srv/safe')
  t.match(readFileSync(other.at('etc/kituo/kituo.toml'), 'utf8'), `path = "${other.root}/srv/safe"`)

  await t.test('what was configured since counts, and is said', async (t) => {
    const before = configured()
    const places = '[{"name":"local","path":"/mnt/nas/kituo"},{"name":"usb","path":"/media/usb"}]\n'
    writeFileSync(at('etc/kituo/said-backup.repositories'), places)
    const again = run('--binary', build('1.0.0'), '--allow-unsigned')
    t.match(again.said, /^Backups go to \/mnt\/nas\/kituo, as .*kituo backup repository change/m)
    t.equal(configured(), before)
    const unit = readFileSync(at('etc/systemd/system/kituo.service'), 'utf8')
    t.match(
      unit,
      /^ReadWritePaths=\/run\/kituo \/var\/backups\/kituo \/var\/lib\/kituo -\/mnt\/nas\/kituo -\/media\/usb$/m,
      'the hardened unit lets the house write there',
    )
  })
})

t.test('a start has the seconds that were said, however slow the machine is', async (t) => {
  const { at, install, run, build } = machine(t)
  install('1.0.0')
  const slow = build('2.0.0')
  const asks = at('asked')
  const uptime = at('uptime')
  writeFileSync(uptime, '1000.00 2000.00\n')
  // Each question takes forty seconds.
  const question = `'status '*) echo . >> '${asks}'
    echo "$((1000 + 40 * $(wc -l < '${asks}'))).00 1" > '${uptime}'; exit 1 ;;`
  writeFileSync(
    slow,
    readFileSync(slow, 'utf8').replace("  'status '*)", `  ${question}\n  'no such')`),
  )
  process.env['KITUO_INSTALL_UPTIME'] = uptime
  t.teardown(() => delete process.env['KITUO_INSTALL_UPTIME'])
  const said = run(
    '--binary',
    slow,
    '--allow-unsigned',
    '--service-program',
    at('service'),
    '--health-timeout',
    '100',
  )
  t.match(said, { status: 1, told: /rolled back: it was not ready within 100 s/ })
  t.equal(readFileSync(asks, 'utf8').length / 2, 3, '100 s are over at the third')
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

t.test('a dry run says so at its end (OPS-174)', async (t) => {
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

t.test(
  'uninstalling takes the program, and keeps data, settings and backups (OPS-180)',
  async (t) => {
    const { at, install, run } = machine(t)
    install('1.0.0')
    writeFileSync(at('var/backups/kituo/one.kbk'), 'sealed')
    writeFileSync(at('etc/tmpfiles.d/kituo.conf'), '# changed by hand\n')
    // As kituo update apply unpacks them.
    for (const [version, program] of [
      ['1.1.0', 'a program'],
      ['1.2.0', 'one that somebody changed'],
    ] as const) {
      const folder_of = at(`opt/kituo/versions/${version}`)
      mkdirSync(folder_of)
      writeFileSync(join(folder_of, 'kituo'), program)
      const sum = createHash('sha256').update('a program').digest('hex')
      writeFileSync(join(folder_of, 'SHA256SUMS'), `${sum}  kituo\n`)
      writeFileSync(join(folder_of, 'LICENSE'), 'free')
    }
    const gone = run('--uninstall')
    t.match(gone, { status: 0, said: /data .*var\/lib\/kituo/ }, gone.told)
    t.same(readdirSync(at('opt/kituo/versions')), ['1.2.0'])
    t.same(readdirSync(at('opt/kituo/versions/1.2.0')), ['kituo'])
    for (const path of ['usr/local/bin/kituo', 'etc/systemd/system/kituo.service']) {
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
    rmSync(at('opt/kituo/versions/1.2.0'), { recursive: true })
    run('--uninstall')
    t.notOk(existsSync(at('opt/kituo')))
  },
)

t.test('purging asks for the name of the machine, and never takes backups (OPS-180)', async (t) => {
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

t.test(
  'what is said wrongly is refused before anything is written (OPS-178, OPS-181)',
  async (t) => {
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
  },
)

t.test('a script that was cut off runs nothing (OPS-174)', async (t) => {
  const { root, at } = machine(t)
  const whole = readFileSync(script, 'utf8')
  writeFileSync(at('cut.sh'), whole.slice(0, whole.lastIndexOf('main "$@"')))
  const { status, stdout } = spawnSync('sh', [at('cut.sh'), '--root', root], { encoding: 'utf8' })
  t.match({ status, stdout }, { status: 0, stdout: '' })
  t.notOk(existsSync(at('opt')))
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
