// Bodies of accounts and files.

import { type Body, code } from './said.ts'

export const office_bodies: Record<string, Body> = {
  'POST /roles': ({ word }) => ({ name: word, permissions: ['patient:read'] }),
  'POST /users': (said) => ({
    full_name: said.word,
    username: code(said).toLowerCase(),
    facility_ids: [said.known['facility_id']],
  }),
  'POST /exports': () => ({ dataset: 'users', format: 'csv' }),
}
