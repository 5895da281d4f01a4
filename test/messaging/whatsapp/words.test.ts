// Words that ask for silence, for help or for a return over WhatsApp: obeyed and answered as over SMS
// (MSG-451, MSG-452).

import t from 'tap'
import { clock, hours, minutes } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { changeAccount } from '../../../db/messaging/accounts/accounts.ts'
import { prove } from '../../../db/messaging/wallet/proof.ts'
import { boot } from '../../support/boot.ts'
import { cli, firm } from '../../support/messaging/messaging.ts'
import { letCallHere } from '../../support/messaging/webhooks.ts'
import { wrote } from '../../support/messaging/whatsapp-provider.ts'
import { whatsappScene } from '../../support/messaging/whatsapp.ts'

const start = '2026-03-03T09:00:00.000Z'
const asha = '255712345678'

t.test('words over WhatsApp', async (t) => {
  const house = await boot(t, [])
  await firm(house.app)
  await letCallHere(house)
  t.beforeEach(() => clock.freeze(start))
  t.afterEach(() => clock.release())

  const scene = async () => {
    const { own, key, there, hand, bring } = await whatsappScene(t, house)
    let count = 0
    const says = (body: string, at = clock.instant()) =>
      bring(
        wrote(asha, `wamid.${own.account.id}.${(count += 1)}`, at, {
          type: 'text',
          text: { body },
        }),
      )
    const answers = async () =>
      (await key.get('/v1/whatsapp/messages', { direction: 'outbound', order: 'asc' })).body.data
    const out = async () => (await key.get(`/v1/opt-outs/${asha}`)).status === 200
    const lifted = async () => (await key.get(`/v1/opt-outs/${asha}`)).body.liftedAt !== null
    return { own, key, there, hand, says, answers, out, lifted }
  }

  t.test('a no is obeyed, and confirmed once and free, in the window', async (t) => {
    const { own, key, there, says, answers, out, lifted } = await scene()
    await says('STOP now please')
    t.notOk(await out(), 'a letter that holds the word is a letter')
    await says(' Acha! ')
    t.match((await key.get(`/v1/opt-outs/${asha}`)).body, {
      scope: 'all',
      source: 'whatsapp',
      liftedAt: null,
    })
    t.match(await answers(), [
      {
        type: 'text',
        to: asha,
        cost: 0,
        text: {
          body: `Umeondolewa. Hutapokea tena ujumbe kutoka ${own.account.name}. Jibu ANZA kurudi.`,
        },
      },
    ])
    t.match(there.messages().at(-1), { type: 'text', to: asha })
    clock.advance(minutes(6))
    await says('STOP')
    t.equal((await answers()).length, 1, 'it was out already')
    await says('ANZA')
    t.ok(await lifted())
    clock.advance(minutes(6))
    await says('SITISHA')
    t.equal((await answers()).length, 2, 'a new no, a new answer')
    await says('ANZA')
    await says('ACHA')
    t.equal((await answers()).length, 2, 'not twice within five minutes')
    t.notOk(await lifted())
    t.equal((await key.get('/v1/wallet')).body.balance, 1000)
    t.same((await prove(own.account.id)).differences, [])
  })

  t.test('help is answered, in the account’s own language', async (t) => {
    const { own, says, answers, out } = await scene()
    await within(() => changeAccount(cli, own.account.id, { language: 'en' }))
    await says('HELP')
    t.match(await answers(), [
      {
        text: {
          body: `Messages of ${own.account.name}. Reply STOP to get no more, START to return.`,
        },
      },
    ])
    t.notOk(await out())
  })

  t.test('a word that came a day late is obeyed and not answered (MSG-503)', async (t) => {
    const { says, answers, out } = await scene()
    await says('ACHA', new Date(clock.ms() - hours(25)).toISOString())
    t.ok(await out())
    t.same(await answers(), [])
  })
})
