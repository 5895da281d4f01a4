// What makes papers, as it is packed: it looks for nothing beside itself that is not packed too.

import { join } from 'node:path'
import { build } from 'esbuild'
import t from 'tap'
// @ts-expect-error plain JavaScript, as everything that builds
import { replaced } from '../../scripts/pack/bundle.mjs'

t.test('a paper names no file beside the program', async (t) => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../templates/sheet.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    plugins: [replaced],
  })
  const text = outputFiles.map((one) => one.text).join('\n')
  t.match(text, 'no profile: Kituo makes no PDF/A')
  t.same(text.match(/new URL\(["'`]\.[^)]*\)/g), null)
})
