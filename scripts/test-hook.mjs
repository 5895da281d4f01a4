// What every test file begins with: the loader of the screens, and children that are started as in life.
import { createRequire } from 'node:module'
import { environment } from './runtime.mjs'
import './tsx-hook.mjs'

// tap loads its own bookkeeping into every process that a test starts, for the coverage that .taprc
// has switched off. It would make each daemon of a test start half a second later. They share the
// compiled code of the clone instead, unless a test says otherwise.
const onSpawn = createRequire(import.meta.url)('process-on-spawn')
const { NODE_COMPILE_CACHE } = environment()
onSpawn.removeAllListeners()
onSpawn.addListener((child) => {
  child.env = { NODE_COMPILE_CACHE, ...child.env }
})
