// A rule that looks whether something stands and then writes it has an index or a lock behind it: two at once would
// both find nothing. Those that hold by something this cannot see stand in test/looks.txt with what it is; the list
// only shrinks. Six requests at once (test/faults/six) ask the same of the running house.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../db/core/assets.ts'
import { tables } from '../db/store/table.ts'
import '../db/tables.ts'
import { sourcesBelow } from './support/sweeps/sources.ts'

/** Whoever comes second waits, or is told by the database and says so in the rule's words. */
const guards =
  /lock: true|[lL]ock|\.begin\(|begun\w*\(|held\(|writable\(|for update|isTaken|attempt\(|on conflict/
const known = new Map(tables.map((one) => [one.name, one]))

/** `{ hospital_id, code: input.code }` → hospital_id, code. */
const keysOf = (call: string): string[] =>
  (/^\(\s*\{([^{}]*)\}/.exec(call)?.[1] ?? '')
    .split(',')
    .flatMap((part) => /^\s*(\w+)/.exec(part)?.[1] ?? [])

/** What two rows cannot share, and what was looked for covers it. */
function isUnique(name: string, keys: readonly string[]): boolean {
  const rules = known.get(name)?.rules
  const uniques = [rules?.key ?? ['id'], ...(rules?.unique ?? []).map(({ columns }) => columns)]
  return uniques.some((columns) =>
    columns.every((column) => column === 'hospital_id' || keys.includes(String(column))),
  )
}

/** Functions of the rules that look at a table and then write into it, unguarded. */
function unguarded(): string[] {
  const found: string[] = []
  for (const [file, text] of sourcesBelow('db')) {
    if (/tables\.ts$|\/demo\//.test(file)) continue
    const own = text.split(/^(?=(?:export )?(?:async )?function |(?:export )?const \w+ = )/m)
    for (const rule of own) {
      if (guards.test(rule)) continue
      const called = /(?:function|const) (\w+)/.exec(rule)?.[1] ?? ''
      for (const name of writtenAfterALook(rule)) found.push(`${file} ${called} ${name}`)
    }
  }
  return found.sort()
}

function writtenAfterALook(rule: string): string[] {
  const written = [...rule.matchAll(/\b(\w+)\.insert(?:Many)?\(/g)]
  const first = new Map(written.toReversed().map(({ 1: name = '', index }) => [name, index]))
  return [...first].flatMap(([name, index]) => {
    if (!known.has(name)) return []
    const before = rule.slice(0, index)
    const looks = [...before.matchAll(new RegExp(`\\b${name}\\.(?:find|count|all)(?=\\()`, 'g'))]
    const in_sql = new RegExp(`\\bfrom ${name}\\b`).test(before)
    if (looks.length === 0 && !in_sql) return []
    const is_unique = looks.every(({ 0: look, index: at }) =>
      isUnique(name, keysOf(before.slice(at + look.length))),
    )
    return is_unique && !in_sql ? [] : [name]
  })
}

t.test('who looks and then writes has an index or a lock behind it', async (t) => {
  const file = join(root, 'test/looks.txt')
  const kept = readFileSync(file, 'utf8').trim().split('\n')
  const reasons = new Map(kept.map((line) => line.split(': ') as [string, string]))
  const now = unguarded()
  for (const one of now) {
    t.ok(reasons.get(one), `${one}: lock what it belongs to, or give the table a unique index`)
  }
  const left = kept.filter((line) => now.includes(line.split(': ')[0] ?? ''))
  if (process.env['SHRINK_LISTS'] === '1') writeFileSync(file, `${left.join('\n')}\n`)
  t.same(kept, left, 'the list only shrinks: SHRINK_LISTS=1 npm test -- test/looks.test.ts')
})

t.test('it finds one that has neither', async (t) => {
  const rule = `export async function open(caller, input) {
    const { hospital_id } = caller
    if ((await charge_rules.find({ hospital_id, code: input.code })) !== undefined) throw conflict('There.')
    await charge_rules.insert({ hospital_id, ...input })
  }`
  t.same(writtenAfterALook(rule), ['charge_rules'])
  t.notMatch(rule, guards)
  t.same(writtenAfterALook(rule.replaceAll('charge_rules', 'departments')), [])
  t.match(rule.replace('find({', 'find({ lock: true,'), guards)
})
