import { form, named, shape, type Static, Text } from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { patient_exports } from './tables.ts'

const column = fieldsOf(patient_exports)

export const DataFileInput = form({ reason: Text(5, 300) })
export type DataFileInput = Static<typeof DataFileInput>

/** What whoever asks is told: the file itself comes by its own route. */
export const DataFile = named(
  'PatientDataFile',
  shape(column('id', 'status', 'file_name', 'asked_at', 'expires_at')),
)
export type DataFile = Static<typeof DataFile>
