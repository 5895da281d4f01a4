// Between the areas of the hospital: nobody reads another's tables but as test/walls.txt still says, and what
// areas ask of each other is answered and asked but as test/questions.txt still says. Both lists only shrink.

import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import t from 'tap'
import { root } from '../db/core/assets.ts'
import { brings } from '../db/hospital/areas.ts'
import { sourcesBelow } from './support/sweeps/sources.ts'

const sources = sourcesBelow('db/hospital')
const everything = new Map([...sources, ...sourcesBelow('daemon'), ...sourcesBelow('cli')])

/** `db/hospital/<wing>/<area>/…` */
const areaOf = (file: string): string | undefined =>
  /^db\/hospital\/[^/]+\/([^/]+)\//.exec(file)?.[1]

const owners = new Map(
  [...sources].flatMap(([file, text]) =>
    [...text.matchAll(/\b(?:table|historyTable)\(\s*'(\w+)'/g)].map(([, name = '']) => [
      name,
      areaOf(file),
    ]),
  ),
)

function crossings(): string[] {
  const counted = new Map<string, number>()
  const cross = (own: string, how: string, other: string | undefined): void => {
    if (other === undefined || other === own) return
    const line = `${own} ${how}`
    counted.set(line, (counted.get(line) ?? 0) + 1)
  }
  for (const [file, text] of sources) {
    const own = areaOf(file)
    if (own === undefined) continue
    for (const [, from = ''] of text.matchAll(/from '(\.[^']+tables\.ts)'/g)) {
      const other = areaOf(normalize(join(dirname(file), from)))
      cross(own, `imports tables of ${other}`, other)
    }
    for (const [, name = ''] of text.matchAll(/\b(?:from|join|into|update) ([a-z_]+)\b/g))
      cross(own, `names ${name} in SQL`, owners.get(name))
  }
  return [...counted].map(([line, count]) => `${line}: ${count}`).sort()
}

t.test('walls: an area asks another by its rules, never its tables', async (t) => {
  const file = join(root, 'test/walls.txt')
  const now = crossings()
  const kept = readFileSync(file, 'utf8').trim().split('\n')
  const most = new Map(kept.map((line) => line.split(': ') as [string, string]))
  for (const line of now) {
    const [pair = '', count = ''] = line.split(': ')
    t.ok(
      Number(count) <= Number(most.get(pair) ?? 0),
      `${line}: call a rule of the area that owns it`,
    )
  }
  // Written by hand alone, and only ever shorter.
  if (process.env['SHRINK_LISTS'] === '1') writeFileSync(file, `${now.join('\n')}\n`)
  else
    t.same(kept, now, 'fewer cross than are listed: SHRINK_LISTS=1 npm test -- test/walls.test.ts')
})

/** Every question by its name and file. */
async function questions(): Promise<{ name: string; file: string; asked: unknown }[]> {
  const files = [...sources.keys()].filter((file) => file.startsWith('db/hospital/neighbours/'))
  const found = await Promise.all(
    files.map(async (file) => {
      const exported = (await import(join(root, file))) as Record<string, unknown>
      return [...(sources.get(file) ?? '').matchAll(/export const (\w+) = question\b/g)].map(
        ([, name = '']) => ({ name, file, asked: exported[name] }),
      )
    }),
  )
  return found.flat()
}

t.test('questions: each is answered by one area and asked by another', async (t) => {
  const answered = new Set(
    brings.flatMap(({ answers }) => answers ?? []).map((one) => one.question),
  )
  const now = (await questions())
    .flatMap(({ name, file, asked }) => {
      const about = `${file.replace(/^.*\/|\.ts$/g, '')}.${name}`
      const lines = answered.has(asked as never) ? [] : [`nobody answers ${about}`]
      return isAsked(name, file) ? lines : [...lines, `nobody asks ${about}`]
    })
    .sort()
  const file = join(root, 'test/questions.txt')
  const kept = readFileSync(file, 'utf8').trim().split('\n')
  for (const line of now) t.ok(kept.includes(line), line)
  if (process.env['SHRINK_LISTS'] === '1') writeFileSync(file, `${now.join('\n')}\n`)
  else t.same(kept, now, 'strike what is answered: SHRINK_LISTS=1 npm test -- test/walls.test.ts')
})

/** Called somewhere but in the file that declares it and in the answers of an area. */
function isAsked(name: string, declared: string): boolean {
  const call = new RegExp(`\\b${name}\\(|[[(,=:?] *${name}\\b(?! *:)|\\b${name}[,)]`)
  return [...everything].some(
    ([file, text]) =>
      file !== declared &&
      !/\/(brings|answers)\.ts$/.test(file) &&
      call.test(text.replaceAll(/^import [^;]*?from '[^']*'$/gms, '')),
  )
}
