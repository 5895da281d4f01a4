// The lasting addresses of this machine. The hardened unit lets the house speak to the network and to
// nothing else, and the runtime asks the kernel by netlink: there they are read from /proc.

import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

export function ownAddresses(): string[] {
  try {
    return lasting(
      Object.values(networkInterfaces())
        .flatMap((list) => list ?? [])
        .map(({ address }) => address),
    )
  } catch {
    return lasting([
      ...localIn(textOf('/proc/net/fib_trie')),
      ...addressesIn(textOf('/proc/net/if_inet6')),
    ])
  }
}

/** A link-local one is of no use to anybody else, and a loopback one is named anyway. */
const lasting = (addresses: readonly string[]): string[] =>
  [...new Set(addresses)].filter(
    (address) => !/^(?:fe[89ab]|169\.254\.|127\.)/i.test(address) && address !== '::1',
  )

/** In the table of routes each address of one's own stands above the words `/32 host LOCAL`. */
export const localIn = (table: string): string[] =>
  [...table.matchAll(/\|-- ([\d.]+)\n\s*\/32 host LOCAL/g)].map(([, address = '']) => address)

/** Thirty-two digits without a colon, as the kernel writes them. */
export const addressesIn = (list: string): string[] =>
  [...list.matchAll(/^([\da-f]{32}) /gm)].map(([, digits = '']) => shortened(digits))

const shortened = (digits: string): string => {
  const groups = digits.match(/.{4}/g) ?? []
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
