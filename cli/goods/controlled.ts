// Controlled drugs from the command line (stock 8): the register as a paper, and whether its lines follow.

import { day, path } from '../../db/appliance/configuration/kinds.ts'
import { command, done, maybe, word } from '../frame/grammar/command.ts'
import { said } from '../money/money.ts'
import { checks } from './boards.ts'
import { product_code, store_code } from './goods.ts'

const register = command('controlled register', {
  says: 'Writes the register of a controlled drug in a store to a PDF file.',
  class: 'R',
  permission: 'controlled:read',
  flags: {
    store: word(store_code, 'the store that holds it'),
    product: word(product_code, 'the controlled drug'),
    from: maybe(day(), 'from this day'),
    to: maybe(day(), 'to this day'),
    out: word(path(), 'the file to write'),
  },
  examples: [
    'kituo controlled register --store PH --product P-00031 --out ./register.pdf',
    'kituo controlled register --store PH --product P-00031 --from 2026-01-01 --to 2026-06-30 --out ./half.pdf',
  ],
  run: async ({ flags: { store, product, from, to, out }, caller, put }) => {
    const by = await caller()
    const { storeCalled } = await import('../../db/hospital/goods/stock/stores/keeping.ts')
    const { productCalled } = await import('../../db/hospital/goods/stock/products/record.ts')
    const { registerOf } = await import('../../db/hospital/goods/stock/register/read.ts')
    const { recordRead } = await import('../../db/hospital/office/audit/reads.ts')
    const store_id = (await storeCalled(by, store)).id
    const product_id = (await productCalled(by, product)).id
    const found = await registerOf(by, { store_id, product_id, ...said({ from, to }) })
    await recordRead(by, 'controlled_register.print', { entity_label: `${product} in ${store}` })
    await put(await paperOf(by, found))
    return done(`The register of ${found.product} in ${found.store} is in ${out}.`, {
      file: out,
      lines: found.lines.length,
      closing: found.closing,
    })
  },
  view: () => null,
})

type Found = Awaited<
  ReturnType<typeof import('../../db/hospital/goods/stock/register/read.ts').registerOf>
>

async function paperOf(by: { hospital_id: string; name: string }, found: Found): Promise<Buffer> {
  const { clock } = await import('../../db/core/clock.ts')
  const { letterheadOf } = await import('../../db/hospital/office/places/letterhead.ts')
  const { registerPaper } = await import('../../templates/controlled-register.ts')
  const { fontBytes } = await import('../../templates/font-files.ts')
  const { render } = await import('../../templates/render.ts')
  const head = await letterheadOf(by, found.facility_id)
  const printed = { at: clock.instant(), by: by.name }
  const paper = registerPaper({ ...found, head, language: head.language, printed })
  return Buffer.from(await render(paper, fontBytes()))
}

const verify = command('controlled verify', {
  says: 'Proves that each line of the registers follows from the one before it.',
  class: 'R',
  permission: 'controlled:read',
  exits: [3],
  examples: ['kituo controlled verify', 'kituo controlled verify --json'],
  run: async ({ caller }) => {
    const { brokenLine } = await import('../../db/hospital/goods/stock/register/read.ts')
    const found = { first: await brokenLine(await caller()) }
    return found.first === null
      ? done('The registers hold.', found)
      : done(`The registers do not hold: ${found.first}.`, found, {
          error: { code: 'proof.failed' },
        })
  },
  view: () => null,
})

export const commands = [register, checks, verify]
