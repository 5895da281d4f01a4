// The release archive (OPS-186, OPS-190, OPS-191): the program, install.sh, licence texts, the list of
// components; checksums beside it, signed when a key is given.
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../runtime.mjs'

const along = ['install.sh', 'LICENSE', 'CHANGELOG.md', 'README.md', 'docs/operating.md']

/** PEM of the key in KITUO_SIGN_KEY_FILE; undefined for a build of one's own. */
export function signingKey(env = process.env) {
  const file = env.KITUO_SIGN_KEY_FILE
  return file ? createPrivateKey(readFileSync(file)) : undefined
}

/** The program inside trusts whoever signs this release, and whom the clone names. */
export function addKey(folder, key) {
  const file = join(folder, 'db/appliance/release/keys.pem')
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' })
  writeFileSync(file, `${readFileSync(file, 'utf8')}${pem}`)
}

export function release(dist, program, { version, name }, key) {
  const arch = process.arch
  const stem = `kituo-${version}-linux-${arch}`
  const folder = join(dist, stem)
  mkdirSync(folder, { recursive: true })
  copyFileSync(program, join(folder, 'kituo'))
  for (const path of along) cpSync(join(root, path), join(folder, basename(path)))
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  writeFileSync(
    join(folder, 'components.json'),
    JSON.stringify(components(lock, name, version), null, 2),
  )
  sums(folder, ['kituo', 'install.sh'], key)
  const archive = join(dist, `${stem}${key === undefined ? '-unsigned' : ''}.tar.gz`)
  execFileSync('tar', ['--owner=0', '--group=0', '-czf', archive, '-C', dist, stem])
  rmSync(folder, { recursive: true })
  sums(dist, [basename(archive)], key)
  return archive
}

function sums(folder, names, key) {
  const lines = names.map((name) => `${digest(join(folder, name))}  ${name}\n`).join('')
  writeFileSync(join(folder, 'SHA256SUMS'), lines)
  if (key !== undefined) {
    writeFileSync(join(folder, 'SHA256SUMS.sig'), sign('sha256', Buffer.from(lines), key))
  }
}

/** CycloneDX, from the lock file: what is inside, and under which licence. */
export function components(lock, name, version) {
  const inside = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: inside.map(([path, found]) => {
      const called = path.replace(/^.*node_modules\//, '')
      return {
        type: 'library',
        name: called,
        version: found.version,
        purl: `pkg:npm/${called.replace('@', '%40')}@${found.version}`,
        ...(found.license === undefined
          ? {}
          : { licenses: [{ license: { name: found.license } }] }),
      }
    }),
  }
}

const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')
