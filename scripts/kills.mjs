// npm run kills: the tests that kill programs, as often as asked (`-- 100`), where the suite does it a few
// times. On the database that DB names, as npm test. What the last whole run gave stands in docs/performance.md.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, node, root, run } from './runtime.mjs'

const [often = '100'] = process.argv.slice(2)
if (!/^[1-9]\d{0,3}$/.test(often)) {
  console.error('npm run kills -- 100: how often, from 1 to 9999.')
  process.exit(2)
}
const files = globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes("env['KITUO_KILLS']"),
)
const env = { ...environment(), KITUO_KILLS: often }
process.exit(await run(node, [join(root, 'scripts/test.mjs'), ...files], { cwd: root, env }))
