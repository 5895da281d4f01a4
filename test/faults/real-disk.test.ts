// A disk of its own under a house that works (operations 6.2): filled to the last block, made read-only
// by the kernel, and both at a start. Nothing is said to be kept that is not, and it is well again by
// itself.

import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Document } from '../../db/appliance/deployment/line.ts'
import { folder } from '../support/folder.ts'
import { until } from '../support/programs/until.ts'
import { type Served, served } from '../support/programs/house.ts'
import { typedJson } from '../support/programs/typed.ts'

t.setTimeout(600_000)

const full = 'The disk is full: nothing can be saved. Tell the IT desk.'
const own = { env: { KITUO_CONFIG: undefined } }
const ran = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0

/** Null where the rights or the tools for it are missing. */
function loopDisk(t: Test, megabytes: number): { image: string; disk: string } | null {
  const at = folder(t)
  const [image, disk] = [join(at, 'image'), join(at, 'disk')]
  mkdirSync(disk)
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1024 ** 2)
  if (!ran('mkfs.ext4', '-q', '-F', '-m', '0', image)) return null
  if (!ran('mount', '-o', 'loop', image, disk)) return null
  t.teardown(() => void ran('umount', '-l', disk))
  rmSync(join(disk, 'lost+found'), { recursive: true, force: true })
  return { image, disk }
}

/** In a process of its own, so that nothing of it holds the disk. */
function apart(...words: string[]): Document {
  const program = join(import.meta.dirname, '../../bin/kituo.ts')
  const line = ['--no-warnings', program, ...words, '--json']
  const { stdout } = spawnSync(process.execPath, line, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })
  return JSON.parse(stdout) as Document
}

async function entered(house: Served) {
  const password = (await house.hear(/Password +(?<word>\w+)/)).groups?.['word'] ?? ''
  const send = async (method: string, path: string, body?: object, token?: string) => {
    const answer = await fetch(`${house.url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const said = (await answer.json()) as { message: string; data: never }
    return { status: answer.status, ...said }
  }
  const login = await send('POST', '/auth/login', { identifier: 'admin', password })
  const { access_token } = (login.data as { tokens: { access_token: string } }).tokens
  return (method: string, path: string, body?: object) => send(method, path, body, access_token)
}

t.test('a loop-mounted disk', async (t) => {
  const made = loopDisk(t, 1024)
  if (made === null) return void t.pass('SKIP: needs to mount a loop device')
  const { image, disk } = made
  const dir = join(disk, 'data')
  mkdirSync(dir, { mode: 0o700 })
  const limits = 'warn = "40MiB"\nrefuse_uploads = "30MiB"\nread_only = "20MiB"\n'
  writeFileSync(join(dir, 'kituo.toml'), `backup.hourly = false\n[disk]\n${limits}`)
  const house = await served(t, dir, '--first-run')
  const ask = await entered(house)
  const open = (code: string) =>
    ask('POST', '/departments', { code, name: `Wadi ${code}`, kind: 'CLINICAL' })
  t.equal((await open('BEFORE')).status, 201)
  const ballast = join(disk, 'ballast')

  await t.test('filled to the last block while people work (OPS-27)', async (t) => {
    ran('fallocate', '-l', '2G', ballast)
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M', 'oflag=append', 'conv=notrunc'])
    const answers = []
    for (let n = 0; n < 400; n++) {
      const answer = await open(`JAA${n}`)
      answers.push(answer)
      if (answer.status !== 201) break
    }
    const last = answers.at(-1)
    t.same([last?.status, last?.message], [503, full])
    const kept = answers.filter(({ status }) => status === 201).length
    t.equal((await open('MORE')).status, 503, 'and it stays so')
    t.equal((await ask('GET', '/departments')).status, 200, 'reads go on')
    t.match(await ask('GET', '/ready'), { status: 503, message: /disk/ })
    t.equal((await ask('GET', '/health')).status, 200)
    const backup = await typedJson(['backup', 'create', '--data', dir], own)
    t.match(backup, { success: false, error: { code: 'resources.disk' }, meta: { exit: 12 } })
    rmSync(ballast)
    let after = await open('AFTER')
    for (let tries = 0; tries < 60 && after.status !== 201; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      after = await open('AFTER')
    }
    t.equal(after.status, 201, 'it ends by itself')
    const found = await ask('GET', '/departments?search=JAA&per_page=1')
    t.match(found, { meta: { total: kept } }, 'what was said to be kept is there')
  })

  await t.test('made read-only by the kernel while people work', async (t) => {
    // As ext4 does by itself when it meets errors on the disk.
    if (!ran('mount', '-o', 'remount,abort', disk)) return void t.pass('SKIP: no abort here')
    const answers = [await open('RO1'), await open('RO2')]
    t.same(
      answers.map(({ status }) => status),
      [503, 503],
      answers.map(({ message }) => message).join(' '),
    )
    t.equal((await ask('GET', '/health')).status, 200)
    const read = await ask('GET', '/departments')
    t.ok([200, 503].includes(read.status), `a read is answered or refused: ${read.status}`)
    house.child.kill('SIGKILL')
    await house.ended
    return undefined
  })

  await t.test('read-only at a start: a sentence, and no half-made thing', async (t) => {
    await until('nobody has a file of it open', async () => ran('umount', disk))
    ran('e2fsck', '-p', '-f', image)
    if (!ran('mount', '-o', 'loop,ro', image, disk)) return void t.pass('SKIP: not mounted')
    const began = apart('serve', '--data', dir, '--listen', '127.0.0.1:0')
    t.match(began, { success: false, error: { message: /read-only/ }, meta: { exit: 12 } })
    await until('nobody has a file of it open', async () => ran('umount', disk))
    t.ok(ran('mount', '-o', 'loop', image, disk))
    const again = await served(t, dir)
    again.child.kill('SIGTERM')
    t.equal(await again.ended, 0, 'with a disk that can be written it starts and stops well')
    t.match(await typedJson(['database', 'check', '--data', dir], own), { success: true })
    return undefined
  })

  await t.test('full at a start: 12', async (t) => {
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M'])
    t.match(apart('serve', '--data', dir, '--listen', '127.0.0.1:0'), {
      error: { code: 'resources.disk', message: /less than 20 ?MiB free/ },
      meta: { exit: 12 },
    })
    rmSync(ballast)
  })
})
