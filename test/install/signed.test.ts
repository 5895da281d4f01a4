// Whose program it is: signed by the seller, by another key, or by nobody.

import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { machine } from '../support/programs/install-machine.ts'

t.test('a program that the seller signed needs no leave (OPS-177)', async (t) => {
  const { at, build, run } = machine(t)
  const binary = build('1.0.0')
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(at('seller.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const digest = createHash('sha256').update(readFileSync(binary)).digest('hex')
  const sums = `${digest}  kituo\n`
  writeFileSync(at('SHA256SUMS'), sums)
  writeFileSync(at('SHA256SUMS.sig'), sign('sha256', Buffer.from(sums), privateKey))
  const check = ['--binary', binary, '--key', at('seller.pem'), '--verify-only']
  t.match(run(...check), { status: 0, said: 'Kituo 1.0.0' })
  writeFileSync(at('SHA256SUMS'), `${sums}# more\n`)
  t.match(run(...check), { status: 10, told: 'is not by the key that was given' })
})

t.test('whether somebody signed the program is remembered for the doctor (OPS-176)', async (t) => {
  const { at, build, run, install } = machine(t)
  install('1.0.0')
  const remembered = (): string => readFileSync(at('etc/kituo/install.conf'), 'utf8')
  t.match(remembered(), /^signed=no$/m)
  const binary = build('1.0.0')
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(at('seller.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const digest = createHash('sha256').update(readFileSync(binary)).digest('hex')
  const sums = `${digest}  kituo\n`
  writeFileSync(at('SHA256SUMS'), sums)
  writeFileSync(at('SHA256SUMS.sig'), sign('sha256', Buffer.from(sums), privateKey))
  const key = ['--key', at('seller.pem')]
  t.match(run('--binary', binary, '--no-start', ...key), { status: 0 })
  t.match(remembered(), /^signed=yes$/m, 'a signed one took its place')
})

t.test('another key than the one kept here counts only by its fingerprint', async (t) => {
  const { at, build, run } = machine(t)
  const binary = build('1.0.0')
  const digest = createHash('sha256').update(readFileSync(binary)).digest('hex')
  const sums = `${digest}  kituo\n`
  writeFileSync(at('SHA256SUMS'), sums)
  const signed = (name: string): string => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    writeFileSync(at(name), publicKey.export({ type: 'spki', format: 'pem' }))
    writeFileSync(at('SHA256SUMS.sig'), sign('sha256', Buffer.from(sums), privateKey))
    return createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex')
  }
  signed('first.pem')
  const install = (...more: string[]) => run('--binary', binary, '--no-start', ...more)
  t.match(install('--key', at('first.pem')), { status: 0 })
  t.equal(
    readFileSync(at('etc/kituo/release-keys.pem'), 'utf8'),
    readFileSync(at('first.pem'), 'utf8'),
  )
  t.match(install(), { status: 0, said: 'Already installed' }, 'the key is known from now on')
  const print = signed('second.pem')
  t.match(install('--key', at('second.pem')), {
    status: 10,
    told: `--accept-new-key ${print}`,
  })
  t.match(install('--key', at('second.pem'), '--accept-new-key', print), { status: 0 })
  t.equal(
    readFileSync(at('etc/kituo/release-keys.pem'), 'utf8'),
    readFileSync(at('second.pem'), 'utf8'),
  )
})
