import type { Brings } from '../../registry.ts'
import { facilities } from './tables.ts'

export const brings: Brings = {
  area: 'places',
  entities: [
    {
      type: 'facility',
      read: 'self:use',
      write: 'facility:manage',
      photo: true,
      async exists({ hospital_id }, id) {
        const found = await facilities.find({ hospital_id, id })
        return found === undefined ? undefined : { label: found.name }
      },
    },
  ],
}
