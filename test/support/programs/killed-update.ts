// An update in a process of its own, killed before the so-many-th file is put in place by its name.
// What it is told comes as words: update or back, which rename, the house as JSON.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { Applying } from '../../../db/appliance/release/apply.ts'

const [what, at, told = ''] = process.argv.slice(2)
const asked = {
  ...(JSON.parse(told) as Applying),
  onStep: () => undefined,
  warn: () => undefined,
}
const { applyUpdate } = await import('../../../db/appliance/release/apply.ts')
const { goBack, wayBack } = await import('../../../db/appliance/release/back.ts')

const rename = fs.renameSync
let left = Number(at)
fs.renameSync = (...names) => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  rename(...names)
}
syncBuiltinESMExports()

if (what === 'update') await applyUpdate(asked)
else await goBack(asked, wayBack(asked.installed, asked.data_dir))
