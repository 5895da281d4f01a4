// node scripts/lock.mjs: completes package-lock.json. A registry that keeps the packages of some
// platforms only makes npm write a lock file without the others, and `npm ci` then refuses that
// file. Packages of a foreign platform are never fetched, so naming them is enough.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.mjs'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

// Optional packages that some package asks for and the lock file does not have.
export function unnamed(packages) {
  return Object.entries(packages).flatMap(([, { optionalDependencies, dev }]) =>
    Object.entries(optionalDependencies ?? {})
      .filter(
        ([name]) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)),
      )
      .map(([name, version]) => ({ name, version, dev })),
  )
}

function entry({ name, version, dev }) {
  const words = name.split(/[/-]/)
  const of = (known) => known.filter((word) => words.includes(word)).slice(0, 1)
  const libc = words.includes('musl')
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : undefined
  if (of(systems).length === 0) throw new Error(`${name} names no platform: is the registry there?`)
  return { version, cpu: of(processors), dev, libc, optional: true, os: of(systems) }
}

if (process.argv[1] === import.meta.filename) {
  const file = join(root, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const [own, ...rest] = Object.entries(lock.packages)
  for (const found of unnamed(lock.packages))
    rest.push([`node_modules/${found.name}`, entry(found)])
  rest.sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries([own, ...rest])
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
