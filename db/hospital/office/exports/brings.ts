import { users_dataset } from '../access/users/dataset.ts'
import { facilities_dataset } from '../places/facilities-dataset.ts'
import type { Brings } from '../../registry.ts'
import { export_job } from './make.ts'

export const brings: Brings = {
  area: 'exports',
  datasets: [users_dataset, facilities_dataset],
  jobs: [export_job],
}
