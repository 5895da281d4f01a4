// What a chapter says of bad input, row by row: a test tries each by its words, and forgets none.

import { readFileSync } from 'node:fs'
import type { Test } from 'tap'
import type { Answer } from './ask.ts'

export interface Tried {
  status: number
  message: string | RegExp
  ask: () => Promise<Answer>
}

/** The first column of section 6; what is not built has nothing to be tried. */
export function rowsOf(chapter: string): string[] {
  const page = new URL(`../../docs/rules/${chapter}.md`, import.meta.url)
  const [, section = ''] = readFileSync(page, 'utf8').split(/^## 6\. Bad input$/m)
  const [table = ''] = section.split(/^## /m)
  return [...table.matchAll(/^\| (.+?) \| [^|]+ \|(.*)\|$/gm)]
    .filter(([, tried, said]) => /^[^-]/.test(tried ?? '') && !said?.includes('Not built yet.'))
    .map(([, tried]) => tried as string)
    .slice(1)
}

/** Each row as often as it has something to be tried. */
export async function tryRows(
  t: Test,
  chapter: string,
  tried: Record<string, readonly Tried[]>,
): Promise<void> {
  t.same(Object.keys(tried), rowsOf(chapter), 'every row of the chapter, in its order')
  for (const [row, answers] of Object.entries(tried)) {
    for (const { status, message, ask } of answers) {
      const answer = await ask()
      t.equal(answer.status, status, `${row}: ${answer.message}`)
      if (typeof message === 'string') t.equal(answer.message, message, row)
      else t.match(answer.message, message, row)
    }
  }
}
