// What every test file begins with: the loader of the screens, children that are started as in life, and
// errors that nobody caught.
import { createRequire, registerHooks } from 'node:module'
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

const domain = new URL('test-domain.mjs', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async-hook-domain' ? next(domain, context) : next(specifier, context),
})
