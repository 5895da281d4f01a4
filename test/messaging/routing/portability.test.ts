// A receipt that names another operator's network teaches where the number went (MSG-205).

import t from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { row, run, within } from '../../../db/store/connection.ts'
import { forgetRouting, operatorsOf } from '../../../db/messaging/routing/operators.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/programs/daemons.ts'
import { drainOn, send, smppRoute, statesOf } from '../../support/messaging/drains.ts'
import { firm } from '../../support/messaging/messaging.ts'
import { accept, smppPeer } from '../../support/messaging/smpp-peer.ts'

const [yas, vodacom, manual] = ['255712000001', '255754000001', '255713000001']
const named: Record<string, string> = {
  [yas]: 'mccmnc:64004',
  [vodacom]: 'network: 640-04',
  [manual]: 'mccmnc:64004',
}
const learned = (phone: string) =>
  row<{ operator_code: string; source: string; expires_at: string | null }>(
    sql`select operator_code, source, expires_at from msg_number_overrides where phone = ${phone}`,
  )

for (const learn_portability of [true, false]) {
  t.test(`with learnPortability ${learn_portability ? 'on' : 'off'}`, async (t) => {
    clock.freeze('2026-03-03T09:00:00.000Z')
    const house = await boot(t)
    const peer = await smppPeer({
      submit: (session, pdu, at) => {
        accept(session, pdu, `id-${at}`)
        session.deliver_sm({
          source_addr: pdu.destination_addr,
          destination_addr: pdu.source_addr,
          esm_class: 4,
          short_message: `id:id-${at} sub:001 dlvrd:001 stat:DELIVRD err:000 ${named[pdu.destination_addr]} text:mccmnc:64009`,
        })
      },
    })
    t.teardown(() => peer.close())
    const own = await firm(house.app)
    await own.topUp(1000)
    await own.sender()
    await within(() =>
      run(sql`insert into msg_number_overrides
        (phone, operator_code, source, expires_at, created_at, updated_at)
        values (${manual}, 'airtel', 'manual', null, '2026-01-01', '2026-01-01')`),
    )
    await smppRoute({ port: peer.port, row: { learn_portability } })
    const sent = await send(own, { recipients: [yas, vodacom, manual] })
    await drainOn(t)
    await until('the receipts', async () =>
      (await statesOf(sent.batchId)).every(({ status }) => status === 'delivered'),
    )
    t.equal(await learned(vodacom), undefined, 'the network is the one that was known')
    t.match(await learned(manual), { operator_code: 'airtel', source: 'manual' })
    if (!learn_portability) return t.equal(await learned(yas), undefined)
    t.match(await learned(yas), {
      operator_code: 'vodacom',
      source: 'learned',
      expires_at: '2026-06-01T09:00:00.000Z',
    })
    t.equal((await operatorsOf([yas])).get(yas), 'vodacom')
    clock.advance(91 * 86_400_000)
    forgetRouting()
    t.equal((await operatorsOf([yas])).get(yas), 'yas', 'for 90 days')
  })
}
