// The house's own code as text, for tests that hold it against its rules.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../db/core/assets.ts'

/** Path from the root of the clone → text, of every file of code below a folder. */
export function sourcesBelow(folder: string): Map<string, string> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}
