// The worklist of a machine, as a list, as DICOM JSON or as a sheet (DIA-123).

import { csvLines } from '../../../db/core/csv-lines.ts'
import { elementsOf, asJson } from '../../../db/hospital/diagnostics/imaging/worklist/elements.ts'
import { Step, StepWords } from '../../../db/hospital/diagnostics/imaging/worklist/shapes.ts'
import { steps } from '../../../db/hospital/diagnostics/imaging/worklist/steps.ts'
import { hospitalOf } from '../../../db/hospital/office/hospitals/hospitals.ts'
import { listOf } from '../../../db/core/kinds/kinds.ts'
import { AsFile } from '../../edge/answers.ts'
import { area } from '../../edge/route.ts'
import { get } from '../words.ts'

const columns = Object.keys(Step.properties) as (keyof typeof Step.properties)[]

export const door = area('imaging-worklist', [
  get('/diagnostics/imaging/worklist', {
    summary: 'Studies that are booked, as machines ask for them',
    access: 'imaging:perform',
    opens: 'many',
    audit: 'imaging_study.worklist',
    query: StepWords,
    reply: listOf(Step, 500),
    run: async ({ caller, query: { format = 'json', ...asked } }) => {
      const found = await steps(caller, asked)
      if (format === 'json') return found
      if (format === 'csv') {
        const bytes = csvLines([columns, ...found.map((step) => columns.map((key) => step[key]))])
        return new AsFile({
          content_type: 'text/csv; charset=utf-8',
          bytes,
          file_name: 'worklist.csv',
        })
      }
      const { timezone } = await hospitalOf(caller)
      const bytes = JSON.stringify(found.map((step) => asJson(elementsOf(step, timezone))))
      return new AsFile({ content_type: 'application/dicom+json', bytes })
    },
  }),
])
