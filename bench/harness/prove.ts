// One proof of the audit log of a database that is there: how long, how much memory, and for how
// long at a time the event loop was held.

import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { system } from '../../db/core/caller.ts'
import { closeDatabase, type DatabaseAddress, openDatabase } from '../../db/store/connection.ts'
import { verify } from '../../db/hospital/office/audit/verify.ts'
import { byCode } from '../../db/hospital/office/hospitals/hospitals.ts'
import '../../db/tables.ts'
import { hospital_code } from '../../test/support/database.ts'

await openDatabase(JSON.parse(process.argv[2] ?? '') as DatabaseAddress)
const hospital = await byCode(hospital_code)
let peak = 0
// Pages of the database file that the kernel keeps mapped are not the proof's own memory.
const own = (): number => {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) * 1024
  } catch {
    return process.memoryUsage.rss()
  }
}
const watch = setInterval(() => (peak = Math.max(peak, own())), 50)
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const result = await verify(system(hospital?.id ?? ''))
delay.disable()
clearInterval(watch)
const held = `p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, most ${Math.round(delay.max / 1e6)} ms`
await closeDatabase()
process.send?.({
  [`proof of ${result.rows_checked} rows, ok ${result.ok}`]: `${(result.took_ms / 1000).toFixed(1)} s`,
  'its memory at the peak': `${Math.round(peak / 1e6)} MB`,
  'the event loop was held': held,
})
