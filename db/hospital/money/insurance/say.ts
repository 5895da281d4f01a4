// One sentence about each line of a simulation (BIL-105), in the language of documents.

import { capital } from '../../../core/capital.ts'
import type { Purse } from '../accounting/purse.ts'
import type { LineCover } from './engine.ts'
import type { CoverReason } from './words.ts'

export type Language = 'en' | 'sw'

const why: Readonly<Record<Language, Readonly<Record<CoverReason, string | null>>>> = {
  en: {
    FULL: null,
    PERCENT: 'share',
    COPAY: 'co-pay',
    CEILING: 'ceiling reached',
    EXCLUDED: 'not covered',
    WAITING: 'waiting time',
    LIMIT: 'limit reached',
    PREAUTH_MISSING: 'needs a pre-authorisation',
    NOT_LISTED: 'not on the list of the scheme',
    NO_SCHEME: 'no cover',
  },
  sw: {
    FULL: null,
    PERCENT: 'sehemu yake',
    COPAY: 'mchango wa mgonjwa',
    CEILING: 'kiwango cha juu kimefikiwa',
    EXCLUDED: 'haigharamiwi',
    WAITING: 'muda wa kusubiri',
    LIMIT: 'idadi ya juu imefikiwa',
    PREAUTH_MISSING: 'inahitaji idhini ya awali',
    NOT_LISTED: 'haipo kwenye orodha ya bima',
    NO_SCHEME: 'hakuna bima',
  },
}

export function sentence(
  language: Language,
  purse: Purse,
  scheme: string | null,
  cover: Pick<LineCover, 'covered' | 'patient_share' | 'reason'>,
): string {
  const { covered, patient_share, reason } = cover
  const pays = language === 'en' ? 'pays' : 'inalipa'
  const patient =
    language === 'en'
      ? `the patient pays ${purse.said(patient_share)}`
      : `mgonjwa analipa ${purse.said(patient_share)}`
  const because = why[language][reason]
  const end = because === null || patient_share === 0 ? '' : ` (${because})`
  if (scheme === null) return `${capital(patient)}.`
  return patient_share === 0
    ? `${scheme} ${pays} ${purse.said(covered)}.`
    : `${scheme} ${pays} ${purse.said(covered)}; ${patient}${end}.`
}
