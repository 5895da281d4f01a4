// The drain against an operator of another make (MSG 4.10, 4.14).

import t from 'tap'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/daemons.ts'
import { drainOn, eventsOf, phones, send, smppRoute, statesOf, untilStatus } from '../../support/drains.ts'
import { firm } from '../../support/messaging.ts'
import { accept, type PeerPdu, type PeerSession, smppPeer } from '../../support/smpp-peer.ts'

const receiptFor = (pdu: PeerPdu, id: string, stat = 'DELIVRD', err = '000') => ({
  source_addr: pdu.destination_addr,
  destination_addr: pdu.source_addr,
  esm_class: 4,
  short_message: `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010001 stat:${stat} err:${err} text:x`,
})

const delivering = (session: PeerSession, pdu: PeerPdu, at: number): void => {
  accept(session, pdu, `id-${at}`)
  session.deliver_sm(receiptFor(pdu, `id-${at}`))
}

t.test('accepted messages leave by themselves and are delivered once', async (t) => {
  const house = await boot(t)
  const peer = await smppPeer({ submit: delivering })
  t.teardown(() => peer.close())
  const sender = await firm(house.app)
  await sender.topUp(1_000_000)
  await sender.sender()
  await smppRoute({ port: peer.port })
  await drainOn(t)
  const sent = await send(sender, { recipients: phones(200) })
  await untilStatus(sent.batchId, 'delivered')
  t.equal(peer.got.length, 200)
  t.equal(new Set(peer.got.map(({ destination_addr }) => destination_addr)).size, 200)
  const events = await eventsOf(sent.batchId)
  t.equal(events['message.delivered'], 200)
  t.ok((events['message.sent'] ?? 0) <= 200)
})
