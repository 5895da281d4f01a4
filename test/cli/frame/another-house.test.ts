// Two houses on one machine that share a folder for their sockets: a command is of the one whose data are
// named, whoever answers there (OPS-34).

import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { initialised, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)
const at = folder(t)
const file = join(at, 'kituo.toml')
writeFileSync(file, `[control]\ndir = "${join(at, 'run')}"\n`)
const world = { env: { KITUO_CONFIG: file } }
const [house, other, copy] = [join(at, 'house'), join(at, 'other'), join(at, 'copy')]
const on = (dir: string, ...words: string[]) => typedJson([...words, '--data', dir], world)
const named = ['--name', 'Burns unit', '--kind', 'CLINICAL']
const departments = async (dir: string) => {
  const { data, meta } = await on(dir, 'department', 'list')
  return { codes: (data as { code: string }[]).map(({ code }) => code), mode: meta['mode'] }
}

t.before(async () => {
  await initialised(house)
  await initialised(other)
  await served(t, house, '--config', file)
  // With what it says of who holds it.
  cpSync(house, copy, { recursive: true, filter: (name) => !name.endsWith('.sock') })
})

t.test('a change goes into the data that were named, not into those of who answers', async (t) => {
  const made = await on(other, 'department', 'create', 'BURNS', ...named)
  t.match(made, { success: true, meta: { mode: 'direct', data_dir: other } }, made.message)
  const here = await departments(house)
  t.equal(here.mode, 'socket')
  t.notOk(here.codes.includes('BURNS'))
  t.ok((await departments(other)).codes.includes('BURNS'))
})

t.test('a copy beside the running house is asked itself', async (t) => {
  const made = await on(copy, 'department', 'create', 'DERM', ...named)
  t.match(made, { success: true, meta: { mode: 'direct', data_dir: copy } }, made.message)
  t.ok((await departments(copy)).codes.includes('DERM'))
  const here = await departments(house)
  t.equal(here.mode, 'socket')
  t.notOk(here.codes.includes('DERM'))
  const { meta } = await on(copy, 'books', 'verify')
  t.match(meta, { data_dir: copy, mode: 'direct' })
})

t.test('what needs a house alone leaves another one alone', async (t) => {
  const done = await on(other, 'database', 'optimise', '--yes')
  t.match(done, { success: true, meta: { data_dir: other } }, done.message)
  t.match(await on(house, 'status'), { data: { daemon: { state: 'READY' } } })
  t.match(await on(other, 'status', '--direct'), { data: { daemon: null } })
})

t.test('another name of the same folder is the same house', async (t) => {
  const { meta } = await on(join(at, '.', 'other', '..', 'house'), 'department', 'list')
  t.match(meta, { mode: 'socket', data_dir: house })
})

t.test('a socket that is named is not gone round', async (t) => {
  const socket = join(at, 'run/admin/kituo.sock')
  const refused = { success: false, error: { code: 'data_dir.another' }, meta: { exit: 13 } }
  t.match(await on(other, 'department', 'list', '--socket', socket), refused)
  t.match(await on(other, 'database', 'optimise', '--yes', '--socket', socket), refused)
})
