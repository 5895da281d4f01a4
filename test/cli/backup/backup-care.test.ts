// Backups kept with care: drilled, copied elsewhere, taken along as one file, opened without Kituo, and
// their keys changed.

import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { factsOf, textOf } from '../../support/pdf.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)

const dir = folder(t)
const house = await houseAt(configurationAt(dir))
await house.department('A')
const sha256 = await house.file('a note of the house')
await house.deployment.close()
writeFileSync(join(dir, 'kituo.toml'), '')
const own = { env: { KITUO_CONFIG: undefined } }
const at = ['--data', dir]
const run = (...line: string[]) => typedJson([...line, ...at], own)
const usb = join(folder(t), 'usb')

t.test('a drill starts the program on it (BOOT)', async (t) => {
  await run('backup', 'create', '--tag', 'first')
  const report = join(folder(t), 'drill.pdf')
  const drilled = await run('backup', 'drill', 'latest', '--report', report)
  t.match(drilled, {
    success: true,
    data: {
      level: 'BOOT',
      checks: [
        { name: 'pages' },
        { name: 'references' },
        { name: 'rows' },
        { name: 'audit' },
        { name: 'attachments' },
        { name: 'boot' },
        { name: 'reads' },
        { name: 'paper' },
        { name: 'stop' },
      ],
    },
  })
  t.match(await run('backup', 'list'), { data: [{ level: 'BOOT', drilled_at: /Z$/ }] })
  t.same(readdirSync(join(dir, 'tmp')), [], 'nothing of it stays')
  const paper = readFileSync(report)
  t.equal(factsOf(paper)['Pages'], '1')
  t.match(textOf(paper), /Report of a restore drill[^]*first\.kbk[^]*boot[^]*READY[^]*reads/)
  t.same(readFileSync((drilled.data as { report: string }).report), paper)
})

t.test('backup list: by what it was made for, its age and how far it is proved', async (t) => {
  const names = async (...more: string[]) => (await run('backup', 'list', ...more)).meta.total
  t.equal(await names('--tag', 'first'), 1)
  t.equal(await names('--tag', 'nightly'), 0)
  t.equal(await names('--since', '1h'), 1)
  t.equal(await names('--since', '1s', '--level', 'BOOT'), 0)
  t.equal(await names('--level', 'RESTORE'), 1, 'BOOT is further')
})

t.test('backup check and verify: every one of them with --all', async (t) => {
  t.match(await run('backup', 'check', '--all'), {
    success: true,
    message: '1 backups hold.',
    data: { backups: [{ ok: true, level: 'CHECK', name: /first\.kbk$/ }] },
  })
  t.match(await run('backup', 'check'), {
    meta: { exit: 2 },
    message: '<name> or --all is needed.',
  })
  const good = (await run('backup', 'create', '--tag', 'second')).data as { name: string }
  const repository = join(dir, 'backups')
  const file = join(repository, 'backups', good.name)
  const bytes = readFileSync(file)
  const broken = Buffer.from(bytes)
  broken[bytes.length - 200] = (broken[bytes.length - 200] ?? 0) ^ 1
  writeFileSync(file, broken)
  t.match(await run('backup', 'verify', '--all'), {
    success: false,
    error: { code: 'integrity.backup' },
    data: {
      backups: [
        { ok: true, level: 'RESTORE' },
        { ok: false, level: null, name: good.name },
      ],
    },
    meta: { exit: 10, total: 2 },
  })
  rmSync(file)
  rmSync(join(repository, 'state', `${good.name}.json`), { force: true })
})

t.test('the manifest is signed by the deployment', async (t) => {
  const { data } = await run('backup', 'show', 'latest')
  t.match(data, { manifest: { signature: { public_key: /BEGIN PUBLIC KEY/ } } })
  const { checkSignature, signWith } = await import(
    '../../../db/appliance/backups/deployment-key.ts'
  )
  const root = { dir, format: 1, deployment_id: 'x', created_at: '' } as const
  const key = Buffer.alloc(32, 7).toString('base64url')
  const other = { ...root, dir: folder(t) }
  const { mkdirSync } = await import('node:fs')
  mkdirSync(join(other.dir, 'identity'))
  const signature = signWith(other, key, 'a manifest')
  t.doesNotThrow(() => checkSignature(other, 'x', signature, 'a manifest'))
  t.throws(() => checkSignature(other, 'x', signature, 'a manifest!'), {
    code: 'integrity.signature',
  })
  t.throws(() => checkSignature(root, 'x', signature, 'a manifest'), {
    code: 'integrity.signature',
  })
})

