// A process of its own that writes into the same database: second-writer.ts ADDRESS HOSPITAL COUNT

import { closeDatabase, openDatabase, within } from '../../../db/store/connection.ts'
import { departments } from '../../../db/hospital/office/places/tables.ts'

const [, , address = '', hospital_id = '', count = '0'] = process.argv
await openDatabase(JSON.parse(address))
process.send?.('ready')
await new Promise((resolve) => process.once('message', resolve))
await Promise.all(
  Array.from({ length: Number(count) }, (_, index) => {
    const code = `Z${index}`
    return within(() =>
      departments.insert({ hospital_id, code, name: code, name_key: code, kind: 'CLINICAL' }),
    )
  }),
)
await closeDatabase()
process.disconnect?.()
