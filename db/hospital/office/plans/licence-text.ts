// A licence as text (PLT-76): signed by the seller, read without a network.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import {
  Day,
  form,
  nullable,
  optional,
  type Static,
  Text,
  Whole,
  Instant,
} from '../../../core/kinds/kinds.ts'
import { licenceKeys } from '../../../appliance/secrets/licence-keys.ts'
import { invalid, invalidAs, isRefusal } from '../../../core/refusal.ts'
import { read } from '../../../core/validate.ts'

const Payload = form({
  v: Whole(1, 1),
  licence_no: Text(1, 60),
  hospital_code: Text(1, 40),
  hospital_name: Text(1, 120),
  install_id: optional(nullable(Text(1, 36))),
  plan_code: Text(1, 40),
  plan_name: Text(1, 120),
  branches: Whole(1, 10_000),
  max_users: optional(nullable(Whole(1))),
  starts_on: Day,
  ends_on: Day,
  issued_at: Instant,
  purchase_reference: optional(nullable(Text(1, 40))),
  key_id: Text(1, 64),
})
export type Payload = Static<typeof Payload>

const begin = '-----BEGIN KITUO LICENCE-----'
const end = '-----END KITUO LICENCE-----'

const keyIdOf = (public_key: string): string =>
  createHash('sha256').update(Buffer.from(public_key, 'base64url')).digest('hex').slice(0, 16)

const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key.export({ type: 'pkcs8', format: 'pem' }))
    .export({ type: 'spki', format: 'der' })
    .toString('base64url')

/** 400 for whatever is not a licence signed by a key that this house knows. */
export function readLicence(text: string): Payload {
  const packed = text.replaceAll(/\s+/g, '')
  const head = begin.replaceAll(' ', '')
  const tail = end.replaceAll(' ', '')
  const parts =
    packed.startsWith(head) && packed.endsWith(tail)
      ? packed.slice(head.length, -tail.length).split('.')
      : []
  const [body, signature, ...more] = parts
  if (body === undefined || signature === undefined || more.length > 0) throw unsigned()
  const payload = payloadOf(body)
  const key = licenceKeys().find((one) => keyIdOf(one) === payload.key_id)
  if (key === undefined || !isSigned(body, signature, key)) throw unsigned()
  return payload
}

/** A new pair for a seller. */
export function newKeys(): { private_key: string; public_key: string; key_id: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  const public_key = publicKeyOf(privateKey)
  return {
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public_key,
    key_id: keyIdOf(public_key),
  }
}

/** For the seller: `private_key` as PKCS8 PEM. */
export function writeLicence(given: Omit<Payload, 'v' | 'key_id'>, private_key: string): string {
  const key = sellersKey(private_key)
  const payload = { v: 1, ...given, key_id: keyIdOf(publicKeyOf(key)) }
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url')
  const signature = sign(null, Buffer.from(body), key).toString('base64url')
  const lines = `${body}.${signature}`.match(/.{1,64}/g) ?? []
  return [begin, ...lines, end, ''].join('\n')
}

function sellersKey(text: string): KeyObject {
  try {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Neither is a text that is no key at all.
  }
  throw invalidAs('key', 'this is not the private key of licence keygen.')
}

function payloadOf(body: string): Payload {
  try {
    return read(Payload, JSON.parse(Buffer.from(body, 'base64url').toString('utf8')), 'closed')
  } catch (error) {
    if (isRefusal(error) || error instanceof SyntaxError) throw unsigned()
    throw error
  }
}

function isSigned(body: string, signature: string, public_key: string): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(public_key, 'base64url'),
      format: 'der',
      type: 'spki',
    })
    return verify(null, Buffer.from(body), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

const unsigned = () => invalid('licence', 'is not signed rightly.')