t.test('copied to another place, only what is missing', async (t) => {
  t.match(await run('backup', 'repository', 'add', 'usb', '--path', usb), { success: true })
  t.match(await run('backup', 'repository', 'add', 'usb', '--path', usb), { meta: { exit: 2 } })
  t.match(await run('backup', 'copy', 'usb'), { success: true, meta: { changed: true } })
  await run('backup', 'create', '--tag', 'second')
  const again = await run('backup', 'copy', 'usb')
  t.match(again, { success: true, data: { checked: /second/ } })
  t.ok((again.data as { copied: number }).copied <= 2, 'the backup and its marks')
  t.match(await run('backup', 'copy', 'usb'), { data: { copied: 0 }, meta: { changed: false } })
  t.match(await run('backup', 'verify', 'latest', '--repository', 'usb'), { success: true })
  t.match(await run('backup', 'repository', 'list'), {
    data: [
      { name: 'local', backups: 2 },
      { name: 'usb', backups: 2 },
    ],
  })
  t.match(await run('backup', 'repository', 'change', 'usb', '--append-only'), { success: true })
  t.match(await run('backup', 'prune', '--repository', 'usb', '--yes'), { meta: { exit: 3 } })
  t.match(await run('backup', 'repository', 'unlock', 'usb', '--yes'), { meta: { changed: false } })
  const strange = folder(t)
  writeFileSync(join(strange, 'letter.txt'), 'mine')
  await run('backup', 'repository', 'add', 'mine', '--path', strange)
  t.match(await run('backup', 'copy', 'mine'), { error: { code: 'data_dir.foreign' } })
  t.match(await run('backup', 'repository', 'remove', 'mine', '--yes', '--confirm', 'mine'), {
    success: true,
  })
  t.ok(existsSync(join(strange, 'letter.txt')))
})

