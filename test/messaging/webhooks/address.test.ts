import t from 'tap'
import { networksOf } from '../../../db/core/addresses.ts'
import {
  complaintAbout,
  ports_default,
  type Reach,
} from '../../../db/messaging/webhooks/address.ts'

const reach: Reach = { ports: ports_default, allowed: [] }

t.test('address: public https addresses are taken', async (t) => {
  for (const url of [
    'https://example.com/hook',
    'https://example.com:8443/hook?a=b',
    'https://EXAMPLE.com',
    'https://1.1.1.1/hook',
    'https://[2606:4700::1111]/hook',
    'https://name-that-need-not-resolve.invalid/',
    'https://xn--nxasmq6b/',
  ]) {
    t.equal(complaintAbout(url, reach), null, url)
  }
})

t.test('address: what is refused from its text (MSG-541)', async (t) => {
  const inside = 'must be reachable from the internet; this is a private address.'
  const cases: [string, string | RegExp][] = [
    ['http://example.com/hook', 'must be https.'],
    ['ftp://example.com/', 'must be https.'],
    ['javascript:alert(1)', /web address/],
    ['example.com/hook', /web address/],
    ['', /web address/],
    ['https://', /web address/],
    ['https://exa mple.com/', /web address/],
    ['https://example.com/\n', /web address/],
    ['https:\\\\example.com', /web address/],
    ['https://a:b@example.com/', 'must not hold a user name or password.'],
    ['https://a@example.com/', 'must not hold a user name or password.'],
    ['https://example.com/#x', 'must not have a fragment (#…).'],
    ['https://example.com/#', 'must not have a fragment (#…).'],
    ['https://example.com:80/', 'must not use port 80.'],
    ['https://example.com:1023/', 'must not use port 1023.'],
    [`https://example.com/${'a'.repeat(2049)}`, 'may have at most 2,048 characters.'],
    // The same machine in every dress that a reader of addresses knows.
    ['https://127.0.0.1/', inside],
    ['https://127.0.0.1./', inside],
    ['https://127.1/', inside],
    ['https://2130706433/', inside],
    ['https://0x7f000001/', inside],
    ['https://0177.0.0.1/', inside],
    ['https://１２７.０.０.１/', inside],
    ['https://[::1]/', inside],
    ['https://[::ffff:127.0.0.1]/', inside],
    ['https://[::ffff:7f00:1]/', inside],
    ['https://[64:ff9b::7f00:1]/', inside],
    ['https://10.0.0.1:8443/', inside],
    ['https://192.168.1.1/', inside],
    ['https://169.254.169.254/latest/meta-data', inside],
    ['https://[fe80::1]/', inside],
    ['https://[fd00::1]/', inside],
    ['https://0/', inside],
  ]
  for (const [url, complaint] of cases) {
    const said = complaintAbout(url, reach) ?? 'nothing'
    if (typeof complaint === 'string') t.equal(said, complaint, url)
    else t.match(said, complaint, url)
  }
})

t.test('address: a network that the operator opened, other ports', async (t) => {
  const open: Reach = { ports: [[80, 80]], allowed: networksOf(['10.0.0.0/8']) }
  t.equal(complaintAbout('https://10.1.2.3:80/', open), null)
  t.equal(
    complaintAbout('https://192.168.1.1:80/', open),
    'must be reachable from the internet; this is a private address.',
  )
  t.equal(complaintAbout('https://10.1.2.3/', open), 'must not use port 443.')
})
