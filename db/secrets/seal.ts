// Values sealed in the database with the installation's key: second-factor seeds, mail passwords.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

let app_key: Buffer | null = null

/** Given once at start, from the installation's secrets. */
export function setAppKey(key: Buffer): void {
  if (key.length !== 32) throw new Error('the application key must be 32 bytes')
  app_key = key
}

/** `v1.<nonce>.<tag>.<text>`, AES-256-GCM. */
export function seal(text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyInHand(), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return ['v1', nonce, cipher.getAuthTag(), sealed]
    .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
    .join('.')
}

export function unseal(sealed: string): string {
  const [version, nonce = '', tag = '', text = ''] = sealed.split('.')
  if (version !== 'v1') throw new Error('this sealed value is of a form not known here')
  const decipher = createDecipheriv('aes-256-gcm', keyInHand(), Buffer.from(nonce, 'base64url'))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  return decipher.update(Buffer.from(text, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
}

function keyInHand(): Buffer {
  if (app_key === null) throw new Error('the application key was not read at start')
  return app_key
}

/** For short codes: without the key a leaked table does not give them away by trying them all. */
export const keyedHash = (text: string): string =>
  createHmac('sha256', keyInHand()).update(text).digest('hex')
