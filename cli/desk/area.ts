// Regions, districts, wards and streets, from a file.

import { listImport } from '../frame/list-import.ts'

export const commands = [
  listImport({
    words: 'area import',
    says: 'Reads areas from a CSV file: code, parent code, level, name.',
    http: 'POST /api/v1/administrative-areas/import',
    permission: 'area:manage',
    examples: ['kituo area import ./wards.csv --dry-run', 'kituo areas import ./wards.csv --yes'],
    read: async (...asked) => {
      const { importAreas } = await import('../../db/hospital/desk/patients/areas/areas-import.ts')
      return importAreas(...asked)
    },
  }),
]
