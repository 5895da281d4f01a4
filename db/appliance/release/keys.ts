// Whose signature a release must bear (OPS-168): keys inside the program, and those that install.sh
// was given and keeps beside the configuration.

import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asset } from '../../core/assets.ts'

export const keys_file = 'release-keys.pem'

export function releaseKeys(config_dir: string | null): KeyObject[] {
  const beside = config_dir === null ? null : join(config_dir, keys_file)
  const given = beside !== null && existsSync(beside) ? readFileSync(beside, 'utf8') : ''
  const blocks = `${asset('db/appliance/release/keys.pem').toString('utf8')}\n${given}`.match(
    /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g,
  )
  return (blocks ?? []).map((pem) => createPublicKey(pem))
}

export const keyFingerprint = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
