// A workstation of a test's own: a P-256 key, a fingerprint, and the proofs it can make.

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Ask } from './ask.ts'

export function workstation() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const public_key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const fingerprint = randomBytes(32).toString('hex')
  const about = { app_version: '1.0.0', hostname: 'PC-1', os_version: 'Windows 11' }
  return {
    public_key,
    fingerprint,
    privateKey,
    claim: (code: string) =>
      ({ ...about, code, fingerprint, key_scope: 'cng', public_key }) as const,
    /** As DER, or as 64 raw bytes. */
    signed(words: string, form: 'der' | 'raw' = 'der'): string {
      const dsaEncoding = form === 'der' ? 'der' : 'ieee-p1363'
      return sign('sha256', Buffer.from(words), { key: privateKey, dsaEncoding }).toString('base64')
    },
    async proof(nobody: Ask, id: string, purpose = 'lease', form: 'der' | 'raw' = 'der') {
      const { data } = await nobody.post(`/devices/${id}/challenge`, {})
      const words = ['kituo-device-v1', purpose, id, data.challenge].join('\n')
      return { challenge: data.challenge as string, signature: this.signed(words, form) }
    },
  }
}
