// Other houses that patients are referred to, from a file (front office 8).

import { listImport } from '../frame/list-import.ts'

export const commands = [
  listImport({
    words: 'facility import',
    says: 'Reads other houses that patients are referred to from a CSV file.',
    http: 'POST /api/v1/referral-facilities/import',
    permission: 'area:manage',
    examples: [
      'kituo facility import ./directory.csv --dry-run',
      'kituo facilities import ./directory.csv --yes',
    ],
    read: async (...asked) => {
      const { importDirectory } = await import(
        '../../db/hospital/desk/referrals/directory-import.ts'
      )
      return importDirectory(...asked)
    },
  }),
]