t.test('one file holds it all, and is taken in elsewhere (OPS-122)', async (t) => {
  const file = join(folder(t), 'kituo.tar')
  t.match(await run('backup', 'export', 'latest', '--out', file), { success: true })
  const names = execFileSync('tar', ['-tf', file]).toString().trim().split('\n')
  t.match(names, [/^config\.json$/, /^keys\//, /^backups\/.*second\.kbk$/, /^objects\//])
  const away = join(folder(t), 'away')
  await run('backup', 'repository', 'add', 'away', '--path', away)
  t.match(await run('backup', 'import', file, '--repository', 'away'), {
    success: true,
    data: { tag: 'second' },
  })
  t.match(await run('backup', 'verify', 'latest', '--repository', 'away'), { success: true })
  const cut = `${file}.cut`
  copyFileSync(file, cut)
  const { truncateSync, statSync } = await import('node:fs')
  truncateSync(cut, Math.floor(statSync(cut).size / 2))
  const other = join(folder(t), 'other')
  await run('backup', 'repository', 'add', 'other', '--path', other)
  t.match(await run('backup', 'import', cut, '--repository', 'other'), { meta: { exit: 10 } })
  t.notOk(existsSync(join(other, 'config.json')), 'what it says it holds is not all there')
})

t.test('what is altered by one byte is not taken in, and not planned with (OPS-122)', async (t) => {
  const at = folder(t)
  const file = join(at, 'kituo.tar')
  t.match(await run('backup', 'export', 'latest', '--out', file), { success: true })
  const altered = (name: string): string => {
    const bytes = readFileSync(file)
    // In the middle of the database, which comes first in the backup.
    const begins = bytes.indexOf('KITUO-BACKUP 1\n') + 20_000
    bytes[begins] = (bytes[begins] ?? 0) ^ 1
    const harmed = join(at, name)
    writeFileSync(harmed, bytes)
    return harmed
  }
  const harmed = altered('harmed.tar')
  const place = join(at, 'usb')
  await run('backup', 'repository', 'add', 'stick', '--path', place)
  t.match(await run('backup', 'import', harmed, '--repository', 'stick'), {
    meta: { exit: 10 },
    error: { code: 'integrity.backup' },
  })
  const left = readdirSync(place, { recursive: true, withFileTypes: true })
  t.same(
    left.filter((one) => one.isFile()),
    [],
    'nothing of it stays',
  )
  t.match(await run('backup', 'restore', harmed, '--plan'), { meta: { exit: 10 } })
  t.match(await run('backup', 'restore', file, '--plan'), { success: true })
  t.match(await run('backup', 'import', file, '--repository', 'stick'), {
    data: { level: 'CHECK', state: 'MADE' },
    meta: { exit: 0 },
  })

  await t.test('a backup of the house itself is looked through as well', async (t) => {
    const { data } = await run('backup', 'create', '--tag', 'rotting')
    const { name } = data as { name: string }
    const own = join(dir, 'backups', 'backups', name)
    const whole = readFileSync(own)
    const bytes = Buffer.from(whole)
    bytes[20_000] = (bytes[20_000] ?? 0) ^ 1
    writeFileSync(own, bytes)
    const planned = await run('backup', 'restore', name, '--plan')
    t.match(planned, { meta: { exit: 10 }, message: /The one before is whole: .*second\.kbk/ })
    t.match(await run('backup', 'restore', name, '--dry-run', '--reason', 'a rehearsal'), {
      meta: { exit: 10 },
    })
    t.match(await run('backup', 'show', name), { data: { state: 'DAMAGED' } })
    writeFileSync(own, whole)
    t.match(await run('backup', 'check', name), { success: true })
  })
})

const python = spawnSync('python3', ['-c', 'import cryptography'])
const zstd = spawnSync('zstd', ['--version'])
const no_tools = python.status === 0 && zstd.status === 0 ? false : 'needs cryptography and zstd'

t.test('it is opened without Kituo (OPS-112)', { skip: no_tools }, async (t) => {
  const words = ((await run('backup', 'key', 'add', 'recovery', '--yes')).data as { words: string })
    .words
  const place = folder(t)
  const said = await typed(['backup', 'how-to-open', '--program'])
  writeFileSync(join(place, 'open.py'), said.out)
  writeFileSync(join(place, 'words.txt'), words.toLowerCase().replaceAll('-', ' '))
  const { data } = await run('backup', 'list')
  const { name } = (data as { name: string }[])[0] ?? { name: '' }
  const out = join(place, 'out')
  const line = ['open.py', join(dir, 'backups'), name, 'words.txt', out]
  const told = execFileSync('python3', line, { cwd: place }).toString()
  t.match(told, /schema \d+, 1 files/)
  t.equal(readFileSync(join(out, 'attachments', sha256), 'utf8'), 'a note of the house')
  t.match(readFileSync(join(out, 'secrets.toml'), 'utf8'), /app_key/)
  const { openSqlite } = await import('../../../db/store/engines/sqlite.ts')
  const engine = await openSqlite({ file: join(out, 'kituo.db'), readers: 1 })
  t.match(await engine.read("select name from departments where code = 'A'", []), [
    { name: 'Ward A' },
  ])
  await engine.close()
  writeFileSync(join(place, 'words.txt'), 'not the words')
  t.throws(() => execFileSync('python3', line, { cwd: place, stdio: 'ignore' }))
  t.match((await typed(['backup', 'how-to-open'])).out, /HOW TO OPEN A BACKUP OF KITUO/)
  t.match(await typed(['backup', 'key', 'sheet', '--yes', ...at], own), {
    code: 0,
    out: /They open with:/,
  })
})

t.test('a new master key: old backups open, the old words open nothing new', async (t) => {
  const slots = (await run('backup', 'key', 'list')).data as { kind: string; fingerprint: string }[]
  const machine = slots.find(({ kind }) => kind === 'machine')
  const rotated = await run(
    'backup',
    'key',
    'rotate',
    '--reason',
    'the sheet was lost',
    '--yes',
    '--confirm',
    'local',
  )
  t.match(rotated, { success: true, data: { master: 2, renewed: [{ kind: 'machine' }] } })
  await run('backup', 'create', '--tag', 'third')
  for (const name of [
    'latest',
    ((await run('backup', 'list')).data as { name: string }[])[0]?.name,
  ]) {
    t.match(await run('backup', 'verify', name ?? ''), { success: true })
  }
  const remove = (slot: string) =>
    run('backup', 'key', 'remove', slot, '--reason', 'lost', '--yes', '--confirm', slot)
  const left = (await run('backup', 'key', 'list')).data as { kind: string; fingerprint: string }[]
  const word = left.find(({ kind }) => kind === 'recovery')
  if (word !== undefined) {
    t.match(await remove(word.fingerprint), {
      error: { message: 'nobody could open the backups without this slot.' },
      meta: { exit: 3 },
    })
  }
  t.ok(machine)
})

t.test('when they are made', async (t) => {
  t.match(await run('backup', 'schedule', 'set', '--nightly', '10 2 * * *', '--hourly', 'off'), {
    success: true,
  })
  t.match(await run('backup', 'schedule', 'show'), {
    data: {
      nightly: '10 2 * * *',
      hourly: false,
      each: null,
      // Two at night in Dar es Salaam.
      next: { nightly: /T23:10:00\.000Z$/, hourly: null, verify: /Z$/, drill: /Z$/ },
    },
  })
})

t.test('what is lost can be entered again, and the generation before stands', async (t) => {
  const { data } = await run('backup', 'list')
  const { name } = (data as { name: string }[])[0] ?? { name: '' }
  await run('department', 'create', 'LATE', '--name', 'Late', '--kind', 'CLINICAL')
  // OPS-130: an anchor of the rows since then stays in the file, whatever becomes of the data.
  const { data: chain } = await run('audit', 'verify')
  const { to_seq, head_hash } = chain as { to_seq: number; head_hash: string }
  const written_at = new Date().toISOString()
  const { hospital_id } = house
  const anchor = { hospital_id, seq: to_seq, rows: to_seq, hash: head_hash, written_at }
  const line = JSON.stringify({ date: written_at.slice(0, 10), ...anchor })
  writeFileSync(join(dir, 'audit-anchors.log'), `${line}\n`, { flag: 'a' })
  t.match(await run('backup', 'verify', name), { success: true }, 'it knew nothing of later rows')
  const sheets = join(folder(t), 'lost')
  const restore = ['backup', 'restore', name, '--reason', 'rehearsal', '--loss-out', sheets]
  t.match(await run(...restore, '--dry-run'), { success: true })
  t.match(readFileSync(join(sheets, 'departments.csv'), 'utf8'), /(?:^|,)LATE,/m)
  const paper = readFileSync(join(sheets, 'it-desk.pdf'))
  t.match(textOf(paper).replaceAll('\n', ' '), /To be entered again: IT desk.*Departments.*LATE/)
  rmSync(sheets, { recursive: true })
  t.match(await run(...restore, '--yes', '--confirm', `restore ${name}`), { success: true })
  t.match(await run('generation', 'list'), {
    data: [
      { number: 1, state: 'PREVIOUS' },
      { number: 2, state: 'LIVE', made_by: 'restore', parent: 1 },
    ],
  })
  const forked = await run('audit', 'verify')
  t.match(forked, { success: true }, `OPS-127: a fork and no break: ${forked.message}`)
  t.match(await run('generation', 'remove', '2', '--yes', '--confirm', '2'), { meta: { exit: 3 } })
  const back = ['generation', 'rollback', '--reason', 'the wrong one', '--yes']
  t.match(await run(...back, '--confirm', 'roll back to 1'), {
    success: true,
    data: { generation: 1 },
  })
  t.match(await run('department', 'list'), { success: true })
  t.match(JSON.stringify((await run('department', 'list')).data), /LATE/)
  t.match(await run('outbound', 'show'), { data: [{ state: 'held: restored' }, {}, {}] })
  t.match(await run(...back, '--confirm', 'roll back to 0'), { meta: { exit: 3 } })
  t.match(await run('generation', 'remove', '2', '--yes', '--confirm', '2'), { success: true })
  t.match(await run('journal', 'list'), { data: [] })
})

t.test('what nobody here can open is taken in, and said to be unproved', async (t) => {
  const at = folder(t)
  const file = join(at, 'kituo.tar')
  const words = join(at, 'words')
  const { data } = await run('backup', 'key', 'add', 'recovery', '--yes')
  writeFileSync(words, (data as { words: string }).words)
  t.match(await run('backup', 'export', 'latest', '--out', file), { success: true })
  const other = join(at, 'other')
  await initialised(other)
  writeFileSync(join(other, 'kituo.toml'), '')
  const there = (...line: string[]) => typedJson([...line, '--data', other], own)
  await there('backup', 'repository', 'add', 'stick', '--path', join(at, 'stick'))
  const into = ['backup', 'import', file, '--repository', 'stick']
  const unproved = await there(...into)
  t.match(
    unproved,
    { meta: { exit: 20 }, warnings: [{ code: 'backup.unchecked' }] },
    unproved.message,
  )
  writeFileSync(join(at, 'wrong'), 'not the phrase\n')
  t.match(await there(...into, '--key-file', join(at, 'wrong')), { meta: { exit: 11 } })
  t.match(await there(...into, '--key-file', words), { meta: { exit: 0 }, warnings: [] })
  const bare = join(at, 'bare.tar')
  t.match(await run('backup', 'export', 'latest', '--out', bare, '--without-attachments'), {
    success: true,
  })
  await there('backup', 'repository', 'add', 'thin', '--path', join(at, 'thin'))
  t.match(await there('backup', 'import', bare, '--repository', 'thin', '--key-file', words), {
    meta: { exit: 20 },
    warnings: [{ code: 'backup.without_files' }],
  })
})
