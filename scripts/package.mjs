// npm run package: dist/kituo, the whole product in one file, proved by its smoke test.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pack, stage } from './pack/binary.mjs'
import { bundle, bundleWorker } from './pack/bundle.mjs'
import { changelogRefusal } from './pack/changelog.mjs'
import { weighArchive } from './pack/figures.mjs'
import { addKey, release, signingKey } from './pack/release.mjs'
import { bin, node, root, run } from './runtime.mjs'

const dist = join(root, 'dist')
const output = join(dist, 'kituo')
const folder = join(dist, 'stage')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const started = Date.now()

const changelog = join(root, 'CHANGELOG.md')
const refusal =
  existsSync(changelog) && changelogRefusal(readFileSync(changelog, 'utf8'), manifest.version)
if (refusal) end(refusal)
if ((await run(node, [bin('tsc')], { cwd: root })) !== 0) end('The types do not hold.')

rmSync(dist, { recursive: true, force: true })
mkdirSync(join(folder, 'bin'), { recursive: true })
await bundle(join(folder, 'bin'))
await bundleWorker('daemon/work/worker.ts', join(folder, 'bin/worker.cjs'))
await bundleWorker('db/store/engines/sqlite-worker.ts', join(folder, 'bin/sqlite-worker.cjs'))
stage(folder, manifest)
const key = signingKey()
if (key !== undefined) addKey(folder, key)
await pack(folder, output, join(dist, 'home'))
for (const scaffold of [folder, join(dist, 'home')]) rmSync(scaffold, { recursive: true })
console.log(`dist/kituo in ${((Date.now() - started) / 1000).toFixed(1)} s`)

const smoke = await run(node, [join(root, 'test/package/smoke.mjs'), output], { cwd: root })
if (smoke !== 0) process.exit(smoke)
const archive = release(dist, output, manifest, key)
const { lines, over } = weighArchive(dist, archive)
for (const line of [...lines, archive]) console.log(line)
if (over.length > 0) end(over.join('\n'))

function end(sentence) {
  console.error(sentence)
  process.exit(1)
}
