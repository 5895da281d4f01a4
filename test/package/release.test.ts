// The release archive (OPS-186, OPS-190, OPS-191), made of a program that only pretends, and read by
// the rule that updates judge releases by.

import { generateKeyPairSync } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readRelease } from '../../db/appliance/release/archive.ts'
import { folder } from '../support/folder.ts'

interface Packing {
  release: (dist: string, program: string, manifest: object, key?: object) => string
  addKey: (folder: string, key: object) => void
  components: (lock: object, name: string, version: string) => { components: { purl: string }[] }
}
const packing = (await import('../../scripts/pack/release.mjs' as string)) as Packing

t.test('a release: signed, checked, and with install.sh and licences inside', async (t) => {
  const dist = folder(t)
  const program = join(dist, 'kituo')
  writeFileSync(program, '#!/bin/sh\necho 3.2.1\n', { mode: 0o755 })
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const manifest = { name: 'kituo', version: '3.2.1' }
  const archive = packing.release(dist, program, manifest, privateKey)
  const config_dir = folder(t)
  writeFileSync(
    join(config_dir, 'release-keys.pem'),
    publicKey.export({ type: 'spki', format: 'pem' }),
  )
  const found = await readRelease(archive, { config_dir, allow_unsigned: false })
  t.match(found, { version: '3.2.1', arch: process.arch, signed_by: /^[0-9a-f]{64}$/ })
  const inside = folder(t)
  execFileSync('tar', ['-xzf', archive, '-C', inside, '--strip-components=1'])
  t.same(readdirSync(inside).sort(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SHA256SUMS',
    'SHA256SUMS.sig',
    'components.json',
    'install.sh',
    'kituo',
    'operating.md',
  ])
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: inside })
  const { components } = JSON.parse(readFileSync(join(inside, 'components.json'), 'utf8'))
  t.ok(components.some(({ purl }: { purl: string }) => purl.startsWith('pkg:npm/fastify@')))

  await t.rejects(readRelease(archive, { config_dir: folder(t), allow_unsigned: false }), {
    message: /signature of SHA256SUMS does not hold/,
  })
  const own = packing.release(dist, program, manifest)
  t.match(own, /-unsigned\.tar\.gz$/)
  await t.rejects(readRelease(own, { config_dir: null, allow_unsigned: false }))
  t.match(await readRelease(own, { config_dir: null, allow_unsigned: true }), { signed_by: null })

  mkdirSync(join(dist, 'stage/db/appliance/release'), { recursive: true })
  writeFileSync(join(dist, 'stage/db/appliance/release/keys.pem'), '# keys\n')
  packing.addKey(join(dist, 'stage'), privateKey)
  t.match(
    readFileSync(join(dist, 'stage/db/appliance/release/keys.pem'), 'utf8'),
    'BEGIN PUBLIC KEY',
  )
})
