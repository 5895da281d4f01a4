// A workstation is activated: the house's authority issues it a certificate, which others can check.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asking } from './asking.mjs'
import { say } from './place.mjs'

export async function certifiesWorkstation({ address, command, place }) {
  const { code } = await command('device', 'activate', '--label', 'Till 1', '--role', 'cashier')
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const nobody = asking(address)
  const claimed = await nobody.post('/api/v1/devices/claim', {
    code,
    public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    fingerprint: randomBytes(32).toString('hex'),
    key_scope: 'cng',
    hostname: 'PC-1',
    os_version: 'Debian 12',
    app_version: '1.0.0',
  })
  const files = {
    own: Buffer.from(claimed.certificate),
    authority: await nobody.bytes('/api/v1/devices/ca'),
    revoked: await nobody.bytes('/api/v1/devices/crl?format=pem'),
  }
  const own = new X509Certificate(files.own)
  const authority = new X509Certificate(files.authority)
  assert.ok(own.checkPrivateKey(privateKey), 'the certificate is of another key')
  assert.ok(own.checkIssued(authority), `issued by ${own.issuer}, not by ${authority.subject}`)
  assert.ok(own.verify(authority.publicKey), 'the authority did not sign the certificate')

  for (const [name, pem] of Object.entries(files)) writeFileSync(join(place, `${name}.pem`), pem)
  const judged = ['verify', '-crl_check', '-CRLfile', 'revoked.pem', '-CAfile', 'authority.pem']
  const options = { cwd: place, encoding: 'utf8' }
  const { error, stdout, stderr } = spawnSync('openssl', [...judged, 'own.pem'], options)
  if (error) return say('openssl is not here: the certificate is checked by the runtime alone')
  assert.equal(stdout, 'own.pem: OK\n', stderr)
}
