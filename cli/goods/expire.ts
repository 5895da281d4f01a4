// Batches past their day, barred by hand (stock 8): what the night does, where the clock did not.

import { command, done } from '../frame/grammar/command.ts'

const expire = command('stock expire', {
  says: 'Bars batches past their day and sets them apart, as the night does; --dry-run names them alone.',
  class: 'M',
  confirm: 'C1',
  rehearses: true,
  permission: 'stock:quality',
  examples: ['kituo stock expire --dry-run', 'kituo stock expire --yes'],
  async plan({ caller }) {
    const by = await caller()
    const { dueBatches } = await import('../../db/hospital/goods/stock/expiry/jobs.ts')
    const { productName, productsOf } = await import(
      '../../db/hospital/goods/stock/products/record.ts'
    )
    const due = await dueBatches(by, 10_000)
    const of = await productsOf(
      by,
      due.map(({ product_id }) => product_id),
    )
    const steps = due.map(({ product_id, lot, expiry }) => {
      const product = of.get(product_id)
      const name = product === undefined ? '' : productName(product)
      return `bar lot ${lot ?? '(none)'} of ${name}: it expired on ${expiry}`
    })
    return { steps, nothing: steps.length === 0 }
  },
  async run({ caller }) {
    const by = await caller()
    const { expireDue } = await import('../../db/hospital/goods/stock/expiry/jobs.ts')
    let expired = 0
    for (let some = await expireDue(by); some > 0; some = await expireDue(by)) expired += some
    const lots = expired === 1 ? '1 lot is' : `${expired} lots are`
    return done(`${lots} barred and set apart.`, { expired })
  },
  view: () => null,
})

export const commands = [expire]
