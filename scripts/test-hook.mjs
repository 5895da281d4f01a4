// What every test file begins with: the loader of the screens, children that are started as in life, and
// errors that nobody caught.
import { createRequire, registerHooks } from 'node:module'
import { environment, roomy } from './runtime.mjs'
import './quick-hook.mjs'
import './stderr-hook.mjs'
import './tsx-hook.mjs'

// tap loads its own bookkeeping into every process that a test starts, for the coverage that .taprc
// has switched off. It would make each daemon of a test start half a second later. They share the
// compiled code of the clone instead, unless a test says otherwise, and a program of the clone finds its modules as
// the test does.
const onSpawn = createRequire(import.meta.url)('process-on-spawn')
const { NODE_COMPILE_CACHE } = environment()
onSpawn.removeAllListeners()
const quick = `--import=${new URL('quick-hook.mjs', import.meta.url).href}`
const is_built = process.env.KITUO_TEST_BUILT === '1'
onSpawn.addListener((child) => {
  child.env = { NODE_COMPILE_CACHE, ...roomy, ...child.env }
  if (!child.args.some((word) => word.endsWith('.ts'))) return
  const { NODE_OPTIONS = '' } = child.env
  if (NODE_OPTIONS.includes(quick)) return
  // What puts something into the program from outside needs its files as they lie.
  const is_as_it_lies = NODE_OPTIONS !== '' || child.args.some((word) => /^--import\b/.test(word))
  const hook = is_built && !is_as_it_lies ? `${quick}?built` : quick
  child.env = { ...child.env, NODE_OPTIONS: `${NODE_OPTIONS} ${hook}`.trim() }
})

const domain = new URL('test-domain.mjs', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async-hook-domain' ? next(domain, context) : next(specifier, context),
})
