import type { Brings } from '../registry.ts'

export const brings: Brings = {
  area: 'portal',
  reads: {
    portal_settings: 'portal:manage',
    portal_account: 'portal:codes',
    portal_code: 'portal:codes',
    portal_proxy: 'portal:decide',
  },
}
