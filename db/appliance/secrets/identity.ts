// Where the keys of this deployment's authorities lie, and the key they are sealed with. Kept apart
// from the authorities themselves: their library is loaded by who needs it.

let place: { folder: string; ca_key: Buffer } | null = null
let before: Buffer | null = null

/** Given when a deployment is opened; without ca_key there is none to be had. */
export function setIdentity(folder: string | null, ca_key?: string, ca_key_before?: string): void {
  before = ca_key_before === undefined ? null : Buffer.from(ca_key_before, 'base64url')
  place =
    folder === null || ca_key === undefined
      ? null
      : { folder, ca_key: Buffer.from(ca_key, 'base64url') }
}

/** What a rotation left; it opens what was not sealed anew when the rotation was cut off. */
export const identityBefore = (): Buffer | null => before

export function identity(): { folder: string; ca_key: Buffer } {
  if (place === null) throw new Error('no identity: setIdentity(…), with ca_key')
  return place
}
