// What stands on a PDF, as another program reads it.

import { execFileSync, spawnSync } from 'node:child_process'

/** Given to a test as its options: it needs the programs of poppler. */
export const needsPoppler = {
  skip: spawnSync('pdftotext', ['-v']).error === undefined ? false : 'pdftotext is not installed',
}

/** Page by page, laid out as it is seen. */
export const pagesOf = (pdf: Uint8Array): string[] =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, maxBuffer: 64 * 1024 * 1024 })
    .toString('utf8')
    .split('\f')
    .slice(0, -1)

export const textOf = (pdf: Uint8Array): string => pagesOf(pdf).join('\n')

export function factsOf(pdf: Uint8Array): Record<string, string> {
  const said = execFileSync('pdfinfo', ['-'], { input: pdf }).toString('utf8')
  return Object.fromEntries(
    [...said.matchAll(/^([^:]+):\s*(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** The word across the first page, which is written before anything else. */
export const markOn = (pdf: Uint8Array): string =>
  execFileSync('pdftotext', ['-raw', '-l', '1', '-', '-'], { input: pdf })
    .toString('utf8')
    .replace(/\s/g, '')
    .slice(0, 24)
