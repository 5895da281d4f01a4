// npm run draw: what is drawn from the code and kept beside it. The lists of the wings first: the foundation is
// drawn from the tables that they name.
import { join } from 'node:path'
import { node, root, run } from './runtime.mjs'

for (const file of ['draw-wings.ts', 'draw-foundation.ts']) {
  const code = await run(node, ['--no-warnings', join(root, 'scripts', file)], { cwd: root })
  if (code !== 0) process.exit(code)
}
