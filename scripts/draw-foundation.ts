// Draws the foundation from the tables, a file an area, until the first release:
//   npm run draw

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { drawn, folder } from './foundation.ts'

const areas = [...drawn()]
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [area, schema] of areas) {
  writeFileSync(
    `${folder}/${area}.ts`,
    `// Drawn by npm run draw, never by hand.\nimport type { Schema } from '../../drift.ts'\n\nexport const schema: Schema = ${JSON.stringify(schema, null, 2)}\n`,
  )
}
const named = (area: string): string => area.replaceAll('-', '_')
writeFileSync(
  `${folder}/all.ts`,
  `// Drawn by npm run draw, never by hand.\n${areas.map(([area]) => `import { schema as ${named(area)} } from './${area}.ts'`).join('\n')}\nimport type { Schema } from '../../drift.ts'\n\nexport const foundation: Schema = {\n${areas.map(([area]) => `  ...${named(area)},`).join('\n')}\n}\n`,
)
execFileSync('node_modules/.bin/biome', ['format', '--write', folder], { stdio: 'ignore' })
console.log(`${folder}: ${areas.length} areas.`)
