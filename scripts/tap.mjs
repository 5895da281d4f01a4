// How many tests a run of tap had, read from what it wrote. A test is a named block without further
// blocks in it; assertions are not counted. A file without blocks counts as one test.
import { Parser } from 'tap-parser'

export function count(text) {
  const sum = { passed: 0, failed: 0 }
  tally(Parser.parse(text), sum)
  return sum
}

// The parser gives ['child', [...]] for a block and, after it, ['assert', result] for its outcome.
function tally(events, sum) {
  let block
  for (const [event, value] of events) {
    if (event === 'child') block = value
    if (event !== 'assert') continue
    if (block?.some(([inner]) => inner === 'child')) tally(block, sum)
    else if (block && !value.skip && !value.todo) sum[value.ok ? 'passed' : 'failed'] += 1
    block = undefined
  }
}

/** The names of what failed, from the file down to the innermost block that is not good. */
export function failures(text) {
  const names = []
  gather(Parser.parse(text), [], names)
  return names
}

function gather(events, path, names) {
  let block
  for (const [event, value] of events) {
    if (event === 'child') block = value
    if (event !== 'assert') continue
    const here = [...path, value.name.replace(/ # time=.*/, '')]
    if (!value.ok && !value.skip && !value.todo) {
      const before = names.length
      if (block) gather(block, here, names)
      if (names.length === before) names.push(here.join(' > '))
    }
    block = undefined
  }
}

/** What the record says of each assertion that is not good, and the chance that was drawn before. */
export function diagnoses(text) {
  const found = []
  let inside = false
  for (const line of text.split('\n')) {
    if (/^\s*(not ok |# seed )/.test(line)) found.push(line)
    else if (/^\s*---$/.test(line)) inside = found.length > 0 && /^\s*not ok /.test(found.at(-1))
    else if (/^\s*\.\.\.$/.test(line)) inside = false
    else if (inside) found.push(line)
  }
  return found.some((line) => !line.includes('# seed ')) ? found.join('\n') : ''
}
