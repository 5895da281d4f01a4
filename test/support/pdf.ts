// What stands on a PDF, as another program reads it.

import { execFileSync, spawnSync } from 'node:child_process'

/** Given to a test as its options: it needs the programs of poppler. */
export const needsPoppler = {
  skip: spawnSync('pdftotext', ['-v']).error === undefined ? false : 'pdftotext is not installed',
}

/**
 * What a program says of a paper. What it complains of goes into the error alone: of a file that is none it
 * complains at length, and a test that writes more than anybody reads waits for ever.
 */
const asked = (program: string, words: readonly string[], pdf: Uint8Array): string =>
  execFileSync(program, words, { input: pdf, maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' }).toString(
    'utf8',
  )

/** Page by page, laid out as it is seen. */
export const pagesOf = (pdf: Uint8Array): string[] =>
  asked('pdftotext', ['-layout', '-', '-'], pdf).split('\f').slice(0, -1)

export const textOf = (pdf: Uint8Array): string => pagesOf(pdf).join('\n')

export function factsOf(pdf: Uint8Array): Record<string, string> {
  const said = asked('pdfinfo', ['-'], pdf)
  return Object.fromEntries(
    [...said.matchAll(/^([^:]+):\s*(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** The word across the first page, which is written before anything else. */
export const markOn = (pdf: Uint8Array): string =>
  asked('pdftotext', ['-raw', '-l', '1', '-', '-'], pdf).replace(/\s/g, '').slice(0, 24)
