// Reading what a PATCH of the system settings says: empty branding goes back to its default, the
// five that a hospital cannot do without are never empty (PLT-59).

import { isZone } from '../../../core/clock.ts'
import { Email, form } from '../../../core/kinds/kinds.ts'
import { readPhone } from '../../../core/kinds/phone.ts'
import { countryNamed, isCurrency } from '../../../core/reference/countries.ts'
import { invalid } from '../../../core/refusal.ts'
import { faultOf } from '../../../core/validate.ts'
import type { Hospital } from '../hospitals/hospitals.ts'
import { accents, date_formats, document_themes } from '../hospitals/words.ts'
import type { SystemSettingsInput } from './shapes.ts'

type Said = Partial<Hospital>

const EmailHeld = form({ email: Email })
type Fields = { [K in keyof SystemSettingsInput]-?: (text: string, country: string) => Said }

/** What a branding field becomes when it is sent empty. */
const when_empty: Said = {
  accent: 'teal',
  document_accent: null,
  document_footer: null,
  document_theme: 'plain',
  invoice_due_days: 30,
  invoice_notice: null,
  invoice_terms: null,
  login_message: null,
  short_name: null,
  support_email: null,
  support_phone: null,
  tagline: null,
}

const fields: Fields = {
  accent: (text) => ({ accent: oneOf('accent', text, accents) }),
  country: (text) => {
    const country = countryNamed(text)
    if (country === undefined) throw invalid('country', 'is not a country, like TZ or Tanzania.')
    return { country: country.code }
  },
  currency: (text) => {
    const code = text.toUpperCase()
    if (!isCurrency(code)) throw invalid('currency', 'is not a currency, like TZS.')
    return { currency: code }
  },
  date_format: (text) => ({ date_format: oneOf('date_format', text, date_formats) }),
  document_accent: (text) => {
    if (!/^#[0-9a-f]{6}$/i.test(text) && !(accents as readonly string[]).includes(text)) {
      throw invalid('document_accent', `must be #RRGGBB or one of ${accents.join(', ')}.`)
    }
    return { document_accent: text }
  },
  document_footer: (text) => {
    if (text.split('\n').length > 6) throw invalid('document_footer', 'must be at most 6 lines.')
    return { document_footer: text }
  },
  document_theme: (text) => ({ document_theme: oneOf('document_theme', text, document_themes) }),
  invoice_due_days: (text) => {
    if (!/^\d{1,3}$/.test(text) || Number(text) > 365) {
      throw invalid('invoice_due_days', 'must be a number of days from 0 to 365.')
    }
    return { invoice_due_days: Number(text) }
  },
  invoice_notice: (text) => ({ invoice_notice: text }),
  invoice_terms: (text) => ({ invoice_terms: text }),
  login_message: (text) => ({ login_message: text }),
  name: (text) => {
    const length = [...text].length
    if (length > 120) throw invalid('name', 'must be between 1 and 120 characters.')
    return { name: text }
  },
  short_name: (text) => ({ short_name: text }),
  support_email: (text) => {
    if (faultOf(EmailHeld, { email: text }, 'open') !== null) {
      throw invalid('support_email', 'is not an email address.')
    }
    return { support_email: text.toLowerCase() }
  },
  support_phone: (text, country) => {
    const number = readPhone(text, country)
    if (number === null) throw invalid('support_phone', 'is not a telephone number.')
    return { support_phone: number }
  },
  tagline: (text) => ({ tagline: text }),
  timezone: (text) => {
    if (!isZone(text)) {
      throw invalid('timezone', 'is not a time zone like Africa/Dar_es_Salaam.')
    }
    return { timezone: text }
  },
}

export function readSettings(input: SystemSettingsInput, before: Hospital): Said {
  const said: Said = {}
  // The country first: it decides how the number beside it is read.
  const names = Object.keys(fields).filter((name) => name !== 'country')
  for (const name of ['country', ...names] as (keyof Fields)[]) {
    const text = input[name]
    // Null says nothing of what is never empty, and empties the rest.
    if (text === undefined || (text === null && !(name in when_empty))) continue
    Object.assign(
      said,
      text === null || text === ''
        ? emptied(name)
        : fields[name](text, said.country ?? before.country),
    )
  }
  return said
}

function emptied(name: keyof Fields): Said {
  if (!(name in when_empty)) throw invalid(name, 'cannot be empty.')
  return { [name]: when_empty[name as keyof Said] }
}

function oneOf<const V extends string>(field: string, text: string, words: readonly V[]): V {
  const found = words.find((word) => word === text)
  if (found === undefined) throw invalid(field, `must be one of ${words.join(', ')}.`)
  return found
}
