// Papers of a test kept for a person to look at: KITUO_PAPERS names the folder.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const dir = process.env['KITUO_PAPERS']

export function keep(name: string, pdf: Uint8Array): void {
  if (dir === undefined) return
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, `${name}.pdf`), pdf)
}
