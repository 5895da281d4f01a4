// Networks a caller may come from: addresses and ranges, v4 and v6 (MSG-107, PLT-92).

import { BlockList, isIP } from 'node:net'

/** `10.0.0.0/8`, `2001:db8::1`. */
export function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || rest.length > 0 || address.includes('%')) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128)
}

/** IPv4 inside IPv6 is the IPv4 address. */
export const unmapped = (address: string): string =>
  address.toLowerCase().startsWith('::ffff:') && isIP(address.slice(7)) === 4
    ? address.slice(7)
    : address

/** Nothing of the one list lies outside the other; an empty list is everything. */
export const isWithin = (narrow: readonly string[], wide: readonly string[]): boolean =>
  wide.length === 0 ||
  (narrow.length > 0 && narrow.every((range) => wide.some((other) => contains(other, range))))

/** Two ranges either lie in one another or have nothing in common. */
function contains(wide: string, narrow: string): boolean {
  const [wide_address, wide_bits] = bitsOf(wide)
  const [address, bits] = bitsOf(narrow)
  return isIP(wide_address) === isIP(address) && wide_bits <= bits && isAllowed([wide], address)
}

function bitsOf(range: string): [address: string, bits: number] {
  const [address = '', bits] = unmappedRange(range).split('/')
  return [address, bits === undefined ? (isIP(address) === 4 ? 32 : 128) : Number(bits)]
}

const lists = new Map<string, BlockList>()

export function isAllowed(allowlist: readonly string[], address: string | null): boolean {
  if (allowlist.length === 0) return true
  if (address === null) return false
  const plain = unmapped(address)
  const kind = isIP(plain)
  return kind !== 0 && listOf(allowlist).check(plain, kind === 4 ? 'ipv4' : 'ipv6')
}

function listOf(allowlist: readonly string[]): BlockList {
  const name = allowlist.join(' ')
  let list = lists.get(name)
  if (list !== undefined) return list
  list = new BlockList()
  for (const range of allowlist) {
    const [address = '', bits] = unmappedRange(range).split('/')
    const kind = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(bits), kind)
  }
  if (lists.size > 1000) lists.clear()
  lists.set(name, list)
  return list
}

function unmappedRange(range: string): string {
  const [address = '', bits] = range.split('/')
  const plain = unmapped(address)
  if (plain === address) return range
  return bits === undefined ? plain : `${plain}/${Math.max(0, Number(bits) - 96)}`
}
