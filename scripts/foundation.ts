// The foundation as the tables say it, a file an area: drawn anew until the first release, then never
// touched again. `npm run draw` writes it, a test holds it against what is there.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../db/core/assets.ts'
import { type Schema, schemaWanted } from '../db/store/drift.ts'
import { tables } from '../db/tables.ts'

export const folder = 'db/store/migrations/foundation'

/** What each area's file holds, by its name. */
export function drawn(): Map<string, Schema> {
  const owners = ownersOfTables()
  const areas = new Map<string, Schema>()
  for (const [name, spec] of Object.entries(schemaWanted(tables))) {
    const owner = owners.get(name)
    if (owner === undefined) throw new Error(`no tables.ts declares ${name}`)
    areas.set(owner, { ...areas.get(owner), [name]: spec })
  }
  return new Map([...areas].sort(byName).map(([area, schema]) => [area, sorted(schema)]))
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

/** By name, so that it does not matter in which order the tables are made known. */
const sorted = (schema: Schema): Schema => Object.fromEntries(Object.entries(schema).sort(byName))

/** Read from the code: a table is declared in its area's folder, once. */
function ownersOfTables(): Map<string, string> {
  const owners = new Map<string, string>()
  for (const file of globSync('db/**/*tables.ts', { cwd: root })) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /\b(?:table|historyTable)\(\s*'(\w+)'/g,
    ))
      owners.set(name, areaOf(file))
  }
  return owners
}

function areaOf(file: string): string {
  const [, wing = '', second = '', third = ''] = file.split('/')
  if (wing === 'hospital') return `${second}-${third}`
  return wing === 'messaging' ? `messaging-${second}` : wing
}
