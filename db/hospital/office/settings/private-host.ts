// Whether a mail server stands in the hospital's own network, judged by what was typed: a name
// could point elsewhere tomorrow, so only names that cannot exist outside count (PLT-66).

import { BlockList, isIP } from 'node:net'

const inside = new BlockList()
inside.addSubnet('10.0.0.0', 8)
inside.addSubnet('172.16.0.0', 12)
inside.addSubnet('192.168.0.0', 16)
inside.addSubnet('127.0.0.0', 8)
inside.addSubnet('169.254.0.0', 16)
inside.addAddress('::1', 'ipv6')
inside.addSubnet('fc00::', 7, 'ipv6')
inside.addSubnet('fe80::', 10, 'ipv6')

const inside_names = /(^|\.)(localhost|local|lan|internal|intranet|home\.arpa)$/

export function isPrivateHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  const kind = isIP(name)
  if (kind !== 0) return inside.check(name, kind === 6 ? 'ipv6' : 'ipv4')
  return !name.includes('.') || inside_names.test(name)
}
