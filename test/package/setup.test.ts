import { readFileSync } from 'node:fs'
import { test } from 'tap'
// @ts-expect-error plain JavaScript, which runs before there is a compiler
import { unnamed } from '../../scripts/lock.mjs'
// @ts-expect-error likewise
import { compilerSentence, packagesStale } from '../../scripts/setup.mjs'

const wanted = {
  '': { version: '0.1.0' },
  'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-a' },
  'node_modules/@esbuild/win32-x64': { version: '1.0.0', integrity: 'sha512-b', optional: true },
}
const fastify = { version: '5.0.0', integrity: 'sha512-a' }

test('packages: what the lock file asks for is there, whatever the dates of the files', async (t) => {
  t.equal(packagesStale(wanted, { 'node_modules/fastify': fastify }), false)
})

test('packages: one missing, of another version or of another content is stale (OPS-183, OPS-184)', async (t) => {
  t.equal(packagesStale(wanted, {}), true)
  const of = (change: object) => ({ 'node_modules/fastify': { ...fastify, ...change } })
  t.equal(packagesStale(wanted, of({ version: '5.0.1' })), true)
  t.equal(packagesStale(wanted, of({ integrity: 'sha512-c' })), true)
})

test('compiler: one sentence names what is missing and the Debian packages (OPS-183)', async (t) => {
  t.match(
    compilerSentence('/nowhere', 'g++'),
    /no g\+\+, no make, no python3\. .*build-essential python3$/,
  )
  t.notMatch(compilerSentence('/nowhere', 'g++'), /\n/)
})

test('lock file: names the optional packages of every platform, or npm ci refuses it', async (t) => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  t.same(unnamed(lock.packages), [], 'mend it with: node scripts/lock.mjs')
})
