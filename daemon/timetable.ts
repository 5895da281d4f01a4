// What runs when: one page for each part of the house, all of them listed here.

import { clock, dayIn, days, hours, instantIn, minutes, seconds } from '../db/clock.ts'
import { within } from '../db/connection.ts'
import { eraseOld as eraseOldLockouts } from '../db/hospital/access/lockouts.ts'
import { recordDue, remind } from '../db/hospital/accounting/calendar.ts'
import { clearCutOff } from '../db/hospital/accounting/close.ts'
import { proveBooks } from '../db/hospital/accounting/nightly.ts'
import { nextYear } from '../db/hospital/accounting/years.ts'
import { closeAsleep } from '../db/hospital/access/sessions.ts'
import * as access from '../db/hospital/access/tidy.ts'
import { dropEnded, tellEnding, tellFlagged } from '../db/hospital/access/watch.ts'
import { lapse } from '../db/hospital/billing/lapse.ts'
import { remindRefunds } from '../db/hospital/billing/refund-reminders.ts'
import { remindBatches, remindDenials, remindMonth } from '../db/hospital/claims/reminders.ts'
import { watchDrawers } from '../db/hospital/drawers/watch.ts'
import { expire } from '../db/hospital/insurance/expiry.ts'
import { remindDue } from '../db/hospital/appointments/reminders.ts'
import { noteMissed } from '../db/hospital/appointments/sweeps.ts'
import { expireEntries, lapseOffers } from '../db/hospital/appointments/waitlist-offers.ts'
import { eraseRemoved, sweepUnneeded } from '../db/hospital/attachments/removal.ts'
import { watchClocks } from '../db/hospital/emergencies/clockwork.ts'
import { tidyCodes, watchLeases } from '../db/hospital/devices/leases.ts'
import { rebuildIfDue } from '../db/hospital/devices/list-wanted.ts'
import { eraseExpired } from '../db/hospital/exports/files.ts'
import { eraseValues } from '../db/hospital/imports/tidy.ts'
import * as jobs from '../db/hospital/jobs/work.ts'
import { writeAnchors } from '../db/hospital/auditing/anchors.ts'
import {
  proveUsage,
  proveWallets,
  tellAccounts,
  watchLinks,
} from '../db/hospital/messaging/watch.ts'
import { tellReplies } from '../db/hospital/messaging/replies.ts'
import * as proofs from '../db/hospital/auditing/proofs.ts'
import { sendCopies } from '../db/hospital/notifications/copies.ts'
import { escalate } from '../db/hospital/notifications/escalations.ts'
import * as notices from '../db/hospital/notifications/notices.ts'
import { drainMail } from '../db/hospital/outbox/drain.ts'
import { handOver, noteEnds } from '../db/hospital/outbox/hand-over.ts'
import { blankOld } from '../db/hospital/outbox/keeping.ts'
import { watchPlan } from '../db/hospital/plans/watch.ts'
import { tellLicences } from '../db/hospital/places/licences.ts'
import { scanDuplicates } from '../db/hospital/patients/scan.ts'
import { endDue } from '../db/hospital/portal/proxies.ts'
import { tellUnanswered } from '../db/hospital/portal/threads.ts'
import { expireOld, tellLateFeedback } from '../db/hospital/referrals/clockwork.ts'
import { suspendDue } from '../db/hospital/platform/hospitals.ts'
import { lookAtSystem } from '../db/hospital/system/watch.ts'
import { escalateAlerts, tellLate } from '../db/hospital/vitals/watch.ts'
import { sweepIncomplete } from '../db/messaging/inbound/arrive.ts'
import { eraseMessages, eraseTexts } from '../db/messaging/messages/retention.ts'
import { setting } from '../db/messaging/settings/settings.ts'
import { eraseExpiredLinks } from '../db/messaging/opt-outs/links.ts'
import { interruptStale } from '../db/messaging/contacts/imports.ts'
import { disableClosed } from '../db/messaging/platform/closing.ts'
import { disableFailing } from '../db/messaging/webhooks/failing.ts'
import { eraseOld as eraseOldDeliveries } from '../db/messaging/webhooks/log.ts'
import * as visits from '../db/hospital/visits/jobs.ts'
import { noteTime } from '../db/timetable/clock-guard.ts'
import { forgetGone } from '../db/timetable/daemons.ts'
import type { Entry } from '../db/timetable/entries.ts'
import { expireOld as expireRequests } from '../db/requests/requests.ts'
import { eraseOldRuns } from '../db/timetable/runs.ts'
import { openedDeployment } from '../db/deployment/deployment.ts'
import type { Entry } from '../db/timetable/entries.ts'
import { backupEntries } from './backups.ts'
import { access_entries } from './timetable/access.ts'
import { audit_entries } from './timetable/audit.ts'
import { books_entries } from './timetable/books.ts'
import { devices_entries } from './timetable/devices.ts'
import { letters_entries } from './timetable/letters.ts'
import { messaging_entries } from './timetable/messaging.ts'
import { patients_entries } from './timetable/patients.ts'
import { places_entries } from './timetable/places.ts'
import { system_entries } from './timetable/system.ts'
import { visits_entries } from './timetable/visits.ts'

