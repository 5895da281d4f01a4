// What people and trade ask of other areas stands in the rules (HR-141, COM-83): each name is imported from
// where it belongs, outside of its wing.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import t from 'tap'

const root = new URL('../../../', import.meta.url).pathname

/** Names that files of the wing import from elsewhere. */
function asked(wing: string): Set<string> {
  const folder = `db/hospital/${wing}`
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(/^import \{([^}]+)\} from '(\.[^']+)'/gm),
    ].flatMap(([, list = '', from = '']) =>
      normalize(join(dirname(file), from)).startsWith(`${folder}/`)
        ? []
        : list.split(',').map((name) => name.trim().replace(/ as .*$/, '')),
    ),
  )
  return new Set(names)
}

function rule(chapter: string, number: string): string[] {
  const page = readFileSync(join(root, `docs/rules/${chapter}.md`), 'utf8')
  const [, text = ''] = new RegExp(`^- \\*\\*${number}\\*\\* (.+)$`, 'm').exec(page) ?? []
  const [built = ''] = text.split('Not built yet')
  return [...built.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

for (const [wing, chapter, number] of [
  ['people', 'people', 'HR-141'],
  ['trade', 'commercial', 'COM-83'],
] as const) {
  t.test(`${number}: what ${wing} asks of others is asked`, async (t) => {
    const named = rule(chapter, number)
    t.ok(named.length > 5, 'the rule is read')
    const found = asked(wing)
    t.same(
      named.filter((name) => !found.has(name)),
      [],
    )
  })
}
