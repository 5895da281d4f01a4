// Every table that names a patient is a part of the copy, or says why it is none (PAT-35).

import t from 'tap'
import '../../../../db/tables.ts'
import { left_out, parts } from '../../../../db/hospital/desk/data-files/parts.ts'
import { tables } from '../../../../db/store/table.ts'

t.test(
  'what is kept of a patient is in the copy, or left out with a reason (PAT-35)',
  async (t) => {
    const naming = tables.filter(({ columns }) => 'patient_id' in columns).map(({ name }) => name)
    const inside = parts.flatMap((part) => part.tables)
    t.same([...inside, ...Object.keys(left_out)].sort(), naming.sort())
    for (const { name, tables: own, under = [] } of parts) {
      for (const [table, by, of] of under) {
        const found = tables.find((one) => one.name === table)
        t.ok(found !== undefined && by in found.columns, `${name}: ${table}.${by}`)
        t.ok(own.includes(of), `${name}: ${table} hangs on ${of}`)
      }
    }
  },
)
