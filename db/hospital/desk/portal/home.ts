// The first page of the portal, and what it says to who is not signed in yet.

import type { Caller } from '../../../core/caller.ts'
import { days, instantIn } from '../../../core/clock.ts'
import { toMajor } from '../../../core/kinds/money.ts'
import { noSuch } from '../../../core/refusal.ts'
import { houseOf } from '../../office/access/sign-in/identify.ts'
import { currency, shownName } from '../../office/hospitals/hospitals.ts'
import { type Language, languages } from '../../office/hospitals/words.ts'
import { patientAccount } from '../../neighbours/billing.ts'
import { portalResults } from '../../neighbours/diagnostics.ts'
import { unreadOf } from '../patient-messages/inbox.ts'
import { ownPlace } from '../visits/portal.ts'
import { next } from './appointments.ts'
import { dueNow } from './motherhood.ts'
import { authoriseOwnRead } from './record.ts'
import { mustBeOn } from './settings.ts'

export async function info(asked: { language?: Language | undefined; workspace?: string }) {
  const hospital = await houseOf(asked)
  if (hospital === null) throw noSuch('hospital')
  const settings = await mustBeOn({ hospital_id: hospital.id })
  const language = asked.language ?? hospital.language
  return {
    hospital: shownName(hospital),
    enabled: settings.portal_enabled,
    self_sign_up: settings.self_sign_up,
    phone: hospital.support_phone,
    terms: language === 'sw' ? settings.terms_sw : settings.terms_en,
    terms_version: settings.terms_version,
    languages: [...languages],
  }
}

export async function home(caller: Caller) {
  const mine = await authoriseOwnRead(caller, 'portal.home')
  const { patient, proxy, caller: by } = mine
  const may = (scope: 'RECORD' | 'APPOINTMENTS' | 'BILLS' | 'MESSAGES'): boolean =>
    proxy === null || proxy.scope.includes(scope)
  const recent = { page: 1, per_page: 1, from: instantIn(-days(30)).slice(0, 10) }
  const results = may('RECORD')
    ? await portalResults(by, { ...recent, patient_id: patient.id, proxy: proxy !== null })
    : null
  const balance = may('BILLS') ? (await patientAccount(by, patient.id)).balance : 0
  return {
    profile: {
      number: patient.number,
      full_name: patient.full_name,
      language: patient.language,
      acting_for: proxy !== null,
    },
    next_appointment: may('APPOINTMENTS') ? await next(mine) : null,
    queue: may('APPOINTMENTS') ? await ownPlace(by, patient.id) : null,
    unread: may('MESSAGES') ? await unreadOf(by, patient.id) : 0,
    new_results: results?.meta.total ?? 0,
    balance: toMajor(balance, await currency(by)),
    due_immunisations: may('RECORD') ? await dueNow(mine) : [],
  }
}
