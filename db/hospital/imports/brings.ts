import type { Brings } from '../registry.ts'
import { import_job } from './job.ts'

export const brings: Brings = { area: 'imports', jobs: [import_job] }
