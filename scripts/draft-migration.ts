// Writes the migration that brings the database to what the tables say:
//   node scripts/draft-migration.ts 0002-notices
// --fresh writes one that makes everything: only until the first release.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { schemaOf, schemaWanted, stepsBetween } from '../db/store/drift.ts'
import { migrations } from '../db/store/migrations/list.ts'
import { tables } from '../db/tables.ts'

const name = process.argv[2]
if (name === undefined || !/^\d{4}-[a-z0-9-]+$/.test(name)) {
  console.error('Give the migration a number and a name: 0002-notices')
  process.exit(2)
}
const fresh = process.argv.includes('--fresh')
const steps = stepsBetween(fresh ? {} : await schemaOf(migrations), schemaWanted(tables))
if (steps.length === 0) {
  console.error('The migrations already make these tables.')
  process.exit(0)
}
const file = `db/store/migrations/${name}.ts`
writeFileSync(
  file,
  `import type { Step } from '../migrate.ts'\n\nexport const steps: readonly Step[] = ${JSON.stringify(steps, null, 2)}\n`,
)
execFileSync('biome', ['format', '--write', file], { stdio: 'inherit' })
console.log(`${file}: ${steps.length} steps. Add it to db/store/migrations/list.ts.`)
