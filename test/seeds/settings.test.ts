// Settings, mail and purchases, from the source document of the hospital API alone. Each test is named
// by the sentence it proves.

import t from 'tap'
import { consoleOf } from './console.ts'
import { echoed, refused, succeeded } from './reading.ts'

t.test('settings', async (t) => {
  const { who, nobody } = await consoleOf(t)

  const whole = {
    accent: 'teal',
    country: 'TZ',
    currency: 'TZS',
    date_format: 'dd mmm yyyy',
    document_accent: 'blue',
    document_footer: 'f',
    document_theme: 'band',
    invoice_due_days: '14',
    invoice_notice: 'n',
    invoice_terms: 't',
    login_message: 'm',
    name: 'N',
    short_name: 'S',
    support_email: 'help@example.org',
    support_phone: '+255712000111',
    tagline: 't',
    timezone: 'Africa/Dar_es_Salaam',
  }
  const branding = [
    'document_accent',
    'document_footer',
    'invoice_notice',
    'invoice_terms',
    'login_message',
    'short_name',
    'support_email',
    'support_phone',
    'tagline',
  ]

  t.test('"**systemSettingsInput**: every field optional"', async (t) => {
    const set = await who.patch('/settings/system', whole)
    succeeded(t, set)
    echoed(t, set.data, whole)
    for (const [field, words] of [
      ['accent', ['gold', 'blue', 'teal', 'violet', 'emerald', 'rose']],
      ['date_format', ['dd/mm/yyyy', 'dd mmm yyyy', 'yyyy-mm-dd', 'mm/dd/yyyy']],
      ['document_theme', ['plain', 'band', 'ruled']],
    ] as const) {
      for (const word of words) {
        const one = await who.patch('/settings/system', { [field]: word })
        t.equal(one.data?.[field], word, one.message)
      }
      refused(t, await who.patch('/settings/system', { [field]: 'none of these' }), 400)
    }
  })

  t.test('"an absent field is left as it is"', async (t) => {
    await who.patch('/settings/system', whole)
    const none = await who.patch('/settings/system', {})
    succeeded(t, none)
    echoed(t, none.data, whole)
  })

  t.test('"a branding field sent empty is cleared"', async (t) => {
    await who.patch('/settings/system', whole)
    for (const field of branding) {
      const one = await who.patch('/settings/system', { [field]: '' })
      t.equal(one.status, 200, `${field}: ${one.message}`)
      t.equal(one.data?.[field], null, field)
    }
  })

  t.test('"all string? unless noted": every field as null', async (t) => {
    for (const field of Object.keys(whole)) {
      const one = await who.patch('/settings/system', { [field]: null })
      t.equal(one.status, 200, `${field}: ${one.message}`)
    }
    const all = Object.fromEntries(Object.keys(whole).map((field) => [field, null]))
    succeeded(t, await who.patch('/settings/system', all))
  })

  t.test('"no token needed; data carries the hospital\'s name and logo"', async (t) => {
    const shown = await nobody.get('/settings/system')
    succeeded(t, shown)
    t.type(shown.data.name, 'string')
  })

  t.test('"**emailConfigBody**"', async (t) => {
    const body = {
      from: { email: 'desk@example.org', name: 'Desk' },
      is_active: true,
      smtp: {
        host: 'mail.example.org',
        port: 587,
        username: 'u',
        password: 'p',
        encryption: 'tls',
      },
    }
    const set = await who.put('/settings/email', body)
    succeeded(t, set)
    t.match(set.data, {
      from: body.from,
      is_active: true,
      smtp: { host: 'mail.example.org', port: 587 },
    })
    const { password } = set.data.smtp
    t.not(password, 'p', 'not shown')
    // "sending back the value as it was shown keeps the stored password"
    succeeded(t, await who.put('/settings/email', { ...body, smtp: { ...body.smtp, password } }))
    for (const encryption of ['tls', 'ssl', 'none', null]) {
      const smtp = { ...body.smtp, host: '127.0.0.1', encryption }
      const one = await who.put('/settings/email', { ...body, smtp })
      t.equal(one.status, 200, `${encryption}: ${one.message}`)
    }
    const nulls = await who.put('/settings/email', {
      from: { email: 'desk@example.org', name: null },
      is_active: null,
      smtp: {
        host: 'mail.example.org',
        port: 465,
        username: null,
        password: null,
        encryption: null,
      },
    })
    succeeded(t, nulls)
    refused(
      t,
      await who.put('/settings/email', { ...body, smtp: { ...body.smtp, encryption: 'x' } }),
      400,
    )
  })

  t.test(
    '"**purchaseInput**: plan_code (string), branches (integer), months (integer)"',
    async (t) => {
      const [plan] = (await who.get('/plans')).data
      const body = { plan_code: plan.code, branches: 1, months: 12 }
      succeeded(t, await who.post('/plan-purchases/quote', body))
      const made = await who.post('/plan-purchases', body)
      succeeded(t, made, 201)
      echoed(t, made.data, body)
    },
  )
})
