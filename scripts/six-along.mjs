// After the whole suite on PostgreSQL: which routes were neither asked six times by the sweep nor along with a test of
// theirs (test/support/sweeps/six-along.ts). The list of those only shrinks.
import { existsSync, globSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './runtime.mjs'

const lists = join(root, 'test/faults/six')
const unasked_list = join(root, 'test/faults/six-unasked.txt')
const linesOf = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean)

/** What nobody asked, in sentences; a part of the suite is not judged. */
export function alongFaults(run, is_whole) {
  const shelf = join(tmpdir(), `kituo-six-${run}`)
  const asked = new Set(
    (existsSync(shelf) ? readdirSync(shelf) : []).map((file) =>
      readFileSync(join(shelf, file), 'utf8'),
    ),
  )
  rmSync(shelf, { recursive: true, force: true })
  if (!is_whole) return []
  const wanted = globSync('*.txt', { cwd: lists }).flatMap((file) => linesOf(join(lists, file)))
  const unasked = [...new Set(wanted)].filter((name) => !asked.has(name)).sort()
  if (process.env.SHRINK_LISTS === '1') {
    writeFileSync(unasked_list, unasked.map((name) => `${name}\n`).join(''))
    return []
  }
  const known = new Set(linesOf(unasked_list))
  return unasked
    .filter((name) => !known.has(name))
    .map((name) => `${name} is asked six times by nobody: no test asks it with success.`)
}
