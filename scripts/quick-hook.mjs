// Finds the house's own modules at once: what is asked for by a relative path lies there, and is TypeScript or not by
// its name. Node would look for each of three thousand files, for its real path and for the kind of its package first: a
// third of what it takes to load the house.
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'

const formats = { ts: 'module-typescript', mjs: 'module' }
const own = /^\.\.?\/.*\.(ts|mjs)$/
const here = new URL('..', import.meta.url).href
const packages = `${here}node_modules/`
// In a run of the whole suite the program that is started is the one that was put together for it (built.mjs).
const is_built = new URL(import.meta.url).search === '?built'
const programs = /^(?:bin|test\/support\/programs)\/([^/]+)\.ts$/
const builtFor = (specifier) => {
  const [, name] = programs.exec(specifier.slice(here.length)) ?? []
  const url = `${here}.tap/program/${name}.mjs`
  return name !== undefined && existsSync(new URL(url)) ? url : null
}

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL: parent = '' } = context
    const built = is_built && parent === '' ? builtFor(specifier) : null
    if (built !== null) return { url: built, format: 'module', shortCircuit: true }
    const [, kind] = own.exec(specifier) ?? []
    if (kind === undefined || !parent.startsWith(here) || parent.startsWith(packages))
      return next(specifier, context)
    const { href } = new URL(specifier, parent)
    return { url: href, format: formats[kind], shortCircuit: true }
  },
})
