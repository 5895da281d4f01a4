// Internet addresses: read from text, held against networks, and judged whether they are public.
//
// A call that leaves the house for an address that a stranger chose may only go to the public
// internet, or to a network that the operator named. Everything that is not public unicast counts
// as inside: loopback, private and shared ranges, link-local with the metadata services, multicast,
// reserved and documentation ranges, and the IPv6 forms that carry such an IPv4 address.

/** 4 or 16 bytes; an IPv4 address inside IPv6 (`::ffff:`) is unmapped when it is read. */
export type Address = readonly number[]

export interface Network {
  readonly bytes: Address
  readonly bits: number
}

/** Dotted quad in plain decimal, or IPv6; anything else is a name and gives null. */
export function readAddress(text: string): Address | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (!bare.includes(':')) return readV4(bare)
  const bytes = readV6(bare)
  return bytes === null ? null : unmapped(bytes)
}

/** As one writes it alone: without the port that some proxies add, and IPv4 not inside IPv6. */
export function plainAddress(text: string): string {
  const [, inside = text] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? []
  const [, alone = inside] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(inside) ?? []
  return alone.toLowerCase().startsWith('::ffff:') && alone.includes('.') ? alone.slice(7) : alone
}

/** `10.0.0.0/8`, `2001:db8::/32`, or one address. */
export function readNetwork(text: string): Network | null {
  const [address = '', length, ...rest] = text.split('/')
  const bytes = rest.length > 0 ? null : readAddress(address)
  if (bytes === null) return null
  const most = bytes.length * 8
  if (length === undefined) return { bytes, bits: most }
  if (!/^(0|[1-9]\d{0,2})$/.test(length)) return null
  // `::ffff:10.0.0.0/104` names the IPv4 network 10.0.0.0/8.
  const bits = Number(length) - (bytes.length === 4 && address.includes(':') ? 96 : 0)
  return bits < 0 || bits > most ? null : { bytes, bits }
}

export function isInside(address: Address, network: Network): boolean {
  if (address.length !== network.bytes.length) return false
  for (let at = 0, left = network.bits; left > 0; at++, left -= 8) {
    const mask = left >= 8 ? 0xff : (0xff << (8 - left)) & 0xff
    if (((address[at] as number) & mask) !== ((network.bytes[at] as number) & mask)) return false
  }
  return true
}

export const isInsideAny = (address: Address, networks: readonly Network[]): boolean =>
  networks.some((network) => isInside(address, network))

/** Networks as an operator wrote them; a word that is none stops whoever asks. */
export const networksOf = (words: readonly string[]): Network[] => words.map(known)

function known(word: string): Network {
  const network = readNetwork(word)
  if (network === null) throw new Error(`${word} is no network`)
  return network
}

/** What is no public unicast address, of 2000::/3 and of IPv4. */
const inside_v4 = networksOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
const global_v6 = known('2000::/3')
const inside_v6 = networksOf(['2001::/23', '2001:db8::/32', '3fff::/20'])
const six_to_four = known('2002::/16')
const nat64 = known('64:ff9b::/96')

export function isPublic(address: Address): boolean {
  if (address.length === 4) return !isInsideAny(address, inside_v4)
  if (isInside(address, nat64)) return isPublic(address.slice(12))
  if (isInside(address, six_to_four)) return isPublic(address.slice(2, 6))
  return isInside(address, global_v6) && !isInsideAny(address, inside_v6)
}

export const mayBeCalled = (address: Address, allowed: readonly Network[]): boolean =>
  isInsideAny(address, allowed) || isPublic(address)

function readV4(text: string): Address | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part))) return null
  const bytes = parts.map(Number)
  return bytes.every((byte) => byte <= 255) ? bytes : null
}

function readV6(text: string): Address | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head, tail] = halves.map((half, at) => groupsOf(half, at === halves.length - 1))
  if (head === null || head === undefined || tail === null) return null
  if (tail === undefined) return head.length === 16 ? head : null
  const missing = 16 - head.length - tail.length
  return missing < 2 ? null : [...head, ...Array<number>(missing).fill(0), ...tail]
}

/** Groups of four hex digits; the very last may be a dotted quad. */
function groupsOf(text: string, is_end: boolean): number[] | null {
  if (text === '') return []
  const bytes: number[] = []
  const groups = text.split(':')
  for (const [at, group] of groups.entries()) {
    if (group.includes('.')) {
      const quad = is_end && at === groups.length - 1 ? readV4(group) : null
      if (quad === null) return null
      bytes.push(...quad)
    } else {
      if (!/^[0-9a-fA-F]{1,4}$/.test(group)) return null
      const value = Number.parseInt(group, 16)
      bytes.push(value >> 8, value & 0xff)
    }
  }
  return bytes
}

function unmapped(bytes: Address): Address {
  const is_mapped =
    bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff
  return is_mapped ? bytes.slice(12) : bytes
}
