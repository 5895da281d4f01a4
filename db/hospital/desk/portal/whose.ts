// Whose portal this is (POR-1): the patient of the token, or the one that the holder of the token
// acts for. Every rule of the patient's side begins here, and takes the patient from nowhere else.

import type { Caller } from '../../../core/caller.ts'
import { conflict, noSuch, Refusal } from '../../../core/refusal.ts'
import { ageOn } from '../patients/register/ages.ts'
import { type Row as Patient, rowsOf } from '../patients/rows.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { settingsOf } from './settings.ts'
import { portal_acts, portal_proxies, type Settings } from './tables.ts'
import type { RowOf } from '../../../store/table.ts'
import type { ProxyScope } from './words.ts'

export type Proxy = RowOf<(typeof portal_proxies)['columns']>

export interface Whose {
  /** Who asks, as this patient: what is written and logged names both. */
  caller: Caller
  patient: Patient
  proxy: Proxy | null
  holder: Patient | null
  settings: Settings
}

export async function whose(caller: Caller, scope?: ProxyScope): Promise<Whose> {
  const settings = await settingsOf(caller)
  const { hospital_id, patient_id } = caller
  if (caller.kind !== 'PATIENT' || patient_id === null) throw noSuch('patient')
  const proxy = await actingIn(caller)
  const ids = proxy === null ? [patient_id] : [patient_id, proxy.subject_id]
  const found = await rowsOf({ hospital_id }, ids)
  const own = found.find(({ id }) => id === patient_id) ?? null
  const patient = proxy === null ? own : (found.find(({ id }) => id === proxy.subject_id) ?? null)
  if (patient === null || patient.status === 'MERGED' || patient.status === 'DECEASED') {
    throw noSuch('patient')
  }
  if (proxy !== null && scope !== undefined && !proxy.scope.includes(scope)) {
    throw new Refusal(403, 'out_of_scope', 'You may not see this for another person.')
  }
  return {
    caller: { ...caller, patient_id: patient.id },
    patient,
    proxy,
    holder: proxy === null ? null : own,
    settings,
  }
}

/** POR-21: of who reads, a mother's and not her child's; the request may ask for the other. */
export const languageOf = ({ caller, patient, holder }: Whose): Language =>
  caller.language ?? (holder ?? patient).language

/** Looked up at every request, so that what has ended stops at once. */
async function actingIn(caller: Caller): Promise<Proxy | null> {
  const { hospital_id, session_id } = caller
  if (session_id === null) return null
  const act = await portal_acts.find({ hospital_id, session_id })
  if (act === undefined || act.stopped) return null
  const proxy = await portal_proxies.find({ hospital_id, id: act.proxy_id })
  if (proxy === undefined || proxy.holder_id !== caller.patient_id) throw noLonger()
  if (proxy.status !== 'ACTIVE') throw noLonger()
  if (proxy.ends_on !== null && proxy.ends_on <= (await today(caller))) throw noLonger()
  return proxy
}

export const noLonger = (): Refusal => conflict('You no longer act for this person.', 'proxy_over')

/** POR-6: what a proxy never sees, and from what age of the child. */
export async function hidesSensitive({
  patient,
  proxy,
  settings,
  caller,
}: Whose): Promise<boolean> {
  if (proxy === null) return false
  const { years } = ageOn(patient.birth_date, await today(caller), 'en')
  return years >= settings.child_age_limit
}
