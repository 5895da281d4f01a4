// What is printed of an incident with many casualties: tags before, the report afterwards.

import { clock } from '../../../db/core/clock.ts'
import { reportOf } from '../../../db/hospital/desk/emergencies/incident-report.ts'
import { incidentRecord } from '../../../db/hospital/desk/emergencies/incident-rows.ts'
import { ReportWords, TagWords } from '../../../db/hospital/desk/emergencies/shapes.ts'
import { tagsOf } from '../../../db/hospital/desk/emergencies/tags.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { incidentReport } from '../../../templates/incident.ts'
import { paperReply, tagsReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { byId, file } from '../words.ts'

const incident = byId(incidentRecord.get)

export const door = area('incident-papers', [
  file('/mass-casualty-incidents/:id/tags', {
    summary: 'Tags for casualties, ten on a sheet, printed before anybody comes',
    access: 'incident:manage',
    opens: 'nobody',
    record: incident,
    query: TagWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query: { language, ...asked } }) => {
      const found = await tagsOf(caller, params.id, asked)
      const { house, language: own } = await letterheadOf(caller, found.facility_id)
      return tagsReply({
        ...found,
        hospital: house.name,
        language: language ?? own,
        issued_at: clock.instant(),
      })
    },
  }),
  file('/mass-casualty-incidents/:id/report', {
    summary: 'The report of an incident',
    access: 'emergency:read',
    opens: 'many',
    audit: 'incident.report',
    record: incident,
    query: ReportWords,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const head = await letterheadOf(
        caller,
        (await incidentRecord.get(caller, params.id)).facility_id,
      )
      const { incident: about, undisposed, unbilled, ...report } = await reportOf(caller, params.id)
      const { stood_down_at: at } = about
      return paperReply(
        incidentReport({
          ...about,
          ...report,
          head,
          language: query.language ?? head.language,
          started: { at: about.started_at, by: about.started_by },
          stood_down: at === null ? null : { at, by: report.timeline.at(-1)?.by ?? '' },
          counts: { ...about.counts, undisposed, unbilled },
          by_acuity: about.counts.by_acuity as Record<string, number>,
          printed: { at: clock.instant(), by: caller.name },
        }),
      )
    },
  }),
])
