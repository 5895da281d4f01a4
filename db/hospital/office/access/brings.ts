import type { Brings } from '../../registry.ts'
import { restored } from './restored.ts'
import { users } from './tables.ts'

export const brings: Brings = {
  area: 'access',
  restored,
  entities: [
    {
      type: 'user',
      read: 'user:read',
      write: 'user:update',
      files: false,
      photo: true,
      own: (caller, id) => caller.user_id === id,
      async exists({ hospital_id }, id) {
        const found = await users.find({ hospital_id, id })
        return found === undefined || found.kind === 'PATIENT'
          ? undefined
          : { label: found.full_name }
      },
    },
  ],
}
