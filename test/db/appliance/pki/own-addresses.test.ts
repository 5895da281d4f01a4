// Under the unit the runtime may not ask the kernel for its addresses (OPS-182); /proc tells them too.

import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import t from 'tap'
import { addressesIn, localIn } from '../../../../db/appliance/pki/own-addresses.ts'

t.test('the tables of the kernel say what the runtime says', async (t) => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const of = (family: string): string[] =>
    [...new Set(own.filter((one) => one.family === family).map(({ address }) => address))].sort()
  const table = readFileSync('/proc/net/fib_trie', 'utf8')
  t.same([...new Set(localIn(table))].filter((one) => of('IPv4').includes(one)).sort(), of('IPv4'))
})

t.test('addresses of the sixth version are written as people write them', async (t) => {
  t.same(
    addressesIn(
      [
        'fe8000000000000000fc00fffe000001 04 40 20 80     eth0',
        '00000000000000000000000000000001 01 80 10 80       lo',
        'fd000000000000000000000000000002 04 40 00 82     eth0',
        '',
      ].join('\n'),
    ),
    ['fe80::fc:ff:fe00:1', '::1', 'fd00::2'],
  )
  t.same(addressesIn(''), [])
  t.same(localIn(''), [])
})
