// The doctor's checks of letters, messages and the licence (operations 5.14): each state that the chapter
// names.

import t from 'tap'
import { operator } from '../../../db/core/caller.ts'
import { clock, days, hours, instantIn, minutes } from '../../../db/core/clock.ts'
import { run, within } from '../../../db/store/connection.ts'
import { setMachine } from '../../../db/appliance/doctor/asked.ts'
import { forgetLicence } from '../../../db/hospital/office/plans/standing.ts'
import { plan_licences } from '../../../db/hospital/office/plans/tables.ts'
import { sendMail } from '../../../db/hospital/office/outbox/send.ts'
import { moveBusiness, openBusiness } from '../../../db/messaging/accounts/businesses.ts'
import { openAccount } from '../../../db/messaging/messages/opening.ts'
import { msg_messages, msg_receipts } from '../../../db/messaging/messages/tables.ts'
import { forgetRouting } from '../../../db/messaging/routing/operators.ts'
import { msg_links } from '../../../db/messaging/routing/tables.ts'
import { msg_webhooks } from '../../../db/messaging/webhooks/tables.ts'
import { newId } from '../../../db/core/ids.ts'
import { sql } from '../../../db/store/sql.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { mailGoes } from '../../support/messaging/mail.ts'
import { patientAt } from '../../support/desk/patient.ts'

t.setTimeout(600_000)
const dir = folder(t)
const house = await houseAt(configurationAt(dir))
const { deployment, hospital_id } = house
t.teardown(() => deployment.close())
const { look } = patientAt(dir, deployment)
t.afterEach(() => {
  setMachine(null)
  clock.release()
})

t.test('mail.leaving: letters that do not leave', async (t) => {
  t.match(await look('mail.leaving'), { state: 'OK', message: 'no mail leaves the house' })
  await mailGoes(hospital_id)
  t.match(await look('mail.leaving'), { state: 'OK', message: 'letters leave' })
  const caller = operator(hospital_id, 'a test')
  await within(() => sendMail(caller, { to: 'a@example.org', text: 'x' }))
  const letter = (status: string, attempts: number, reason: string | null) =>
    within(() =>
      run(sql`update outbox_messages set status = ${status}, attempts = ${attempts},
          reason = ${reason}, last_answer = '451 not now', updated_at = ${clock.instant()}
        where hospital_id = ${hospital_id}`),
    )
  await letter('QUEUED', 2, null)
  t.match(await look('mail.leaving'), { state: 'WARN', message: /do not leave: 451 not now/ })
  await letter('FAILED', 5, 'not_taken')
  t.match(await look('mail.leaving'), { state: 'BAD' })
})

t.test('messaging.links: an operator is reached over a link that is down', async (t) => {
  t.match(await look('messaging.links'), { state: 'WARN', message: /go to the simulator$/ })
  const link = (values: Record<string, unknown>) =>
    within(async () => {
      await msg_links.changeAnywhere({ kind: 'simulator' }, values)
      forgetRouting()
    })
  await link({ state: 'down', last_error: 'the bind was refused' })
  t.match(await look('messaging.links'), {
    state: 'WARN',
    message: /is down \(the bind was refused\)/,
    mend_command: /^kituo messaging link log /,
  })
  await link({ state: 'up', last_error: null, enabled: false })
  t.match(
    await look('messaging.links'),
    { state: 'WARN', message: /is / },
    'switched off is no way either',
  )
  await link({ state: 'up', enabled: true })
  t.match(await look('messaging.links'), { state: 'WARN' })
})

