// Serves .tsx to Node, which strips types but does not know JSX. The binary needs none of this:
// there the bundle holds the screens.
import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

let esbuild

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context)
    // Loaded with the first screen and not before: most tests import none.
    esbuild ??= createRequire(import.meta.url)('esbuild')
    const file = fileURLToPath(url)
    const { code } = esbuild.transformSync(readFileSync(file, 'utf8'), {
      loader: 'tsx',
      jsx: 'automatic',
      format: 'esm',
      target: 'node26',
      sourcefile: file,
      sourcemap: 'inline',
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
