// What every npm script calls: sets the clone up when needed, then runs the named work on the
// pinned Node. Install scripts are off, and with them npm's own pre and post steps.
import { join } from 'node:path'
import { environment, kituo, node, root, run } from './runtime.mjs'
import { buildDriver, SetupError, setUp } from './setup.mjs'

const [name, ...args] = process.argv.slice(2)

const work = {
  start: () => kituo(['serve', '--first-run', '--data', './.kituo', ...args]),
  test: () => script('test', args),
  check: () => script('check', args),
  package: () => script('package', args),
  bench: () => script('bench', args),
  kills: () => script('kills', args),
  draw: () => script('draw', args),
  driver: () => null,
}

function script(file, rest) {
  return [join(root, 'scripts', `${file}.mjs`), ...rest]
}

if (!Object.hasOwn(work, name)) {
  console.error(`There is no "${name}" to run. There is: ${Object.keys(work).join(', ')}.`)
  process.exit(2)
}
try {
  await setUp()
  if (name === 'driver') await buildDriver()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exit(1)
}
const words = work[name]()
process.exit(words === null ? 0 : await run(node, words, { env: environment(), cwd: root }))
