// OPS-56: who is of a group and not of the house may not read its configuration, and asks the daemon
// at its sockets all the same.

import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { initialised } from '../../support/programs/typed.ts'

const program = join(import.meta.dirname, '../../../bin/kituo.ts')
const nobody = 65_534

/** Typed by an account that owns nothing here; by root it is another one. */
const typedByAnother = (...line: string[]): Promise<{ code: number | null; said: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-warnings', program, ...line], {
      ...(process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}),
      env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        said += piece
      })
    }
    child.once('error', reject)
    child.once('exit', (code) => resolve({ code, said }))
  })

t.test('OPS-56: the folder of the socket decides, not the file', async (t) => {
  const dir = join(folder(t), 'house')
  await served(t, dir, '--first-run')
  const file = join(dir, 'kituo.toml')
  chmodSync(file, 0o000)
  chmodSync(dirname(dir), 0o711)
  chmodSync(dir, 0o711)
  const asks = (...line: string[]) => typedByAnother(...line, '--data', dir)

  const outside = await asks('job', 'list')
  if (/EACCES|Cannot find module/.test(outside.said) && !outside.said.includes('kituo')) {
    t.comment('this clone lies where no other account can reach it')
    return
  }
  t.match(outside, { code: 9, said: /this needs the group kituo-admin on this machine/ })
  for (const [path, mode] of [
    ['run', 0o711],
    ['run/admin', 0o711],
    ['run/read', 0o711],
    ['run/admin/kituo.sock', 0o666],
  ] as const) {
    chmodSync(join(dir, path), mode)
  }
  t.match(await asks('schedule', 'list', '--field', 'meta.mode'), { code: 0, said: 'socket\n' })
  t.match(await asks('backup', 'create', '--tag', 'of-a-group'), { code: 0 })
  t.match(await asks('database', 'migrate', '--yes'), {
    code: 9,
    said: /database migrate works on the files of the house: type it as root/,
  })
  for (const line of [
    ['update', 'history'],
    ['config', 'set', 'log.level', 'debug'],
  ]) {
    const said = /kituo\.toml is for the house and for root to read: type it as root\./
    t.match(await asks(...line), { code: 9, said }, line.join(' '))
  }
})

t.test(
  'OPS-42: root writes where it said, and leaves nothing of its own in the data',
  async (t) => {
    if (process.getuid?.() !== 0) {
      t.comment('only root steps down')
      return
    }
    const dir = join(folder(t), 'house')
    await initialised(dir)
    execFileSync('chown', ['-R', `${nobody}:${nobody}`, dir])
    chmodSync(dirname(dir), 0o711)
    const roots_own = join(folder(t), 'roots-own')
    mkdirSync(roots_own, { mode: 0o700 })
    const out = join(roots_own, 'bundle.tar.gz')
    const line = ['support', 'bundle', '--out', out, '--yes', '--data', dir]
    execFileSync(process.execPath, ['--no-warnings', program, ...line], { stdio: 'ignore' })
    t.match(statSync(out), { uid: 0, mode: 0o100600 })
    const owners = execFileSync('find', [dir, '!', '-uid', String(nobody)], { encoding: 'utf8' })
    t.equal(owners, '')
  },
)