export const entries: readonly Entry[] = [
  {
    ...light,
    name: 'clock-guard',
    label: 'Clock guard',
    area: 'system',
    every: minutes(1),
    scope: 'deployment',
    catch_up: 'skip',
    pausable: false,
    at_start: true,
    run: async () => ({ jumps: (await noteTime()) ? 1 : 0 }),
  },
  {
    ...light,
    name: 'lease-sweep',
    label: 'Daemons that are gone',
    area: 'system',
    every: minutes(1),
    scope: 'deployment',
    catch_up: 'skip',
    pausable: false,
    run: async () => ({ daemons: await forgetGone() }),
  },
  {
    ...light,
    name: 'requests',
    label: 'Requests for a second person that nobody answered',
    area: 'system',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'once',
    run: async () => ({ expired: await expireRequests() }),
  },
  {
    ...light,
    name: 'outbox',
    label: 'Letters that are due',
    area: 'outbox',
    every: seconds(5),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ ...(await drainMail(mailer)) }),
  },
  {
    ...heavy,
    name: 'messaging-retention',
    label: 'Texts and messages whose time is over',
    area: 'messaging',
    cron: '30 2 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      texts: await untilNone(eraseTexts, signal),
      messages: await untilNone(eraseMessages, signal),
    }),
  },
  {
    ...light,
    name: 'outbox-texts',
    label: 'Texts that are due, and what became of them',
    area: 'outbox',
    every: seconds(5),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ ...(await handOver()), ended: await noteEnds() }),
  },
  {
    ...light,
    name: 'sleeping-sessions',
    label: 'Sessions that nobody uses any more',
    area: 'access',
    every: minutes(10),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({
      closed: await within(() => closeAsleep(caller.hospital_id), 'jobs'),
    }),
  },
  {
    ...light,
    name: 'sessions',
    label: 'Sessions that are over',
    area: 'access',
    every: minutes(10),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      closed: await untilNone(access.closeEnded, signal),
      erased: await untilNone(() => access.eraseClosed(instantIn(-days(90))), signal),
    }),
  },
  {
    ...light,
    name: 'codes',
    label: 'Codes and challenges that are dead',
    area: 'access',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      erased: await untilNone(() => access.eraseDeadCodes(instantIn(-days(1))), signal),
      locks: await within(eraseOldLockouts, 'jobs'),
    }),
  },
  {
    ...light,
    name: 'accounts',
    label: 'Roles that end, accounts to look at',
    area: 'access',
    cron: '10 2 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, due_at, time_zone, signal }) => ({
      ended: await untilNone(() => within(() => dropEnded(caller), 'jobs'), signal),
      ending: await within(() => tellEnding(caller), 'jobs'),
      flagged: isMonday(dayIn(time_zone, new Date(due_at)))
        ? await within(() => tellFlagged(caller), 'jobs')
        : 0,
    }),
  },
  {
    ...light,
    name: 'books-cut-off',
    label: 'Closes of years that were cut off',
    area: 'accounting',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'skip',
    at_start: true,
    run: async () => ({ cleared: await within(clearCutOff, 'jobs') }),
  },
  {
    ...light,
    name: 'fiscal-years',
    label: 'The next fiscal year',
    area: 'accounting',
    cron: '1 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => within(() => nextYear(caller), 'jobs'),
  },
  {
    ...heavy,
    name: 'books-proof',
    label: 'Proof of the books: what is new',
    area: 'accounting',
    cron: '30 1 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => {
      const { checked, failed } = await proveBooks(caller, { quick: true })
      return { checked, failed }
    },
  },
  {
    ...heavy,
    name: 'books-proof-whole',
    label: 'Proof of the books: all of them',
    area: 'accounting',
    cron: '0 3 * * 0',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => {
      const { checked, failed } = await proveBooks(caller, { quick: false })
      return { checked, failed }
    },
  },
  {
    ...light,
    name: 'filings-calendar',
    label: 'Returns of the month that ended',
    area: 'accounting',
    cron: '30 2 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ made: await within(() => recordDue(caller), 'jobs') }),
  },
  {
    ...light,
    name: 'books-reminders',
    label: 'What the books need somebody for',
    area: 'accounting',
    cron: '0 7 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ said: await within(() => remind(caller), 'jobs') }),
  },
  {
    ...light,
    name: 'drawers',
    label: 'Shifts open for long, drawers that hold much',
    area: 'drawers',
    every: hours(1),
    scope: 'hospital',
    catch_up: 'skip',
    needs_clock: true,
    run: async ({ caller }) => ({ ...(await within(() => watchDrawers(caller), 'jobs')) }),
  },
  {
    ...heavy,
    name: 'pending-lapse',
    label: 'Services nobody came for; memberships, authorisations and approvals that end',
    area: 'billing',
    cron: '15 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      ...(await lapse(caller, signal)),
      ...(await expire(caller, signal)),
    }),
  },
  {
    ...light,
    name: 'money-reminders',
    label: 'Denials to decide, claims past their day, refunds nobody paid',
    area: 'billing',
    cron: '0 7 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, due_at, time_zone }) => ({
      denials: await within(() => remindDenials(caller), 'jobs'),
      batches: await within(() => remindBatches(caller), 'jobs'),
      refunds: isMonday(dayIn(time_zone, new Date(due_at)))
        ? await within(() => remindRefunds(caller), 'jobs')
        : 0,
    }),
  },
  {
    ...light,
    name: 'money-month',
    label: 'Batches of the month that is over',
    area: 'claims',
    cron: '0 3 1 * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ batches: await within(() => remindMonth(caller), 'jobs') }),
  },
  {
    ...light,
    name: 'facility-licences',
    label: 'Licences of branches that end',
    area: 'places',
    cron: '30 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ told: await within(() => tellLicences(caller), 'jobs') }),
  },
  {
    ...light,
    name: 'plan-licence',
    label: 'Orders nobody paid, and a plan that ends',
    area: 'plans',
    cron: '0 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => within(() => watchPlan(caller), 'jobs'),
  },
  {
    ...light,
    name: 'suspensions',
    label: 'Suspensions of hospitals that begin',
    area: 'platform',
    every: minutes(5),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ suspended: await suspendDue(caller) }),
  },
  {
    ...light,
    name: 'system-check',
    label: 'Disk, clock, mail and scanner',
    area: 'system',
    every: minutes(5),
    scope: 'deployment',
    catch_up: 'skip',
    at_start: true,
    run: async () => ({ changed: await lookAtSystem(probes) }),
  },
  {
    ...light,
    name: 'no-shows',
    label: 'Patients who were called and did not come',
    area: 'visits',
    every: seconds(30),
    scope: 'hospital',
    catch_up: 'skip',
    run: async ({ caller }) => ({ gone: await visits.noShows(caller) }),
  },
  {
    ...light,
    name: 'point-hours',
    label: 'Service points that open and close by their hours',
    area: 'visits',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'skip',
    needs_clock: true,
    run: async ({ caller }) => ({ moved: await visits.keepHours(caller) }),
  },
  {
    ...light,
    name: 'stale-visits',
    label: 'Visits that nobody has touched',
    area: 'visits',
    every: minutes(15),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({ ...(await visits.closeStaleVisits(caller, signal)) }),
  },
  {
    ...light,
    name: 'queue-day',
    label: 'The end of the queue’s day',
    area: 'visits',
    cron: '5 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller }) => ({ ended: await visits.closeDay(caller) }),
  },
  {
    ...light,
    name: 'runs',
    label: 'Old rows of the timetable',
    area: 'system',
    cron: '10 2 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      erased: await untilNone(() => eraseOldRuns(instantIn(-days(90))), signal),
    }),
  },
  {
    ...heavy,
    name: 'erasures',
    label: 'Erasures: files, import rows, texts, done jobs, read notices',
    area: 'system',
    cron: '40 2 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      exports: await untilNone(() => eraseExpired(), signal),
      import_rows: await untilNone(() => eraseValues(instantIn(-days(30))), signal),
      jobs: await untilNone(() => jobs.eraseOld(instantIn(-days(30))), signal),
      notices: await untilNone(() => notices.eraseRead(instantIn(-days(180))), signal),
      texts: await untilNone(() => blankOld(), signal),
      attachments: await eraseRemoved(clock.now()),
      files: await sweepUnneeded(clock.now(), signal),
    }),
  },
  {
    ...light,
    name: 'leases',
    label: 'Leases of workstations',
    area: 'devices',
    cron: '20 * * * *',
    scope: 'deployment',
    catch_up: 'once',
    pausable: false,
    needs_clock: true,
    run: () => watchLeases(),
  },
  {
    ...light,
    name: 'device-codes',
    label: 'Dead codes and challenges of workstations',
    area: 'devices',
    every: minutes(10),
    scope: 'deployment',
    catch_up: 'skip',
    run: () => tidyCodes(),
  },
  {
    // On every daemon: each knows what was revoked through it.
    ...light,
    name: 'revocation-list',
    label: 'Revocation list of workstations',
    area: 'devices',
    every: seconds(2),
    scope: 'deployment',
    runs_on: 'each',
    catch_up: 'skip',
    run: async () => ({ lists: await rebuildIfDue() }),
  },
  {
    ...heavy,
    name: 'duplicate-patients',
    label: 'Records that look like one person',
    area: 'patients',
    cron: '30 1 * * *',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller, signal }) => ({ ...(await scanDuplicates(caller, { signal })) }),
  },
  {
    ...light,
    name: 'appointment-reminders',
    label: 'Reminders of appointments',
    area: 'appointments',
    every: minutes(5),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      reminders: await untilNone(() => remindDue(caller), signal),
    }),
  },
  {
    ...light,
    name: 'appointment-misses',
    label: 'Appointments that nobody came to',
    area: 'appointments',
    every: minutes(5),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      missed: await untilNone(() => noteMissed(caller), signal),
    }),
  },
  {
    ...light,
    name: 'waiting-list',
    label: 'Offers and entries of the waiting list that are over',
    area: 'appointments',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, time_zone, signal }) => ({
      offers: await untilNone(() => lapseOffers(caller), signal),
      entries: await untilNone(() => expireEntries(caller, dayIn(time_zone)), signal),
    }),
  },
  {
    ...light,
    name: 'failing-webhooks',
    label: 'Webhooks that have failed for days',
    area: 'messaging',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async () => ({
      disabled: await within(disableFailing, 'jobs'),
      closed: await within(disableClosed, 'jobs'),
    }),
  },
  {
    ...light,
    name: 'messaging-links',
    label: 'Links to operators that are down, or up again',
    area: 'messaging',
    every: seconds(30),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ told: await watchLinks() }),
  },
  {
    ...light,
    name: 'messaging-notices',
    label: 'Letters about keys that end, low balances, failing webhooks',
    area: 'messaging',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({ told: await untilNone(tellAccounts, signal) }),
  },
  {
    ...light,
    name: 'messaging-replies',
    label: 'Answers of people, to the areas that wrote',
    area: 'messaging',
    every: seconds(5),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ ...(await tellReplies()) }),
  },
  {
    ...heavy,
    name: 'wallet-proof',
    label: 'Proof of the messaging wallets',
    area: 'messaging',
    cron: '30 3 * * *',
    scope: 'deployment',
    catch_up: 'once',
    run: async () => ({ ...(await proveWallets()) }),
  },
  {
    ...heavy,
    name: 'usage-check',
    label: 'Messaging usage of yesterday, counted again',
    area: 'messaging',
    cron: '40 3 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async () => ({ ...(await proveUsage()) }),
  },
  {
    ...light,
    name: 'incomplete-texts',
    label: 'Texts of people of which parts never came',
    area: 'messaging',
    every: hours(1),
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => ({
      given_up: await untilNone(
        () => within(() => sweepIncomplete(clock.instant()), 'jobs'),
        signal,
      ),
    }),
  },
  {
    ...light,
    name: 'contact-imports',
    label: 'Imports of contacts whose daemon is gone',
    area: 'messaging',
    every: minutes(1),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ interrupted: await within(interruptStale, 'jobs') }),
  },
  {
    ...heavy,
    name: 'delivery-log',
    label: 'Erasures of the delivery log',
    area: 'messaging',
    cron: '30 2 * * *',
    scope: 'deployment',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ signal }) => {
      const kept_days = await setting('retention_delivery_log_days')
      const erase = (): Promise<number> => within(() => eraseOldDeliveries(kept_days), 'jobs')
      return {
        erased: await untilNone(erase, signal),
        links: await untilNone(() => within(eraseExpiredLinks, 'jobs'), signal),
      }
    },
  },
  {
    ...light,
    name: 'portal-proxies',
    label: 'Proxies whose last day has come',
    area: 'portal',
    cron: '5 0 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({ ended: await untilNone(() => endDue(caller), signal) }),
  },
  {
    ...light,
    name: 'portal-threads',
    label: 'Patients who wait for an answer in the portal',
    area: 'portal',
    every: minutes(15),
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      told: await untilNone(() => tellUnanswered(caller), signal),
    }),
  },
  {
    ...light,
    name: 'notice-copies',
    label: 'Copies of notices to the outbox',
    area: 'notifications',
    every: seconds(5),
    scope: 'deployment',
    catch_up: 'skip',
    run: async () => ({ copies: await sendCopies() }),
  },
  {
    ...light,
    name: 'escalations',
    label: 'Notices that nobody has seen',
    area: 'notifications',
    every: minutes(1),
    scope: 'deployment',
    catch_up: 'once',
    run: async () => ({ escalated: await escalate() }),
  },
  {
    ...light,
    name: 'vital-alerts',
    label: 'Observations that are late, alerts that nobody acknowledges',
    area: 'vitals',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({
      late: await within(() => tellLate(caller), 'jobs'),
      escalated: await within(() => escalateAlerts(caller), 'jobs'),
    }),
  },
  {
    ...light,
    name: 'referrals',
    label: 'Referrals that nobody departed with, feedback that is late',
    area: 'referrals',
    cron: '30 6 * * *',
    scope: 'hospital',
    catch_up: 'once',
    needs_clock: true,
    run: async ({ caller, signal }) => ({
      expired: await untilNone(() => within(() => expireOld(caller), 'jobs'), signal),
      told: await within(() => tellLateFeedback(caller), 'jobs'),
    }),
  },
  {
    ...light,
    name: 'emergency-clocks',
    label: 'Triage targets, who is not triaged, who should be looked at again',
    area: 'emergencies',
    every: minutes(1),
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller }) => ({ told: await within(() => watchClocks(caller), 'jobs') }),
  },
  {
    ...light,
    name: 'audit-anchor',
    label: 'Anchors of the audit log',
    area: 'audit',
    cron: '0 0 * * *',
    scope: 'deployment',
    catch_up: 'once',
    pausable: false,
    at_start: true,
    run: async () => ({ anchors: await writeAnchors() }),
  },
  {
    ...light,
    name: 'audit-verify',
    label: 'Proof of the audit log',
    area: 'audit',
    cron: '0 3 * * 0',
    scope: 'hospital',
    catch_up: 'once',
    run: async ({ caller, due_at, time_zone }) => {
      const first_week = Number(dayIn(time_zone, new Date(due_at)).slice(8)) <= 7
      await proofs.startScheduled(caller.hospital_id, first_week)
    },
  },
  {
    // On every daemon: each has listeners of its own.
    ...light,
    name: 'server-certificate',
    label: 'Certificate of the listeners',
    area: 'system',
    cron: '20 2 * * *',
    scope: 'deployment',
    runs_on: 'each',
    catch_up: 'once',
    run: async () => ({ renewed: await renewIfDue() }),
  },
  {
    // On every daemon: each knows only of the reads that it lost itself.
    ...light,
    name: 'audit-lost',
    label: 'Reads that could not be recorded',
    area: 'audit',
    every: minutes(1),
    scope: 'deployment',
    runs_on: 'each',
    catch_up: 'skip',
    run: async () => ({ hospitals: await proofs.tellOfLost() }),
  },
  ...system_entries,
  ...access_entries,
  ...letters_entries,
  ...books_entries,
  ...places_entries,
  ...patients_entries,
  ...visits_entries,
  ...devices_entries,
  ...messaging_entries,
  ...audit_entries,
]

/** With what the configuration of an open deployment times. */
export function theTimetable(): readonly Entry[] {
  const deployment = openedDeployment()
  return deployment === null ? entries : [...entries, ...backupEntries(deployment)]
}
