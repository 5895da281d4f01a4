// Repositories lie on sticks and shares that others may write to: what somebody put there, or what a
// fault left of it, is told in a sentence, writes nothing where it should not, and keeps nobody from
// what is whole.

import { createECDH } from 'node:crypto'
import fs, {
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { checkBackup, manifestIn } from '../../../../db/appliance/backups/check.ts'
import {
  readContainer,
  sections,
  writeContainer,
} from '../../../../db/appliance/backups/container.ts'
import { exported } from '../../../../db/appliance/backups/copy.ts'
import { layOut } from '../../../../db/appliance/backups/take-in.ts'
import { createBackup, repositoryOf } from '../../../../db/appliance/backups/create.ts'
import { machineHolding } from '../../../../db/appliance/backups/keys.ts'
import { listBackups } from '../../../../db/appliance/backups/list.ts'
import { planPrune } from '../../../../db/appliance/backups/prune.ts'
import { whileRead } from '../../../../db/appliance/backups/reading-marks.ts'
import {
  addSlot,
  backupFile,
  findRepository,
  masterOf,
  slotsOf,
  unlock,
} from '../../../../db/appliance/backups/repository.ts'
import { newWords } from '../../../../db/appliance/backups/recovery-words.ts'
import { restoreBackup } from '../../../../db/appliance/backups/restore.ts'
import { bringMissing, unpackBackup } from '../../../../db/appliance/backups/unpack.ts'
import { pathOf } from '../../../../db/store/files/store.ts'
import { configurationAt, houseAt } from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'

t.test('what lies in a repository may have been harmed', async (t) => {
  const at = await houseAt(configurationAt(folder(t)))
  const { deployment } = at
  t.teardown(() => deployment.close())
  const note = await at.file('the first note')
  const made = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  const repository = await repositoryOf(deployment, undefined)
  const { masters } = await unlock(repository, [machineHolding(deployment.secrets)])
  const file = backupFile(repository, made.name)
  const whole = readFileSync(file)
  const refused = { code: 'integrity.backup' }

  t.test('its first line, which anybody may write, is held against what is sealed', async (t) => {
    const line = whole.indexOf('\n', 15)
    const forged = whole
      .subarray(0, line)
      .toString()
      .replace(/"at":"..../, '"at":"1999')
    writeFileSync(file, Buffer.concat([Buffer.from(forged), whole.subarray(line)]))
    t.match(await listBackups(repository), [{ at: /^1999/ }])
    const asked = { repository, name: made.name, masters, by: 'a test', reason: 'rehearsal' }
    await t.rejects(restoreBackup(deployment, asked), refused)
    await t.rejects(checkBackup(repository, made.name, masters), {
      ...refused,
      message: /first line/,
    })
    t.match(await listBackups(repository), [{ state: 'DAMAGED' }])
    writeFileSync(file, whole)
    await checkBackup(repository, made.name, masters)
  })

  t.test('its index is none', async (t) => {
    const index_at = Number(whole.readBigUInt64BE(whole.length - 16))
    const [before, end] = [whole.subarray(0, index_at), whole.subarray(-16)]
    for (const index of ['null', '{}', '[null]', '[{"section":"database","at":-1}]']) {
      writeFileSync(file, Buffer.concat([before, Buffer.from(index), end]))
      await t.rejects(checkBackup(repository, made.name, masters), refused, index)
    }
    writeFileSync(file, whole)
    await checkBackup(repository, made.name, masters)
  })

  t.test('names of files in it lead nowhere else', async (t) => {
    const name = made.name.replace('manual', 'hostile')
    const reading = await readContainer(repository, made.name)
    const master = masterOf(masters, reading.head.master)
    const manifest = await manifestIn(reading, master)
    const [one] = manifest.attachments
    const hostile = {
      ...manifest,
      attachments: [{ ...one, sha256: '../../../../escaped' }],
    }
    const writing = await writeContainer(repository, backupFile(repository, name), reading.head)
    for (const section of sections) {
      if (section !== 'manifest' && reading.has(section)) {
        await writing.section(section, reading.section(section, master), master)
      }
    }
    const parts = (async function* () {
      yield Buffer.from(JSON.stringify(hostile))
    })()
    await writing.section('manifest', parts, master)
    await writing.finish()
    await reading.close()
    const top = folder(t)
    const dir = join(top, 'a', 'b', 'c', 'looking')
    const asked = { repository, name, masters, dir, only: null, files: true }
    await t.rejects(unpackBackup({ ...asked, onPart: () => undefined }), refused)
    t.notOk(existsSync(join(top, 'escaped')))
    rmSync(backupFile(repository, name))
  })

  t.test('a copy under another name is another backup', async (t) => {
    const copy = backupFile(repository, 'my-copy.kbk')
    copyFileSync(file, copy)
    t.same((await listBackups(repository)).map(({ name }) => name).sort(), [
      made.name,
      'my-copy.kbk',
    ])
    rmSync(copy)
  })

  t.test('what was noted of it is torn', async (t) => {
    const marks = join(repository.dir, 'state', `${made.name}.json`)
    const kept = readFileSync(marks)
    writeFileSync(marks, '')
    t.match(await listBackups(repository), [{ name: made.name, state: 'MADE', level: 'NONE' }])
    writeFileSync(marks, kept)
  })

  t.test('a key that is torn keeps nobody out who holds another', async (t) => {
    const words = newWords()
    const by = { label: 'sheet', made_by: 'a test' }
    const sheet = await addSlot(repository, { kind: 'recovery', words }, by, masters)
    const own = createECDH('prime256v1')
    const public_key = own.generateKeys()
    const other = await addSlot(repository, { kind: 'recipient', public_key }, by, masters)
    const slotFile = (id: string) => join(repository.dir, 'keys', `${id}.json`)
    const text = readFileSync(slotFile(other.id), 'utf8')
    writeFileSync(slotFile(other.id), JSON.stringify({ ...JSON.parse(text), salt: 'AAAA' }))
    const private_key = own.getPrivateKey()
    const holdings = [
      { kind: 'recipient', private_key },
      { kind: 'recovery', words },
    ] as const
    t.equal((await unlock(repository, holdings)).slot.id, sheet.id)
    for (const torn of ['', 'null', text.slice(0, 40)]) {
      writeFileSync(slotFile(other.id), torn)
      t.equal((await unlock(repository, holdings)).slot.id, sheet.id, torn)
      await t.rejects(slotsOf(repository), { ...refused, message: new RegExp(other.id) })
    }
    rmSync(slotFile(other.id))
    const config = join(repository.dir, 'config.json')
    const kept = readFileSync(config)
    writeFileSync(config, '')
    const place = { name: 'main', path: repository.dir }
    await t.rejects(findRepository(place, false), { message: /config\.json cannot be read/ })
    writeFileSync(config, kept)
  })

  t.test('a file that is taken in', async (t) => {
    const parts: Buffer[] = []
    for await (const part of exported(repository, made.name, masters, true)) parts.push(part)
    const good = Buffer.concat(parts)
    const taken = async (harm: (bytes: Buffer) => Buffer) => {
      const dir = folder(t)
      writeFileSync(join(dir, 'export.kbk'), harm(Buffer.from(good)))
      const to = { name: 'to', path: join(dir, 'to') }
      return { dir, done: layOut(join(dir, 'export.kbk'), to) }
    }
    const sized = (size: string) => (bytes: Buffer) => {
      bytes.write(size, 124, 12, 'latin1')
      return bytes
    }
    for (const size of ['-0000001000\0', 'nonsense\0\0\0\0', '77777777777\0', '\x80'.repeat(12)]) {
      await t.rejects((await taken(sized(size))).done, refused, size)
    }
    const past_config = 512 + Math.ceil(statOf(repository.dir, 'config.json') / 512) * 512
    await t.rejects(
      (await taken((bytes) => bytes.subarray(past_config))).done,
      refused,
      'whose it is does not stand first',
    )
    for (const name of ['backups/../../over.kbk', '/etc/over.kbk', 'backups/a\nb.kbk', 'state/x']) {
      const { dir, done } = await taken((bytes) => {
        bytes.fill(0, past_config, past_config + 100)
        bytes.write(name, past_config)
        return bytes
      })
      await t.rejects(done, refused, name)
      t.notOk(existsSync(join(dir, 'over.kbk')))
    }
    const { dir, done } = await taken((bytes) => {
      bytes.write('2', past_config + 156)
      bytes.write('/etc/passwd', past_config + 157)
      return bytes
    })
    await done
    const [slot = ''] = readdirSync(join(dir, 'to', 'keys'))
    t.ok(lstatSync(join(dir, 'to', 'keys', slot)).isFile(), 'no link is ever made')
  })

  t.test('a disk that is full says so, and ends nobody', async (t) => {
    rmSync(pathOf(note))
    const { open } = fs
    const broken = (path: fs.PathLike, ...rest: unknown[]): void => {
      const after = rest.at(-1) as (error: Error | null) => void
      if (!String(path).startsWith(repository.dir)) {
        return void setImmediate(() => after(new Error('ENOSPC: no room')))
      }
      return (open as (...asked: unknown[]) => void)(path, ...rest)
    }
    fs.open = broken as typeof fs.open
    syncBuiltinESMExports()
    try {
      const asked = bringMissing(repository, made.name, masters, () => undefined)
      await t.rejects(asked, /ENOSPC/)
    } finally {
      fs.open = open
      syncBuiltinESMExports()
    }
    t.match(await bringMissing(repository, made.name, masters, () => undefined), { back: 1 })
    t.equal(readFileSync(pathOf(note), 'utf8'), 'the first note')
  })

  t.test('what is put back is not let go meanwhile', async (t) => {
    const policy = {
      keep_within_ms: 1,
      daily: 0,
      weekly: 0,
      monthly: 0,
      yearly: 0,
      time_zone: 'Africa/Dar_es_Salaam',
    }
    await createBackup(deployment, { tag: 'later', by: 'a test' })
    const going = async () =>
      (await planPrune(repository, policy)).going.map(({ backup }) => backup.name)
    t.ok((await going()).includes(made.name))
    await whileRead(repository, made.name, async () => {
      t.notOk((await going()).includes(made.name))
    })
    t.ok((await going()).includes(made.name))
    const locks = () => readdirSync(join(repository.dir, 'locks'))
    const dead = { pid: 2 ** 22 + 1, started: '1', boot: 'another', host: 'x', name: made.name }
    writeFileSync(join(repository.dir, 'locks', 'reading-dead.json'), JSON.stringify(dead))
    t.ok((await going()).includes(made.name), 'a mark without a day holds nothing')
    let seen: string[] = []
    await restoreBackup(deployment, {
      repository,
      name: made.name,
      masters,
      by: 'a test',
      reason: 'rehearsal',
      without_safety: true,
      onPhase: (phase) => {
        if (phase === 'VERIFIED') seen = locks()
      },
    })
    t.match(seen, [/^reading-/])
    t.same(locks(), [])
  })
})

const statOf = (dir: string, name: string): number => lstatSync(join(dir, name)).size
