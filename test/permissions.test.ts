// Who may, and what is paged, is what the chapters say: the rows of their tables are the routes' own.

import t from 'tap'
import { hospital_doors } from '../daemon/hospital/areas.ts'
import { addressesOf, codesOf, type Door, type Route } from '../daemon/edge/route.ts'
import { messaging_doors } from '../daemon/messaging/areas.ts'
import { plain, type Row, rowsOf } from './support/sweeps/chapters.ts'
import { textsOf } from './support/texts.ts'

const mounted = new Map([...of(hospital_doors, '/api/v1'), ...of(messaging_doors, '/v1')])

function of(doors: readonly Door[], prefix: string): [string, Route][] {
  return doors
    .flatMap(({ routes }) => routes)
    .flatMap((route) =>
      addressesOf({ prefix }, route).map((path): [string, Route] => [
        plain(`${route.method} ${path}`),
        route,
      ]),
    )
}

const shown = rowsOf(textsOf('docs/rules'))
  .filter(({ yet }) => !yet)
  .map((row) => ({ ...row, way: row.ways.find((way) => mounted.has(way)) ?? '' }))
  .filter(({ way }) => way !== '')

const isOpen = ({ marks }: Row): boolean =>
  marks.some((mark) => /^(open|anyone|provider|person)\b/.test(mark))
const codesIn = (text: string): string[] => text.match(/\b[a-z-]+:[a-z-]+\b/g) ?? []

t.test('what is open is marked so in a chapter, and nothing else is (PLT-6)', async (t) => {
  for (const [way, { access }] of mounted) {
    const rows = shown.filter(({ ways }) => ways.includes(way))
    t.ok(
      rows.some((row) => isOpen(row) === (access === 'open')),
      `${way} is ${String(access)}`,
    )
  }
})

t.test('a permission is the one its row names (5 of every chapter)', async (t) => {
  t.ok(shown.length > 800, 'the chapters are read')
  for (const { chapter, route, way, marks } of shown) {
    const held = codesOf(mounted.get(way)?.access ?? 'open')
    const said = marks[0] ?? ''
    // Routes of test keys stand in a table of their own, under test:manage.
    if (held.join() === 'test:manage') continue
    for (const code of held) t.ok(said.includes(code), `${chapter}: ${route} is let in by ${code}`)
    if (held.length === 0) continue
    // What stands in brackets or after a plus is asked by the rule, of some of who come in.
    for (const code of codesIn(said.replace(/\(.*?\)| \+ .*/g, '')))
      t.ok(held.includes(code), `${chapter}: ${route} says ${code}, and ${held.join(' or ')} do`)
  }
})

t.test('a list is paged, and no row says otherwise (ALL-4)', async (t) => {
  for (const { chapter, route, way, reply } of shown)
    if (mounted.get(way)?.reply.kind === 'page')
      t.notMatch(reply, /not paged|\[\] whole/, `${chapter}: ${route}`)
})
