// Units of blood and the settings of the blood bank (blood-bank 5.2, 5.4).

import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { listOf } from '../../../db/core/kinds/kinds.ts'
import { holdUnits } from '../../../db/hospital/diagnostics/blood-bank/look-backs/opening.ts'
import { labelsOf } from '../../../db/hospital/diagnostics/blood-bank/papers/labels.ts'
import { BloodLabelsInput } from '../../../db/hospital/diagnostics/blood-bank/papers/shapes.ts'
import * as settings from '../../../db/hospital/diagnostics/blood-bank/settings/settings.ts'
import {
  BloodBankSettings,
  BloodBankSettingsInput,
} from '../../../db/hospital/diagnostics/blood-bank/settings/shapes.ts'
import * as handling from '../../../db/hospital/diagnostics/blood-bank/units/handling.ts'
import { unitRecord } from '../../../db/hospital/diagnostics/blood-bank/units/record.ts'
import { receive } from '../../../db/hospital/diagnostics/blood-bank/units/receiving.ts'
import {
  BloodUnit,
  BloodUnitWhole,
  DiscardInput,
  HoldInput,
  ReceiveInput,
  UnitAsked,
  UnitFilters,
} from '../../../db/hospital/diagnostics/blood-bank/units/shapes.ts'
import * as units from '../../../db/hospital/diagnostics/blood-bank/units/view.ts'
import { unitsFor } from '../../../db/hospital/diagnostics/blood-bank/requests/suiting.ts'
import { hospitalOf } from '../../../db/hospital/office/hospitals/hospitals.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { unitTrace } from '../../../templates/unit-trace.ts'
import { AsFile } from '../../edge/answers.ts'
import { inQuery } from '../../edge/opens.ts'
import { bloodLabelsReply, labelsReply, paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { within } from '../../../db/store/connection.ts'
import { byId, create, get, list, patch, post, print } from '../words.ts'

const module = 'blood_bank'
const unit = byId(unitRecord.get)

async function onPaper(caller: Caller, made: BloodUnitWhole): Promise<AsFile> {
  const { language } = await hospitalOf(caller)
  const head = await letterheadOf(caller, made.facility_id)
  const printed = { at: clock.instant(), by: caller.name }
  return new AsFile(await paperReply(unitTrace({ ...made, head, language, printed }), made.number))
}

export const door = area('blood-units', [
  list('/blood-bank/units', {
    summary: 'Units of blood, what expires first in front; for a patient, those that suit',
    access: 'bloodunit:read',
    module,
    opens: inQuery('clinical', 'for_patient'),
    audit: 'blood_unit.list',
    filters: UnitFilters,
    each: BloodUnit,
    run: ({ caller, query }) =>
      query.for_patient === undefined
        ? units.list(caller, query)
        : unitsFor(caller, query, query.for_patient),
  }),
  create('/blood-bank/units', {
    summary: 'Units came from outside',
    access: 'bloodunit:write',
    module,
    opens: 'many',
    once: true,
    body: ReceiveInput,
    reply: listOf(BloodUnit),
    says: 'Units received.',
    run: async ({ caller, body }) =>
      (await receive(caller, body)).map((row) => units.shown(caller, row)),
  }),
  get('/blood-bank/units/:id', {
    summary: 'One unit, with its trace; as a paper too',
    access: 'bloodunit:read',
    module,
    opens: 'desk',
    audit: 'blood_unit.read',
    record: unit,
    query: UnitAsked,
    reply: BloodUnitWhole,
    run: async ({ caller, params, query }) => {
      const made = await units.whole(caller, await unitRecord.get(caller, params.id))
      return query.format === 'pdf' ? onPaper(caller, made) : made
    },
  }),
  post('/blood-bank/units/hold', {
    summary: 'Hold units, or clear them',
    access: 'bloodunit:write',
    module,
    opens: 'many',
    signs: true,
    body: HoldInput,
    reply: listOf(BloodUnit),
    says: 'Units handled.',
    run: async ({ caller, body }) =>
      (await holdUnits(caller, body)).map((row) => units.shown(caller, row)),
  }),
  post('/blood-bank/units/discard', {
    summary: 'Discard units, or send them to another hospital',
    access: 'bloodunit:discard',
    module,
    opens: 'many',
    signs: true,
    body: DiscardInput,
    reply: listOf(BloodUnit),
    says: 'Units discarded.',
    run: async ({ caller, body }) =>
      (await handling.discard(caller, body)).map((row) => units.shown(caller, row)),
  }),
  print('/blood-bank/labels', {
    summary: 'Labels of units, donations or samples, as a PDF',
    access: 'bloodunit:read',
    module,
    opens: 'many',
    body: BloodLabelsInput,
    content_type: 'application/pdf',
    run: async ({ caller, body }) => {
      const { samples, labels } = await within(() => labelsOf(caller, body))
      return samples.length > 0 ? labelsReply(samples) : bloodLabelsReply(labels)
    },
  }),
  get('/blood-bank/settings', {
    summary: 'The settings of the blood bank',
    access: 'bloodunit:read',
    module,
    opens: 'nobody',
    reply: BloodBankSettings,
    run: ({ caller }) => settings.find(caller),
  }),
  patch('/blood-bank/settings', {
    summary: 'Change the settings of the blood bank',
    access: 'bloodbank:settings',
    module,
    opens: 'nobody',
    body: BloodBankSettingsInput,
    reply: BloodBankSettings,
    says: 'Settings changed.',
    run: ({ caller, body }) => settings.change(caller, body),
  }),
])
