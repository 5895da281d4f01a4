import { schedule_job } from '../../../appliance/timetable/job.ts'
import type { Brings } from '../../registry.ts'

export const brings: Brings = { area: 'jobs', jobs: [schedule_job] }
