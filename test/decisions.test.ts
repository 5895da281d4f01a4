// docs/decisions: a number that is cited is found, on one page, and every page is in the index.

import { dirname, join, normalize } from 'node:path'
import t from 'tap'
import { cited, textsOf } from './support/texts.ts'

const folder = 'docs/decisions/'
const index = `${folder}README.md`
const docs = textsOf('docs', 'README.md', 'CHANGELOG.md')
const pages = new Map([...docs].filter(([file]) => file.startsWith(folder) && file !== index))
const said = docs.get(index) ?? ''
const headings = cited(pages, /^#{1,2} (\d{4}) \S/gm)

t.test('decisions: a number is the heading of one place', async (t) => {
  t.ok(headings.size > 250, 'the pages are read')
  for (const [number, files] of headings)
    t.equal(files.size, 1, `${number}: ${[...files].join(' ')}`)
  const numbers = [...pages.values()].flatMap((text) => [...text.matchAll(/^#{1,2} (\d{4}) /gm)])
  t.equal(numbers.length, headings.size, 'and only once there')
})

t.test('decisions: what is cited is found', async (t) => {
  const code = textsOf('bench', 'bin', 'cli', 'daemon', 'db', 'scripts', 'templates', 'test', 'tui')
  const texts = new Map([...code, ...docs])
  const named = cited(texts, /\bdecisions?\s+(?:\d{4}(?:,| and)\s+)*(\d{4})\b/gi)
  const among = cited(pages, /(?<![\d.-])(0[0-3]\d\d)(?![\d-])\b/g)
  for (const [number, files] of [...named, ...among])
    t.ok(headings.has(number), `decision ${number}, cited by ${[...files].slice(0, 3).join(', ')}`)
  for (const [file, text] of code)
    t.notMatch(text, /decisions\/\d{4}/, `${file} cites a decision by its number alone`)
})

t.test('decisions: the index names every page with its numbers', async (t) => {
  const rows = new Map(
    [...said.matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \|.*\| ([\d, ]+) \|$/gm)].map(
      ([, page = '', numbers = '']) => [`${folder}${page}`, numbers.split(', ')],
    ),
  )
  t.same([...rows.keys()].toSorted(), [...pages.keys()].toSorted(), 'one row a page')
  for (const [page, text] of pages) {
    const own = [...text.matchAll(/^## (\d{4}) /gm)].map(([, number]) => number)
    t.same(rows.get(page), own, `${page} in the index`)
    t.match(text, `Decisions ${own.join(', ')}.`, `${page} lists its numbers at its head`)
    t.notMatch(page, /\/\d/, `${page} is named by its topic: a decision is a heading in it`)
  }
})

t.test('docs: a link leads to a file that is there', async (t) => {
  for (const [file, text] of docs)
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+\.md)[^)]*\)/g))
      t.ok(docs.has(normalize(join(dirname(file), target))), `${file} links to ${target}`)
})
