import t from 'tap'
import {
  isInside,
  isPublic,
  mayBeCalled,
  networksOf,
  readAddress,
  readNetwork,
} from '../../../db/core/addresses.ts'

t.test('addresses: text is read strictly', async (t) => {
  t.strictSame(readAddress('192.0.2.7'), [192, 0, 2, 7])
  t.strictSame(readAddress('::ffff:10.1.2.3'), [10, 1, 2, 3], 'IPv4 in IPv6 is unmapped')
  t.strictSame(readAddress('[::ffff:7f00:1]'), [127, 0, 0, 1])
  t.strictSame(readAddress('::1'), [...Array<number>(15).fill(0), 1])
  t.equal(readAddress('2001:db8::8:800:200c:417a')?.length, 16)
  for (const text of [
    '',
    'localhost',
    '127.1',
    '0177.0.0.1',
    '2130706433',
    '0x7f.0.0.1',
    '1.2.3.256',
    '1.2.3.4.5',
    ' 1.2.3.4',
    '1::2::3',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    'g::1',
    '12345::1',
    '::1.2.3',
    '1.2.3.4::',
    'fe80::1%eth0',
  ]) {
    t.equal(readAddress(text), null, JSON.stringify(text))
  }
})

t.test('addresses: networks', async (t) => {
  const cases: [string, string, boolean][] = [
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['172.16.0.0/12', '172.31.255.255', true],
    ['172.16.0.0/12', '172.32.0.0', false],
    ['192.168.1.7', '192.168.1.7', true],
    ['192.168.1.7', '192.168.1.8', false],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', '::1', false],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['fd00::/8', 'fd12:3456::1', true],
    ['10.0.0.0/8', '::ffff:10.0.0.1', true],
  ]
  for (const [network, address, expected] of cases) {
    const read = readNetwork(network)
    const bytes = readAddress(address)
    t.ok(read !== null && bytes !== null)
    if (read !== null && bytes !== null)
      t.equal(isInside(bytes, read), expected, `${address} in ${network}`)
  }
  for (const text of [
    '',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'a/8',
    '::/129',
  ])
    t.equal(readNetwork(text), null, JSON.stringify(text))
  t.throws(() => networksOf(['10.0.0.0/99']), /is no network/)
})

t.test('addresses: only public unicast is public (MSG-549)', async (t) => {
  const blocked = [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ]
  for (const text of blocked) {
    const address = readAddress(text)
    t.ok(address !== null && !isPublic(address), text)
  }
  const open = [
    '1.1.1.1',
    '41.59.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700::1111',
    '2002:101:101::1',
    '64:ff9b::101:101',
    '::ffff:8.8.8.8',
  ]
  for (const text of open) {
    const address = readAddress(text)
    t.ok(address !== null && isPublic(address), text)
  }
})

t.test('addresses: a network that the operator named may be called', async (t) => {
  const allowed = networksOf(['10.0.0.0/8', 'fd00::/8'])
  t.ok(mayBeCalled([10, 1, 2, 3], allowed))
  t.notOk(mayBeCalled([192, 168, 1, 1], allowed))
  t.ok(mayBeCalled([1, 1, 1, 1], []))
})
