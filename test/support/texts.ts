// The texts of this repository, for tests that hold what is written against what is there.

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const readable = /\.(ts|tsx|mjs|js|md|txt|json|sh|sql|css|html|tsv)$/

/** Path from the root of the repository → what the file says. */
export function textsOf(...places: readonly string[]): Map<string, string> {
  const files = places.flatMap((place) =>
    place.includes('.') ? [join(root, place)] : walk(join(root, place)),
  )
  return new Map(files.map((file) => [relative(root, file), readFileSync(file, 'utf8')]))
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && readable.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('/node_modules/'))
}

/** Every match of a pattern's first group, with the files it stands in. */
export function cited(texts: Map<string, string>, pattern: RegExp): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [file, text] of texts)
    for (const [, word = ''] of text.matchAll(pattern)) {
      const files = found.get(word) ?? new Set()
      found.set(word, files.add(file))
    }
  return found
}

/** Lines `word <tab or blanks> reason` of a list that only shrinks. */
export function listed(file: string): Map<string, string> {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const entries = lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => /^(\S+)\s*(.*)$/.exec(line) ?? [line, line, ''])
  return new Map(entries.map(([, word = '', reason = '']) => [word, reason.trim()]))
}
