import type { Brings } from '../../registry.ts'
import { hospitals } from './tables.ts'

export const brings: Brings = {
  area: 'hospitals',
  /** Logos and icons: a deployment has few hospitals. */
  keepsFiles: async (hashes) => {
    const all = await hospitals.all({})
    return all
      .flatMap(({ logo, icon }) => [logo?.sha256, icon?.sha256])
      .filter((sha256): sha256 is string => sha256 !== undefined && hashes.includes(sha256))
  },
}
