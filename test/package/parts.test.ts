import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  globSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'tap'
import { asset, packaged } from '../../db/core/assets.ts'
// @ts-expect-error plain JavaScript, as everything that builds
import { unpack } from '../../scripts/pack/addon.mjs'
// @ts-expect-error likewise
import { changelogRefusal } from '../../scripts/pack/changelog.mjs'
// @ts-expect-error likewise
import { count, failures } from '../../scripts/tap.mjs'

test('asset: a file is named by its path from the root of the clone', async (t) => {
  t.same(asset('package.json'), readFileSync('package.json'))
  t.throws(() => asset('db/no-such-file.json'), { code: 'ENOENT' })
  t.equal(packaged, false)
})

const addon = Buffer.from('the addon')
const sum = createHash('sha256').update(addon).digest('hex')

test('addon: unpacked once, into a folder that is closed to others (OPS-187)', async (t) => {
  const folder = join(t.testdir({}), 'native')
  let reads = 0
  const read = () => {
    reads += 1
    return addon
  }
  const file = unpack(read, sum, folder)
  t.equal(file, join(folder, `${sum}.node`))
  t.equal(unpack(read, sum, folder), file)
  t.equal(reads, 1)
  t.same(readFileSync(file), addon)
  t.same(readdirSync(folder), [`${sum}.node`])
  t.equal(statSync(folder).mode & 0o777, 0o700)
})

test('addon: a file with another content is replaced, and the folder is closed again', async (t) => {
  const folder = t.testdir({})
  chmodSync(folder, 0o777)
  writeFileSync(join(folder, `${sum}.node`), 'put here by somebody')
  t.same(readFileSync(unpack(() => addon, sum, folder)), addon)
  t.equal(statSync(folder).mode & 0o777, 0o700)
})

test('addon: a folder of everybody is refused', { skip: process.getuid?.() === 0 }, async (t) => {
  t.throws(() => unpack(() => addon, sum, '/tmp'), /belongs to somebody else/)
})

const root = process.getuid?.() === 0

/** Any addon will do: the driver itself is built only where it is wanted. */
const addon_file = resolve(
  globSync('node_modules/{@oxlint,@oxc-*,sqlite3}/**/*.node')[0] ?? 'no addon',
)

/** A start of the packaged program, as far as its addon. */
function start(folder: string) {
  const code = `
    import { createHash } from 'node:crypto'
    import { readFileSync } from 'node:fs'
    import { loadAddon } from ${JSON.stringify(resolve('scripts/pack/addon.mjs'))}
    const bytes = readFileSync(${JSON.stringify(addon_file)})
    loadAddon(() => bytes, createHash('sha256').update(bytes).digest('hex'))`
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, PKG_NATIVE_CACHE_PATH: folder },
    encoding: 'utf8',
  })
}

const refusal = (folder: string) => ({
  status: 12,
  stderr: new RegExp(`^Kituo cannot unpack .* into ${folder}: .*PKG_NATIVE_CACHE_PATH`),
})

test('addon: a folder that cannot hold it ends the start with 12, and is named (6.2) (OPS-187)', async (t) => {
  const dir = t.testdir({ file: 'no folder' })
  t.match(start(join(dir, 'good')), { status: 0, stderr: '' })
  const below_a_file = join(dir, 'file', 'native')
  t.match(start(below_a_file), refusal(below_a_file))
})

test('addon: nor one of somebody else', { skip: !root && 'needs root' }, async (t) => {
  const folder = t.testdir({})
  chownSync(folder, 65_534, 65_534)
  t.match(start(folder), refusal(folder))
  t.match(start(folder), { stderr: /it belongs to somebody else/ })
})

test('addon: nor one that is mounted noexec (6.2)', { skip: !root && 'needs root' }, async (t) => {
  const folder = t.testdir({})
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'noexec', 'tmpfs', folder]).status !== 0) {
    t.comment('this machine mounts nothing')
    return
  }
  try {
    t.match(start(folder), refusal(folder))
  } finally {
    spawnSync('umount', [folder])
  }
})

test('changelog: a number that is out cannot be packaged with further changes', async (t) => {
  const out = '# Changes\n\n## Next\n\n- A thing.\n\n## 0.1.0 2027-01-01\n\n- First.\n'
  t.match(changelogRefusal(out, '0.1.0'), /0\.1\.0/)
  t.equal(changelogRefusal(out, '0.2.0'), undefined)
  t.equal(changelogRefusal(out.replace('- A thing.\n', ''), '0.1.0'), undefined)
})

test('count: tests are blocks without blocks, not assertions and not files', async (t) => {
  const text = `TAP version 14
# Subtest: a.test.ts
    # Subtest: outer
        # Subtest: inner
            ok 1 - x
            not ok 2 - y
            1..2
        not ok 1 - inner
        # Subtest: other
            ok 1 - x
            1..1
        ok 2 - other
        1..2
    not ok 1 - outer
    # Subtest: left out
        1..0 # SKIP not here
    ok 2 - left out # SKIP not here
    1..2
not ok 1 - a.test.ts
# Subtest: b.test.ts
    ok 1 - x
    ok 2 - y
    1..2
ok 2 - b.test.ts
1..2
`
  t.same(count(text), { passed: 2, failed: 1 })
  t.same(failures(text), ['a.test.ts > outer > inner > y'])
})
