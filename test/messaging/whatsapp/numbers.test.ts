// A WhatsApp number as the platform keeps it: checked at its provider, switched off and on, its
// templates asked for now (MSG 3.7, MSG-511).

import t from 'tap'
import { whatsappLine } from '../../../daemon/sending/whatsapp-calls.ts'
import { askNumber, askTemplates } from '../../../daemon/sending/whatsapp-questions.ts'
import { rows, run, within } from '../../../db/store/connection.ts'
import { noteChecked, numberOf, switchNumber } from '../../../db/messaging/whatsapp/numbers.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { cli, firm } from '../../support/messaging/messaging.ts'
import { letCallHere } from '../../support/messaging/webhooks.ts'
import { whatsappScene } from '../../support/messaging/whatsapp.ts'

t.test('a WhatsApp number in the hands of the platform', async (t) => {
  const house = await boot(t, [])
  await firm(house.app)
  await letCallHere(house)
  const { own, key, there, hand, number } = await whatsappScene(t, house)
  const line = whatsappLine()
  t.teardown(() => line.close())
  const now = () => numberOf(own.live, number.id)
  const text = { to: '0712345678', type: 'text', text: { body: 'Karibu' } }

  await t.test('its provider knows it, or says why not', async (t) => {
    t.match(await askNumber(line, await now()), {
      ok: true,
      verified_name: 'Kliniki',
      display_phone: '+255 700 111 222',
    })
    const lost = await askNumber(line, { ...(await now()), phone_number_id: '1' })
    t.match(lost, { ok: false, cause: '(#100) no' })
    await within(async () => noteChecked(cli, await now(), lost.cause))
    t.match(await now(), { status: 'error', last_error: '(#100) no' })
    await within(async () => noteChecked(cli, await now(), null))
    t.match(await now(), { status: 'connected', last_error: null })
  })

  await t.test('its templates are asked for at once, or the fault is kept', async (t) => {
    there.templates = there.templates.slice(0, 1)
    t.match(await askTemplates(line, await now()), { created: 0, gone: 2 })
    const kept = await rows<{ name: string }>(
      sql`select name from msg_whatsapp_templates where number_id = ${number.id}`,
    )
    t.same(kept, [{ name: 'miadi' }])
    const gone = { ...(await now()), business_account_id: '1' }
    t.equal(await askTemplates(line, gone), '(#100) no')
    t.match(await now(), { status: 'error', last_error: '(#100) no' })
    await within(() =>
      run(sql`update msg_whatsapp_numbers set status = 'connected' where id = ${number.id}`),
    )
  })

  await t.test(
    'switched off it sends nothing; what waits leaves when it is on again',
    async (t) => {
      const turn = (on: boolean) =>
        within(async () => switchNumber(cli, await now(), on, on ? null : 'handed over'))
      t.equal(await turn(false), true)
      t.equal(await turn(false), false)
      const refused = await key.post('/v1/whatsapp/messages', text)
      t.equal(refused.status, 422)
      const before = there.messages().length
      await hand.idle()
      t.equal(there.messages().length, before)
      t.equal(await turn(true), true)
      t.match(await now(), { status: 'connected', last_error: null })
      const audit = await rows<{ action: string; reason: string | null }>(
        sql`select action, reason from msg_audit where entity_id = ${number.id}
          and action in ('whatsapp.number_disable', 'whatsapp.number_enable') order by id`,
      )
      t.match(audit, [
        { action: 'whatsapp.number_disable', reason: 'handed over' },
        { action: 'whatsapp.number_enable' },
      ])
    },
  )
})
