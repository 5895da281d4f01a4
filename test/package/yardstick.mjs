// How fast the machine is at this moment, at work like the program's own start: the plain runtime
// starts, reads a fixed amount of JavaScript, compiles and runs it.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node } from '../../scripts/runtime.mjs'
import { begin } from './program.mjs'

const FUNCTIONS = 16_000

const one = (n) => `function f${n}(words) {
  let sum = ${n}
  for (let at = 0; at < 12; at += 1) {
    sum = (sum * 31 + words.length + at) % 65521
    if (sum % 2 === 0) words = { length: words.length + 1, said: [words.said, 'a' + sum] }
    else words = { length: words.length - 1, said: String(sum).padStart(8, '0') }
  }
  return sum
}
`

/** Gives the time of one run of it. */
export function yardstick(folder) {
  const names = Array.from({ length: FUNCTIONS }, (_, n) => n)
  const text = `${names.map(one).join('')}
let sum = 0
for (const each of [${names.map((n) => `f${n}`).join()}]) sum = (sum + each({ length: 9 })) % 65521
console.log('done', sum)\n`
  const file = join(folder, 'yardstick.mjs')
  writeFileSync(file, text)
  return async () => {
    const run = begin(node, [file], { env: {} })
    assert.equal(await run.ended, 0, run.output())
    assert.match(run.output(), /^done \d+\n$/)
    return run.ms()
  }
}
