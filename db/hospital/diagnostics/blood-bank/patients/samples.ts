// Samples for the blood bank are received or refused, never guessed at (3.4, BLD-54, BLD-55).

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, instantIn } from '../../../../core/clock.ts'
import { isId } from '../../../../core/ids.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { addTask } from '../../../care/nursing/tasks.ts'
import { writable } from '../../../desk/patients/rows.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { staffById } from '../../../neighbours/people.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { nextNumbers, scanned } from '../../laboratory/specimens/numbers.ts'
import { validUntil } from '../matching/confirmed.ts'
import { linkSample, openRequestsOf, progress } from '../requests/progress.ts'
import { settingsOf } from '../settings/settings.ts'
import { type SampleRow, sampleRecord } from './record.ts'
import type { SampleInput } from './shapes.ts'
import { blood_samples } from './tables.ts'

interface For {
  facility_id: string
  patient_id: string
  request_id?: string | null
  admission_id?: string | null
}

/** The ward prints its label and takes it; who lies in a bed gets a task for it. */
export async function expectSample(
  caller: Caller,
  { facility_id, patient_id, request_id = null, admission_id = null }: For,
): Promise<SampleRow> {
  const [number = ''] = await nextNumbers(caller, 1)
  const row = await sampleRecord.created(
    caller,
    { number, facility_id, patient_id, request_id },
    'expect',
  )
  if (admission_id !== null) {
    await addTask(caller, {
      patient_id,
      task: `Take blood bank sample ${number}: check the wristband, label at the bed`,
      source: 'BLOOD_SAMPLE',
      source_id: row.id,
    })
  }
  return row
}

/** What is good now: received or tested, and not past its time. */
export async function validSampleOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<SampleRow | undefined> {
  const [found] = await blood_samples.all(
    { hospital_id, patient_id, status: ['RECEIVED', 'TESTED'] },
    { order: ['-collected_at', '-id'], limit: 1 },
  )
  return found !== undefined && (found.valid_until ?? '') > clock.instant() ? found : undefined
}

export async function receive(caller: Caller, input: SampleInput): Promise<SampleRow> {
  if (input.reject_reason) return refused(caller, input, input.reject_reason)
  // BLD-51 is not built: a mother's group would stand in the record of her child.
  if (input.sample_of) throw invalid('sample_of', 'is not offered yet.')
  const collected = await collectedBy(caller, input)
  const expected = await expectedSample(caller, input)
  const patient = await writable(caller, expected?.patient_id ?? input.patient_id ?? '')
  if (input.patient_id && input.patient_id !== patient.id) {
    throw conflict('The sample is of another patient than the request: reject it.', 'wrong_patient')
  }
  const before =
    expected ??
    (await expectSample(caller, {
      facility_id: await actingBranch(caller),
      patient_id: patient.id,
    }))
  const locked = await sampleRecord.begin(caller, before.id, 'receive')
  const short = await isShort(caller, patient.id)
  const valid_until = validUntil(collected.collected_at, await settingsOf(caller), short)
  if (valid_until <= clock.instant()) {
    throw conflict(`Sample ${locked.number} is past its time: a new sample is needed.`, 'lapsed')
  }
  const row = await sampleRecord.moved(caller, locked, 'receive', {
    ...collected,
    identity_checked: input.identity_checked ?? null,
    received_at: clock.instant(),
    received_by_name: caller.name,
    valid_until,
  })
  await linkSample(caller, row)
  return row
}

async function collectedBy(caller: Caller, input: SampleInput) {
  if (!input.collected_by_id) {
    throw invalid('collected_by_id', 'is required: reject the sample instead of guessing.')
  }
  if (!input.collected_at) {
    throw invalid('collected_at', 'is required: reject the sample instead of guessing.')
  }
  if (!input.identity_checked) {
    throw invalid('identity_checked', 'is required.')
  }
  const collected_at = new Date(input.collected_at).toISOString()
  if (collected_at > clock.instant()) {
    throw invalid('collected_at', 'is in the future.')
  }
  const staff = await staffById(caller, input.collected_by_id)
  if (staff === null || !isId(input.collected_by_id)) throw noSuch('staff member')
  return {
    collected_at,
    collected_by_id: input.collected_by_id,
    collected_by_name: (staff?.name ?? '').slice(0, 160) || null,
  }
}

async function expectedSample(
  { hospital_id }: Caller,
  { number }: SampleInput,
): Promise<SampleRow | undefined> {
  if (!number) return undefined
  const found = await blood_samples.find({ hospital_id, number: scanned(number) })
  if (found === undefined) throw noSuch('sample')
  return found
}

/** BLD-55: pregnant or transfused within ninety days, or nobody knows. */
async function isShort(caller: Caller, patient_id: string): Promise<boolean> {
  const open = await openRequestsOf(caller, patient_id)
  if (open.length === 0 || open.some((one) => one.pregnant_or_transfused_90d !== 'NO')) return true
  const since = instantIn(-days(90))
  const found = await rows<{ id: string }>(
    sql`select id from blood_issues where hospital_id = ${caller.hospital_id}
      and patient_id = ${patient_id} and returned_at is null and at > ${since} limit 1`,
  )
  return found.length > 0
}

async function refused(caller: Caller, input: SampleInput, why: string): Promise<SampleRow> {
  const found = await expectedSample(caller, input)
  if (found === undefined) throw invalid('number', 'is required.')
  const before = await sampleRecord.begin(caller, found.id, 'reject')
  return reject(caller, before, why)
}

/** The ward is told, and a new one is expected with a number of its own. */
export async function reject(
  caller: Caller,
  before: SampleRow,
  why: string,
  more: Partial<SampleRow> = {},
): Promise<SampleRow> {
  const row = await sampleRecord.moved(
    caller,
    before,
    'reject',
    { ...more, reject_reason: why },
    why,
  )
  const { facility_id, patient_id, request_id } = row
  const open = await openRequestsOf(caller, patient_id)
  for (const one of open.filter(({ sample_id }) => sample_id === row.id)) {
    await progress(caller, one.id, { sample_id: null, valid_until: null })
  }
  const request = open.find(({ id }) => id === request_id) ?? open[0]
  await expectSample(caller, {
    facility_id,
    patient_id,
    request_id: request?.id ?? request_id,
    admission_id: request?.admission_id ?? null,
  })
  if (request?.by_id) {
    await notify(caller, {
      to: { user: request.by_id },
      kind: 'blood.sample',
      title: `Sample ${row.number} was refused`,
      body: `${why}. A new sample is needed for ${request.number}.`,
      entity: { type: 'blood_request', id: request.id },
    })
  }
  return row
}
