// What a wing holds, read from its folders: `areas.ts` names its areas in order, everything else is found where
// it stands. A bundled program has no folders to look into, so the lists are drawn (draw-wings.ts), and a test
// holds them against what is there.

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../db/core/assets.ts'
import { wings } from '../db/hospital/wings.ts'

const first_line = '// Drawn by npm run draw from the folders of this wing, never by hand.'

/** Each list by its path, as it must stand there. */
export function drawnLists(): Map<string, string> {
  const lists = new Map<string, string>()
  for (const [wing, areas] of Object.entries(wings)) {
    const own = join('db/hospital', wing)
    lists.set(join(own, 'brings.ts'), bringsOf(own, areas))
    lists.set(join(own, 'permits.ts'), permitsOf(own, areas))
    lists.set(join(own, 'tables.ts'), tablesOf(own, areas))
    const doors = join('daemon/hospital', wing)
    lists.set(join(doors, 'doors.ts'), doorsOf(doors))
  }
  return new Map(
    [...lists].map(([path, text]) => [path, formatted(path, `${first_line}\n${text}`)]),
  )
}

function bringsOf(own: string, areas: readonly string[]): string {
  const those = areas.filter((area) => existsSync(join(root, own, area, 'brings.ts')))
  return `${importsOf(those, 'brings', (area) => `./${area}/brings.ts`)}
import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [${those.map(named).join(', ')}]
`
}

function permitsOf(own: string, areas: readonly string[]): string {
  const those = areas.filter((area) => existsSync(join(root, own, area, 'permits.ts')))
  return `${importsOf(those, 'permits', (area) => `./${area}/permits.ts`)}
export const permits = { ${those.map((area) => `...${named(area)}`).join(', ')} } as const
`
}

/** Importing them is what makes them known. */
function tablesOf(own: string, areas: readonly string[]): string {
  const files = areas.flatMap((area) =>
    globSync(`${area}/**/*tables.ts`, { cwd: join(root, own) })
      .filter((file) => /\b(?:table|historyTable)\(/.test(textOf(join(own, file))))
      .sort(),
  )
  return files.length === 0 ? '\nexport {}\n' : files.map((file) => `import './${file}'\n`).join('')
}

function doorsOf(own: string): string {
  const those = globSync('*.ts', { cwd: join(root, own) })
    .filter((file) => /^export const door\b/m.test(textOf(join(own, file))))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()
  return `import type { Door } from '../../edge/route.ts'
${importsOf(those, 'door', (door) => `./${door}.ts`)}
export const doors: readonly Door[] = [${those.map(named).join(', ')}]
`
}

const importsOf = (
  those: readonly string[],
  what: string,
  where: (one: string) => string,
): string =>
  those.map((one) => `import { ${what} as ${named(one)} } from '${where(one)}'\n`).join('')

const named = (file: string): string => file.replaceAll('-', '_')

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

const formatted = (path: string, text: string): string =>
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
