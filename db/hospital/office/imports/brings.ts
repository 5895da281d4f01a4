import { users_import } from '../access/users/import.ts'
import type { Brings } from '../../registry.ts'
import { import_job } from './job.ts'

export const brings: Brings = { area: 'imports', imports: [users_import], jobs: [import_job] }
