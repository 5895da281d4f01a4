// A house whose messages leave by a link to an SMPP peer of another make.

import type { Test } from 'tap'
import { boot } from '../boot.ts'
import { type LinkInput, smppRoute } from './drains.ts'
import { firm } from './messaging.ts'
import { type PeerPdu, type PeerSession, smppPeer } from './smpp-peer.ts'

export async function peerScene(
  t: Test,
  submit: (session: PeerSession, pdu: PeerPdu, at: number) => void,
  link: Partial<LinkInput> = {},
) {
  const house = await boot(t)
  const peer = await smppPeer({ submit })
  t.teardown(() => peer.close())
  const own = await firm(house.app)
  await own.topUp(1_000_000)
  await own.sender()
  const link_id = await smppRoute({ port: peer.port, ...link })
  return { house, peer, own, link_id }
}
