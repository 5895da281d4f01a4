#!/usr/bin/env node
// From a clone: bin/kituo.ts on the pinned Node, whatever Node runs this file. `npx kituo …` comes
// here. The packaged binary does not.
import { existsSync } from 'node:fs'
import { kituo, node, run } from '../scripts/runtime.mjs'

if (!existsSync(node)) {
  process.stderr.write('This clone is not set up yet. Run: npm start\n')
  process.exit(1)
}
process.exit(await run(node, kituo(process.argv.slice(2))))
