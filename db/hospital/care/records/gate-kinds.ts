// What stands in the way of signing, and of a discharge whose notes are not done (care 2.17).

import { type Caller } from '../../../core/caller.ts'
import { clock, hours } from '../../../core/clock.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import type { GateKind } from '../../desk/gates/kind.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import type { Visit } from '../../desk/visits/rows.ts'
import { clinicalOf } from '../clinical/settings.ts'
import type { Row as Admission } from '../wards/admissions/record.ts'
import { codeOf, fits } from './codes/codes.ts'
import type { RecordRow } from './record.ts'
import { clinical_records } from './tables.ts'
import { ageInDays } from './view.ts'

const reasons = [
  { code: 'CLINICAL_NEED', text: 'Clinical need', needs_text: false },
  { code: 'RECORD_CORRECT', text: 'The record is right as it stands', needs_text: true },
  { code: 'OTHER', text: 'Other', needs_text: true },
] as const

const scope_keys = ['departments']

interface OnRecord {
  record: RecordRow
  patient: Patient
}

const admissionIn = (subject: Readonly<Record<string, unknown>>): Admission =>
  subject['admission'] as Admission

/** Who only came for a test or a paper has no diagnosis: something of the visit stands in the chart. */
const isTreated = async ({ hospital_id }: Caller, place_id: string): Promise<boolean> =>
  (await clinical_records.count({
    hospital_id,
    place_id,
    status: ['DRAFT', 'TO_COSIGN', 'SIGNED', 'AMENDED'],
  })) > 0

/** Of a stay. A death and an absconding do not ask: they are other moves. */
const of = ({ hospital_id }: Caller, { id }: Admission, more: object): Promise<RecordRow[]> =>
  clinical_records.all({ hospital_id, admission_id: id, ...more })

const discharge = (
  kind: Pick<GateKind, 'key' | 'title' | 'title_sw' | 'rows'>,
  bites: (caller: Caller, on: Admission) => Promise<string[]>,
): GateKind => ({
  ...kind,
  actions: ['discharge.clinical'],
  reasons,
  emergency_bypass: false,
  scope_keys,
  check: async (caller, { subject }) =>
    (await bites(caller, admissionIn(subject))).map((what) => ({ what })),
})

export const record_gates: readonly GateKind[] = [
  {
    key: 'REC_AGE_SEX',
    title: 'Age and sex',
    title_sw: 'Umri na jinsia',
    actions: ['record.sign'],
    reasons,
    emergency_bypass: false,
    scope_keys,
    rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'record:sign' }],
    async check(caller, { subject }) {
      const { record, patient } = subject as unknown as OnRecord
      const code = codeOf(record.coding_system, record.code)
      if (code === undefined) return []
      const age_days = ageInDays(patient.birth_date, await today(caller))
      if (fits(code, { sex: patient.sex, age_days })) return []
      const other = code.sex !== null && patient.sex !== code.sex
      const sex = `${code.code} is a code for ${code.sex === 'Female' ? 'females' : 'males'}; the patient is ${String(patient.sex).toLowerCase()}.`
      return [{ what: other ? sex : `${code.code} is a code for somebody younger.` }]
    },
  },
  {
    key: 'BACKDATED',
    title: 'Written late',
    title_sw: 'Imeandikwa kwa kuchelewa',
    actions: ['record.write'],
    reasons,
    emergency_bypass: false,
    scope_keys,
    rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'record:late' }],
    async check(caller, { subject }) {
      const { occurred_at } = (subject as unknown as OnRecord).record
      const { late_entry_hours } = await clinicalOf(caller)
      const old = clock.ms() - Date.parse(occurred_at)
      if (old <= hours(late_entry_hours)) return []
      return [{ what: `It happened ${Math.floor(old / hours(1))} hours ago.` }]
    },
  },
  {
    key: 'REC_PRIMARY',
    title: 'Primary diagnosis',
    title_sw: 'Ugonjwa mkuu',
    actions: ['discharge.clinical', 'visit.close'],
    reasons,
    emergency_bypass: false,
    scope_keys,
    rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'record:sign' }],
    async check(caller, { action, subject }) {
      const { hospital_id } = caller
      const closing = action === 'visit.close'
      const place = closing ? (subject['visit'] as Visit) : admissionIn(subject)
      if (closing && !(await isTreated(caller, place.id))) return []
      const signed = { status: ['SIGNED', 'AMENDED'], rank: 'PRIMARY', live: true } as const
      const found = await clinical_records.count({ hospital_id, place_id: place.id, ...signed })
      if (found > 0) return []
      // At the desk it is said and keeps nobody.
      return [{ what: 'No primary diagnosis is signed.', ...(closing ? { level: 'WARN' } : {}) }]
    },
  },
  discharge(
    {
      key: 'DIS_SUMMARY',
      title: 'Summary',
      title_sw: 'Muhtasari',
      rows: [{ level: 'BLOCK' }],
    },
    async (caller, stay) => {
      const found = await of(caller, stay, { kind: 'SUMMARY', status: ['SIGNED', 'AMENDED'] })
      return found.length > 0 ? [] : ['The discharge summary is not signed.']
    },
  ),
  discharge(
    {
      key: 'DIS_UNSIGNED',
      title: 'Notes',
      title_sw: 'Maandishi',
      rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'record:sign' }],
    },
    async (caller, stay) => {
      const { length } = await of(caller, stay, { status: ['DRAFT', 'TO_COSIGN'] })
      if (length === 0) return []
      return [length === 1 ? '1 note is not signed.' : `${length} notes are not signed.`]
    },
  ),
]
