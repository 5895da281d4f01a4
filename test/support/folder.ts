// A folder of a test's own, gone when the test ends.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

export function folder(t: Test): string {
  const made = mkdtempSync(join(tmpdir(), 'kituo-test-'))
  t.teardown(() => rmSync(made, { recursive: true, force: true }))
  return made
}
