// Screens of the house itself: workstations, the timetable, the audit log, what is held, roles.

import { clock } from '../../../db/core/clock.ts'
import type { Seat } from '../desk/desk.ts'

export async function house(seat: Seat, ...keys: string[]): Promise<void> {
  for (const [line, data] of Object.entries(facts)) seat.answers.set(line, data)
  await seat.press(...keys)
}

/** A code as it is shown once. */
export async function codeShown(seat: Seat): Promise<void> {
  await house(seat, '3', 'n')
  await seat.type('Ward C tablet')
  clock.advance(400)
  await seat.press('enter', 'enter')
  clock.advance(400)
  await seat.press('tab', 'enter')
}

/** Back in the middle of a restore. */
export async function restoring(seat: Seat): Promise<void> {
  const line = 'backup restore 2027-02-03T001000Z-nightly.kbk --reason burnt'
  seat.answers.set(`type ${line}`, null)
  await seat.press('7', 'R')
  await seat.type('burnt')
  clock.advance(400)
  await seat.press('enter')
  clock.advance(400)
  seat.progress.push(
    { type: 'progress', phase: 'database', done: 9, total: 9 },
    { type: 'progress', phase: 'files', done: 41_220, total: 41_220 },
    { type: 'progress', phase: 'proving tables', done: 58, total: 141 },
  )
  // What it would have answered stays away.
  seat.unanswered.add(line)
  await seat.press('tab', 'enter')
}

const device = {
  label: 'Cashier 2',
  station_role: 'cashier',
  status: 'ACTIVE',
  lease_until: '2027-03-02T11:02:00.000Z',
  last_seen_at: '2027-02-03T11:01:00.000Z',
  last_ip: '10.1.4.22',
  hostname: 'till-2',
}
const made = { cron: null, every: null, paused: false, running_on: null, lag_ms: 4 }
const facts = {
  'device list': [
    { ...device, id: 'd1' },
    {
      ...device,
      id: 'd2',
      label: 'Ward B tablet',
      station_role: 'ward',
      lease_until: '2027-02-05T11:02:00.000Z',
      last_seen_at: '2027-02-03T05:02:00.000Z',
      last_ip: '10.1.7.90',
      hostname: 'ward-b',
    },
    {
      ...device,
      id: 'd3',
      label: 'Lab analyser',
      station_role: 'laboratory',
      status: 'LAPSED',
      lease_until: '2027-01-31T11:02:00.000Z',
      last_seen_at: '2027-01-01T05:02:00.000Z',
      last_ip: '10.1.5.11',
      hostname: 'lab-1',
    },
  ],
  'device activate --label Ward C tablet --role cashier': {
    label: 'Ward C tablet',
    station_role: 'cashier',
    code: 'K7Q2P-9DMWX',
    code_hint: 'WX',
    expires_at: '2027-02-04T11:02:00.000Z',
  },
  'schedule list': [
    {
      ...made,
      name: 'backup-nightly',
      area: 'operations',
      cron: '10 3 * * *',
      last_run_at: '2027-02-03T00:10:00.000Z',
      last_status: 'DONE',
      last_took_ms: 9000,
      next_run_at: '2027-02-04T00:10:00.000Z',
    },
    {
      ...made,
      name: 'clients-holds',
      area: 'commercial',
      every: '1h',
      last_run_at: '2027-02-03T10:10:00.000Z',
      last_status: 'FAILED',
      last_took_ms: 840,
      lag_ms: 420,
      next_run_at: '2027-02-03T11:10:00.000Z',
    },
    {
      ...made,
      name: 'backup-drill',
      area: 'operations',
      cron: '0 4 1 * *',
      paused: true,
    },
  ],
  'daemon list': [{ id: 'h', host: 'hms1', leads: true }],
  'audit search --limit 200': [
    {
      seq: 918_224,
      at: '2027-02-03T11:02:00.000Z',
      user_name: 'Asha Komba',
      action: 'module.off',
      entity_label: 'Mortuary',
      outcome: 'DONE',
      hash: '7be1c0d4aa12f09e',
    },
    {
      seq: 918_223,
      at: '2027-02-03T11:01:00.000Z',
      user_name: 'Juma Mushi',
      action: 'payment.create',
      entity_label: 'RCT-2027-000221',
      outcome: 'REFUSED',
      hash: 'a1',
    },
  ],
  'doctor audit.chain audit.anchor': {
    findings: [
      { id: 'audit.chain', state: 'OK', message: 'proved to 918224' },
      { id: 'audit.anchor', state: 'WARN', message: 'the last is 31 h old' },
    ],
  },
  doctor: {
    findings: [
      {
        id: 'database.quick',
        state: 'OK',
        message: 'whole',
        mend: null,
        mend_command: null,
        took_ms: 1500,
      },
      {
        id: 'backup.drill',
        state: 'WARN',
        message: '37 days old (wanted 35)',
        mend_command: 'kituo backup drill latest',
        took_ms: 300,
      },
    ],
  },
  'outbound show': [
    {
      channel: 'sms',
      state: 'held: restored',
      since: '2027-02-03T08:20:00.000Z',
      waiting: 1204,
      oldest: '2027-02-03T00:10:00.000Z',
      uncertain: 41,
    },
    { channel: 'mail', state: 'running', since: null, waiting: 0, oldest: null, uncertain: 0 },
  ],
  'role list': [
    { code: 'cashier', permissions: ['bill:read', 'bill:void'], added: ['bill:void'], removed: [] },
    { code: 'doctor', permissions: ['visit:read'], added: [], removed: ['bill:read'] },
  ],
  'settings get': { name: 'St Mary Hospital', country: 'TZ', languages: ['en', 'sw'] },
  'queue status': [
    { id: 'p', code: 'TRI', name: 'Triage', status: 'OPEN', waiting: 37, called: 1, serving: 2 },
    { id: 'q', code: 'PHA', name: 'Pharmacy', status: 'PAUSED', waiting: 4, called: 0, serving: 0 },
  ],
}
