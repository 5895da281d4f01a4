// The bundle, its assets and the runtime in one file: @yao-pkg/pkg in its enhanced SEA mode.
import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import files from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import { node, root } from '../runtime.mjs'
import { driver } from './bundle.mjs'

const version = process.versions.node
const platform = `${process.platform}-${process.arch}`

// What asset() in db/core/assets.ts may be asked for. Whatever lies among the code and is not code comes
// along by itself.
const assets = [
  '{bin,cli,tui,daemon,db,templates}/**/!(*.ts|*.tsx|*.mjs)',
  'install.sh',
  'CHANGELOG.md',
  'LICENSE',
  'node_modules/swagger-ui-dist/{LICENSE,NOTICE,favicon-32x32.png,index.css,swagger-ui.css}',
  'node_modules/swagger-ui-dist/{oauth2-redirect.html,swagger-ui-bundle.js,swagger-ui-standalone-preset.js}',
  'node_modules/@jsquash/jpeg/{LICENSE,codec/LICENSE.codec.md,codec/{dec,enc}/*.wasm}',
  'node_modules/@jsquash/png/{LICENSE,codec/LICENSE.codec.md,codec/pkg/*.wasm}',
  driver,
]

// The folder that becomes the file system inside the binary: the clone's own layout.
export function stage(folder, { name, version: number, license }) {
  const found = globSync(assets, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  for (const path of found) cpSync(join(root, path), join(folder, path))
  const target = `node${version}-${platform.replace('darwin', 'macos')}`
  const pkg = { assets: ['**/*'], sea: true, targets: [target] }
  const manifest = { name, version: number, license, type: 'module', bin: 'bin/kituo.mjs', pkg }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
}

export async function pack(folder, output, home) {
  layRuntime(home)
  process.env.HOME = home
  files.writeFile = withOptions(files.writeFile)
  const { exec } = createRequire(import.meta.url)('@yao-pkg/pkg')
  await exec([folder, '--output', output])
}

// The packer fetches its base from nodejs.org unless it finds one in its cache, which lies below
// HOME. It is given a HOME of its own with the pinned Node from npm in it, and asks no network.
function layRuntime(home) {
  const place = join(home, '.pkg-cache/sea', `node-v${version}-${platform}`)
  mkdirSync(join(place, 'bin'), { recursive: true })
  cpSync(node, join(place, 'bin/node'))
  for (const mark of [`${place}.tar.gz`, `${place}.tar.gz.ok`, join(place, 'bin/node.ok')]) {
    writeFileSync(mark, '')
  }
}

// The packer has no setting for the options that are baked in beside the program. They go into the
// configuration that it writes for Node: the debugger's signal off (OPS-9) and NODE_OPTIONS not
// listened to (OPS-2), which the smoke test proves. The warning is about a call inside sequelize,
// which Node keeps quiet about only while it lies in node_modules. A young generation of a quarter of the size
// holds 40 MB less and is as fast (decision 0225).
function withOptions(write) {
  return (path, text, ...rest) => {
    if (basename(String(path)) !== 'sea-config.json') return write(path, text, ...rest)
    const young = '--max-semi-space-size=4'
    const execArgv = ['--disable-sigusr1', '--disable-warning=DEP0169', young]
    const options = { execArgv, execArgvExtension: 'none' }
    return write(path, JSON.stringify({ ...JSON.parse(text), ...options }), ...rest)
  }
}
