// Price lists as the platform keeps them (MSG 2.7, MSG-261).

import t from 'tap'
import { clock, days } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { changeAccount } from '../../../db/messaging/accounts/accounts.ts'
import * as prices from '../../../db/messaging/platform/prices.ts'
import { listFor } from '../../../db/messaging/wallet/price-lists.ts'
import { boot } from '../../support/boot.ts'
import { send } from '../../support/messaging/drains.ts'
import { cli, firm } from '../../support/messaging/messaging.ts'

t.test('price lists', async (t) => {
  const house = await boot(t)
  const own = await firm(house.app)
  await own.topUp(10_000)
  await own.sender()
  t.afterEach(() => clock.release())
  const list = (name: string) => prices.listCalled(name)
  const cost = async () => (await send(own, { recipients: ['255712000001'] })).cost

  await t.test(
    'a coming price counts from its moment; the one before stays as it was',
    async (t) => {
      t.equal(await cost(), 20)
      const from = new Date(clock.ms() + days(1)).toISOString()
      const price = { channel: 'sms' as const, item: 'yas', unit_price: 18.5, valid_from: from }
      await within(async () => prices.addPrices(cli, await list('Standard'), price))
      t.equal(await cost(), 20)
      clock.freeze(new Date(clock.ms() + days(2)).toISOString())
      t.equal(await cost(), 18.5)
      const yas = (await prices.pricesIn(await list('standard'))).filter(
        ({ item }) => item === 'yas',
      )
      t.match(yas, [
        { unit_price: 18.5, state: 'in force' },
        { unit_price: 20, state: 'past' },
      ])
    },
  )

  await t.test(
    'the past is never priced anew, and nothing is priced twice at a moment',
    async (t) => {
      const add = (given: Partial<Parameters<typeof prices.addPrices>[2]>) =>
        within(async () =>
          prices.addPrices(cli, await list('Standard'), {
            channel: 'sms',
            item: 'yas',
            unit_price: 1,
            ...given,
          }),
        )
      await t.rejects(add({ valid_from: '2020-01-01' }), {
        status: 400,
        message: 'from: a past price cannot be changed.',
      })
      await t.rejects(add({ unit_price: -1 }), { status: 400, message: /^price / })
      await t.rejects(add({ unit_price: 1.005 }), { status: 400, message: /^price / })
      await t.rejects(add({ item: 'mars' }), { status: 404, message: /there are vodacom, yas/ })
      await add({ valid_from: '2999-01-01' })
      await t.rejects(add({ valid_from: '2999-01-01' }), { status: 409, message: /very moment/ })
    },
  )

  await t.test(
    'an account pays by its own list, and by the default one for the rest',
    async (t) => {
      const made = await within(async () => {
        const made = await prices.openList(cli, 'Wholesale')
        await prices.addPrices(cli, made, { channel: 'sms', item: 'yas', unit_price: 5 })
        return made
      })
      const { id } = await listFor('wholesale', 'TZS')
      t.equal(id, made.id)
      await t.rejects(listFor('Wholesale', 'KES'), { status: 400, message: /^price_list / })
      await within(() => changeAccount(cli, own.account.id, { price_list_id: id }))
      t.equal(await cost(), 5)
      const other = await send(own, { recipients: ['255754000001'] })
      t.equal(other.cost, 20)
      await t.rejects(
        within(() => prices.openList(cli, 'WHOLESALE')),
        { status: 409, message: /already/ },
      )
    },
  )

  await t.test('what has been in force is never changed (6.2)', async (t) => {
    const before = await prices.pricesIn(await list('Wholesale'))
    const valid_from = new Date(clock.ms() - 1000).toISOString()
    await t.rejects(
      within(async () =>
        prices.addPrices(cli, await list('Wholesale'), {
          channel: 'sms',
          item: 'yas',
          unit_price: 1,
          valid_from,
        }),
      ),
      { status: 400, message: 'from: a past price cannot be changed.' },
    )
    t.same(await prices.pricesIn(await list('Wholesale')), before)
  })

  await t.test('only a list that prices everything can be the default', async (t) => {
    const make = () => within(async () => prices.makeDefault(cli, await list('Wholesale')))
    await t.rejects(make(), { status: 409, message: /no price in force for sms vodacom/ })
    await within(async () => {
      const wholesale = await list('Wholesale')
      for (const channel of ['sms', 'whatsapp'] as const) {
        clock.freeze(new Date(clock.ms() + 1000).toISOString())
        await prices.addPrices(cli, wholesale, { channel, item: 'all', unit_price: 7 })
      }
    })
    t.equal(await make(), true)
    t.equal(await make(), false)
    const all = await prices.shownLists()
    t.same(
      all.filter(({ is_default }) => is_default).map(({ name }) => name),
      ['Wholesale'],
    )
  })
})
