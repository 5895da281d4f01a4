// Where the program is proved: an empty folder, an empty environment and, when root starts the test,
// a user who may write nowhere else, on a machine without a network.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { rmSync, statSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../scripts/runtime.mjs'
import { begin, endAll } from './program.mjs'

const NOBODY = 65534

export const say = (line) => process.stdout.write(`${line}\n`)

/** Begins the test anew with nothing but the machine's own interface, where root may do that. */
export async function withoutNetwork() {
  const alone = Object.values(networkInterfaces())
    .flat()
    .every(({ internal }) => internal)
  if (alone) return
  const up = ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  if (spawnSync('unshare', [...up, 'true']).status !== 0) {
    return say('this user may take no network away: the program runs with one')
  }
  process.exit(await run('unshare', [...up, process.execPath, ...process.argv.slice(1)]))
}

export function layOut(binary) {
  const place = mkdtempSync(join(tmpdir(), 'kituo-smoke-'))
  const home = join(place, 'empty')
  const cache = join(place, 'cache')
  const terminal = join(place, 'terminal')
  const program = join(place, 'kituo')
  const user = process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const env = { PKG_NATIVE_CACHE_PATH: cache }
  const before = left(user)

  copyFileSync(binary, program)
  chmodSync(program, 0o755)
  chmodSync(place, 0o755)
  for (const folder of [home, cache, terminal]) {
    mkdirSync(folder, { mode: 0o700 })
    if (user.uid) chownSync(folder, user.uid, user.gid)
  }

  const kituo = (args, { more = {}, input } = {}) =>
    begin(program, args, { cwd: home, env: { ...env, ...more }, input, ...user })

  return {
    /** Of the test itself; the program reads in it and writes nothing. */
    place,
    home,
    terminal,
    program,
    user,
    env,
    kituo,
    /** A command on the data, ended as it should; gives its document. */
    async command(...args) {
      const run = kituo([...args, '--data', './data', '--json'])
      assert.equal(await run.ended, 0, `kituo ${args.join(' ')}\n${run.output()}`)
      return JSON.parse(run.printed()).data
    },
    // As nobody it could have written only where everybody may.
    leavesNothing() {
      assert.deepEqual(readdirSync(home), ['data'], 'beside the data something else was written')
      assert.deepEqual(readdirSync(cache), [], 'nothing is unpacked to start (OPS-187)')
      if (user.uid)
        assert.deepEqual(left(user), before, 'something was left where everybody writes')
    },
    async clear() {
      await endAll()
      rmSync(place, { recursive: true, force: true })
    },
  }
}

function left(user) {
  const shared = ['/tmp', '/var/tmp', '/dev/shm']
  return shared.flatMap((folder) =>
    readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.uid === user.uid),
  )
}
