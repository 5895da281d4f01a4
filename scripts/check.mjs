// npm run check: types, lint, format, then the tests. Everything is run, so that one round shows
// everything there is to mend.
import { join } from 'node:path'
import { bin, node, root, run } from './runtime.mjs'

const steps = [
  // What was judged before is remembered: after a small change it takes a fraction of the time.
  ['types', bin('tsc'), '--incremental', '--tsBuildInfoFile', '.tap/types.json'],
  ['lint', bin('oxlint'), '--type-aware', '--deny-warnings'],
  ['format', bin('biome'), 'format', '.'],
  ['tests', join(root, 'scripts/test.mjs')],
]

const only = process.argv.slice(2)
const failed = []
for (const [name, file, ...args] of steps) {
  if (only.length > 0 && !only.includes(name)) continue
  const started = Date.now()
  const code = await run(node, [file, ...args], { cwd: root })
  console.log(
    `${name}: ${code === 0 ? 'good' : 'BAD'}, ${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
  if (code >= 128) process.exit(code)
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) console.log(`Not good: ${failed.join(', ')}.`)
process.exit(failed.length > 0 ? 1 : 0)
