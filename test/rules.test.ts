// docs/rules: every number that is cited is defined there, and every rule that is built is cited by a
// test, or stands with its reason in test/rules-uncited.txt, which only shrinks.

import t from 'tap'
import { plain, rowsOf } from './support/sweeps/chapters.ts'
import { cited, listed, textsOf } from './support/texts.ts'

const chapters = textsOf('docs/rules')
const uncited = listed('test/rules-uncited.txt')
const code = textsOf('bench', 'bin', 'cli', 'daemon', 'db', 'scripts', 'templates', 'tui')
const tests = new Map(
  [...textsOf('test')].filter(([file]) => !/^test\/rules(-uncited)?\.(test\.ts|txt)$/.test(file)),
)

interface Rule {
  chapter: string
  text: string
}

const rules = new Map<string, Rule>()
const twice: string[] = []
for (const [chapter, text] of chapters)
  for (const [, number = '', says = ''] of text.matchAll(
    /^\s*(?:[-*|]\s*)?(?:\*\*)?([A-Z]{2,4}-\d{1,3})(?:\*\*)?[.:| ]+(.*)$/gm,
  )) {
    if (rules.has(number)) twice.push(number)
    rules.set(number, { chapter, text: says })
  }

const prefixes = [...new Set([...rules.keys()].map(prefixOf))]
const number = new RegExp(`\\b((?:${prefixes.join('|')})-\\d{1,3})\\b`, 'g')
const in_tests = cited(tests, number)
const everywhere = cited(new Map([...code, ...tests, ...chapters]), number)

function prefixOf(rule: string): string {
  return rule.split('-')[0] ?? ''
}

const built = (rule: Rule): boolean => !rule.text.startsWith('Not built yet.')

t.test('rules: a number is defined once, and what is cited is defined', async (t) => {
  t.ok(rules.size > 1000, 'the chapters are read')
  t.same(twice, [], 'defined twice')
  for (const [rule, files] of everywhere)
    t.ok(rules.has(rule), `${rule}, cited by ${[...files].slice(0, 3).join(', ')}`)
})

t.test('rules: what is built is cited by a test, or the list says why not', async (t) => {
  for (const [name, rule] of rules)
    if (built(rule) && !in_tests.has(name))
      t.ok(uncited.has(name), `${name} is cited by no test: ${rule.text.slice(0, 80)}`)
  for (const [name, reason] of uncited) {
    const rule = rules.get(name)
    t.ok(rule !== undefined && built(rule), `${name} is not defined as built any more: take it off`)
    t.notOk(in_tests.has(name), `${name} is cited by a test: take it off the list`)
    t.match(reason, /\w{3}/, `${name} says why`)
  }
})

t.test('rules: gates of the house stand in a chapter', async (t) => {
  const shown = new Set([...chapters.values()].flatMap(gatesIn))
  for (const gate of cited(code, /\bkey: '([A-Z]+_[A-Z_]+)'/g).keys())
    t.ok(shown.has(gate), `${gate} stands in the table of gates`)
})

function gatesIn(text: string): string[] {
  return [...text.matchAll(/^\| ([A-Z]+_[A-Z_]+)\b/gm)].map(([, gate = '']) => gate)
}

t.test('rules: an endpoint is there, or the chapter says that it is not built yet', async (t) => {
  const routes = new Set(
    [...tests]
      .filter(([file]) => /endpoints/.test(file) && file.endsWith('.txt'))
      .flatMap(routesOf),
  )
  const shown = new Set<string>()
  t.ok(routes.size > 800, 'the list of endpoints is read')
  for (const { chapter, route, ways, yet } of rowsOf(chapters)) {
    const found = ways.find((way) => routes.has(way))
    if (yet) t.equal(found, undefined, `${chapter}: ${route} is built, the chapter says not yet`)
    else t.ok(found, `${chapter}: ${route} is not built, the chapter says it is`)
    for (const way of ways) shown.add(way)
  }
  for (const route of routes) t.ok(shown.has(route), `${route} stands in no chapter`)
})

function routesOf([, list]: [string, string]): string[] {
  return [...list.matchAll(/^([A-Z]+)\s+(\/\S*)/gm)].map(([, method, path = '']) =>
    plain(`${method} ${path}`),
  )
}