t.test(
  'messaging.queue, uncertain, simulator: messages that wait and that nobody knows of',
  async (t) => {
    const [now, nobody] = [clock.instant(), newId()]
    t.match(await look('messaging.queue'), { state: 'OK' })
    t.match(await look('messaging.uncertain'), { state: 'OK' })
    t.match(await look('messaging.simulator'), { state: 'OK' }, 'nothing live was sent')
    const { id } = await within(() =>
      msg_messages.insert({
        hospital_id,
        account_id: nobody,
        mode: 'live',
        batch_id: nobody,
        place: 0,
        phone: '255712345678',
        sender_id: 'KLINIKI',
        status: 'queued',
        class: 'transactional',
        lane: 1,
        encoding: 'GSM-7',
        segments: 1,
        operator: 'yas',
        unit_price: 2000,
        cost: 2000,
        currency: 'TZS',
        due_at: now,
        valid_until: instantIn(days(1)),
        validity_s: 86_400,
        created_at: now,
        updated_at: now,
      }),
    )
    const message = (values: Parameters<typeof msg_messages.changeAnywhere>[1]) =>
      within(() => msg_messages.changeAnywhere({ id }, values))
    clock.freeze(now)
    clock.advance(minutes(10))
    t.match(await look('messaging.queue'), { state: 'OK' }, 'ten minutes are not over')
    clock.advance(1)
    t.match(await look('messaging.queue'), {
      state: 'WARN',
      message: `the oldest message that waits was due at ${now}`,
      mend_command: 'kituo messaging queue show',
    })
    t.match(await look('messaging.simulator'), { state: 'WARN', message: /go nowhere$/ })
    await message({ due_at: instantIn(hours(1)) })
    t.match(await look('messaging.queue'), { state: 'OK' }, 'not due yet')
    await message({ due_at: now, mode: 'test' })
    t.match(await look('messaging.queue'), { state: 'OK' }, 'nobody waits for a test')
    await message({ mode: 'live', status: 'sent', uncertain: true })
    t.match(await look('messaging.queue'), { state: 'OK' })
    t.match(await look('messaging.uncertain'), {
      state: 'WARN',
      message: '1 messages are uncertain, 0 receipts are unmatched',
      mend_command: 'kituo messaging uncertain list',
    })
    await message({ uncertain: false, status: 'delivered' })
    await within(() =>
      msg_receipts.insert({
        link_id: nobody,
        raw_id: '1',
        status_word: 'DELIVRD',
        received_at: now,
        raw: 'id:1',
        outcome: 'waiting',
      }),
    )
    clock.advance(days(30))
    t.match(await look('messaging.uncertain'), {
      state: 'WARN',
      mend_command: 'kituo messaging receipts list',
    })
  },
)

t.test('messaging.webhooks: never proven, failing, answering', async (t) => {
  const by = { actor: 'cli:test' }
  const { account } = await within(async () => {
    const business = await openBusiness(by, {
      legal_name: 'Duka Limited',
      kind: 'company',
      registration_no: 'BRELA-1',
      contact_name: 'Asha Juma',
      contact_email: 'asha@example.com',
      contact_phone: '+255712000000',
    })
    await moveBusiness(by, business.id, 'activate')
    return { account: await openAccount(by, { name: 'Duka', business_id: business.id }) }
  })
  t.match(await look('messaging.webhooks'), { state: 'OK', message: 'all answer' })
  const { id } = await within(() =>
    msg_webhooks.insert({
      hospital_id: account.hospital_id,
      account_id: account.id,
      mode: 'live',
      url: 'https://duka.example/hook',
      events: ['message.delivered'],
      secret: 'sealed',
      secret_rotated_at: clock.instant(),
    }),
  )
  const mend_command = 'kituo messaging webhook test --account "Duka"'
  t.match(await look('messaging.webhooks'), {
    state: 'WARN',
    message: 'never answered yet: Duka',
    mend_command,
  })
  const hook = (values: Parameters<typeof msg_webhooks.changeAnywhere>[1]) =>
    within(() => msg_webhooks.changeAnywhere({ id }, values))
  await hook({ last_success_at: clock.instant() })
  t.match(await look('messaging.webhooks'), { state: 'OK' })
  await hook({ failing_since: clock.instant() })
  t.match(await look('messaging.webhooks'), {
    state: 'WARN',
    message: 'failing: Duka',
    mend_command,
  })
})

t.test('licence.lasts: until when', async (t) => {
  t.match(await look('licence.lasts'), { state: 'SKIPPED' })
  const ends = clock.ms() + days(100)
  const ends_on = new Date(ends).toISOString().slice(0, 10)
  await within(() =>
    plan_licences.insert({
      hospital_id,
      licence_no: 'L-1',
      plan_code: 'standard',
      plan_name: 'Standard',
      branches: 1,
      starts_on: clock.instant().slice(0, 10),
      ends_on,
      source: 'FILE',
      licence: 'x',
      recorded_at: clock.instant(),
      by_name: 'a test',
    }),
  )
  forgetLicence(hospital_id)
  t.match(await look('licence.lasts'), { state: 'OK', message: `until ${ends_on}` })
  for (const [left, message] of [
    [days(29), `it ends on ${ends_on}`],
    [-days(2), `it ended on ${ends_on}`],
  ] as const) {
    clock.freeze(new Date(ends - left).toISOString())
    forgetLicence(hospital_id)
    t.match(await look('licence.lasts'), {
      state: 'WARN',
      message,
      mend_command: 'kituo licence install ./licence.txt',
    })
  }
})
