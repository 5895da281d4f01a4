// npm run bench -- <name> [arguments]: one file of bench/ on the pinned Node.
import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { node, root, run } from './runtime.mjs'

const [name, ...args] = process.argv.slice(2)
const file = join(root, 'bench', `${name}.ts`)

if (!name || basename(name) !== name || !existsSync(file)) {
  const names = globSync('bench/*.ts', { cwd: root }).map((path) => basename(path, '.ts'))
  console.error(`npm run bench -- <name>. There is: ${names.sort().join(', ') || 'nothing yet'}.`)
  process.exit(2)
}
process.exit(await run(node, [file, ...args], { cwd: root }))
