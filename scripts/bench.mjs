// npm run bench -- <name> [arguments]: one file of bench/ on the pinned Node.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { node, root, run } from './runtime.mjs'

const [name, ...args] = process.argv.slice(2)
const file = join(root, 'bench', `${name}.ts`)

if (!name || basename(name) !== name || !existsSync(file)) {
  // Each begins with a sentence that says what it measures.
  const lines = globSync('bench/*.ts', { cwd: root })
    .sort()
    .map((path) => {
      const [comment] = readFileSync(join(root, path), 'utf8').split('\n\n', 1)
      const [first] = comment
        .replace(/^\/\/ ?/gm, '')
        .replaceAll('\n', ' ')
        .split(/[.:;?](?: |$)/, 1)
      return `  ${basename(path, '.ts').padEnd(14)} ${first}`
    })
  console.error(`npm run bench -- <name> [arguments]\n\n${lines.join('\n')}`)
  process.exit(name ? 2 : 0)
}
process.exit(await run(node, ['--no-warnings', file, ...args], { cwd: root }))
