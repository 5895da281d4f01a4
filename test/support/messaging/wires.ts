// Two ends of a connection without a network, for the codec and the session.

import { Duplex } from 'node:stream'

export function wires(): { near: Duplex; far: Duplex } {
  const end = (other: () => Duplex): Duplex => {
    const self: Duplex = new Duplex({
      allowHalfOpen: false,
      read() {},
      write(piece, _encoding, done) {
        if (!other().destroyed) other().push(piece)
        done()
      },
      final(done) {
        if (!other().destroyed) other().push(null)
        done()
      },
    })
    return self
  }
  const near: Duplex = end(() => far)
  const far: Duplex = end(() => near)
  near.once('close', () => far.destroy())
  far.once('close', () => near.destroy())
  far.on('error', () => undefined)
  return { near, far }
}
