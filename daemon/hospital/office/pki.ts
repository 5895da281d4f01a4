// What a new machine must trust before it can speak to this house (OPS-22).

import { serverAuthority } from '../../../db/appliance/pki/served.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { file } = nobodys

const authority = (format: 'pem' | 'der', content_type: string) =>
  file(`/pki/server-ca.${format}`, {
    summary: `The authority of this house’s own certificate, as ${format.toUpperCase()}`,
    access: 'open',
    content_type,
    run: async () => {
      const { bytes, etag, name, since } = await serverAuthority(format)
      return {
        content_type,
        bytes,
        etag,
        file_name: name,
        cache: 'public, max-age=300',
        headers: { 'last-modified': since.toUTCString() },
      }
    },
  })

export const door = area('pki', [
  { ...authority('pem', 'application/x-pem-file'), at_root: true },
  { ...authority('der', 'application/pkix-cert'), at_root: true },
])
