// A process that holds an SQLite file for itself until it is told to let go: hold-database.ts FILE

import { DatabaseSync } from 'node:sqlite'

const [, , file = ''] = process.argv
const held = new DatabaseSync(file, { timeout: 5000 })
try {
  held.exec('begin exclusive')
  process.send?.('held')
} catch (error) {
  process.send?.(String(error))
}
process.once('message', () => {
  held.close()
  process.disconnect?.()
})
