// By which public keys a licence is believed (PLT-76): SPKI DER, base64url. A deployment names its
// seller's in `licence.keys`.

let trusted: readonly string[] = []

/** Given when a deployment is opened, and again when its configuration was read anew. */
export function setLicenceKeys(keys: readonly string[]): void {
  trusted = keys
}

export const licenceKeys = (): readonly string[] => trusted
