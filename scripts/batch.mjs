// Several test files in one process: what every one of them would load first is loaded once. Each file
// is a block of its own, with its own `t`, its own database and its own time limit, one after the other.
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from './runtime.mjs'

/** By address of the file, the block that it takes for the whole run. */
const blocks = new Map()
const scheme = 'kituo-block:'
const one_file_ms = 600_000

globalThis[Symbol.for('kituo.block')] = (address) => blocks.get(address)

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'tap' || !blocks.has(context.parentURL)) return next(specifier, context)
    return { url: `${scheme}${context.parentURL}`, shortCircuit: true, format: 'module' }
  },
  load(url, context, next) {
    if (!url.startsWith(scheme)) return next(url, context)
    const address = JSON.stringify(url.slice(scheme.length))
    const source = `export default globalThis[Symbol.for('kituo.block')](${address})`
    return { format: 'module', source, shortCircuit: true }
  },
})

export async function batch(files) {
  t.setTimeout(files.length * one_file_ms)
  for (const file of files) {
    await t.test(file, async (block) => {
      block.setTimeout(one_file_ms)
      const { href } = pathToFileURL(resolve(root, file))
      blocks.set(href, block)
      await import(href)
    })
  }
}
