// Screens of messaging, with a queue that waits and a link that is down.

import type { Seat } from '../desk/desk.ts'

export async function messaging(seat: Seat, ...keys: string[]): Promise<void> {
  for (const [line, data] of Object.entries(sending)) seat.answers.set(line, data)
  await seat.press(...keys)
}

const link = {
  enabled: true,
  throughput_per_second: 50,
  window_size: 10,
  state_since: '2027-02-03T09:58:00.000Z',
  last_error: null,
}
const sending = {
  'messaging queue show': {
    paused: false,
    waiting: 60_150,
    scheduled: 12,
    lines: [
      {
        operator: 'yas',
        lane: 'promotional',
        account_id: 'a',
        account_name: 'Duka Limited',
        waiting: 60_000,
        oldest_seconds: 310,
        eta_seconds: 1200,
      },
      {
        operator: 'vodacom',
        lane: 'otp',
        account_id: 'b',
        account_name: 'Kliniki',
        waiting: 150,
        oldest_seconds: 1,
        eta_seconds: 3,
      },
    ],
  },
  'messaging link list': [
    { ...link, id: '1', code: 'yas-1', kind: 'smpp', state: 'up', operators: ['yas'] },
    {
      ...link,
      id: '2',
      code: 'voda-1',
      kind: 'smpp',
      state: 'refused',
      operators: ['vodacom'],
      last_error: 'bind refused 0x0e',
    },
    {
      ...link,
      id: '3',
      code: 'simulator',
      kind: 'simulator',
      state: 'up',
      window_size: null,
      operators: ['airtel', 'ttcl'],
    },
  ],
  'messaging account list': [
    {
      id: 'a',
      name: 'Duka Limited',
      business_name: 'Duka Limited',
      provisioned: true,
      billing: 'prepaid',
      currency: 'TZS',
      balance: 12_500,
      low: true,
      paused: false,
      waiting: 60_000,
    },
    {
      id: 'b',
      name: 'Kliniki',
      business_name: null,
      provisioned: false,
      billing: 'unmetered',
      currency: 'TZS',
      balance: 0,
      low: false,
      paused: false,
      waiting: 150,
    },
  ],
  'messaging campaign list --limit 200': [
    {
      id: 'c',
      name: 'Clinic day',
      account_name: 'Duka Limited',
      status: 'running',
      planned: 60_000,
      created: 21_000,
      delivered: 18_000,
      failed: 300,
      at: '2027-02-03T10:30:00.000Z',
    },
  ],
  'messaging webhook list': [
    {
      id: 'w',
      account_name: 'Duka Limited',
      mode: 'live',
      url: 'https://duka.example.org/hook',
      health: 'failing',
      pending: 412,
      last_error: 'timeout',
      last_success_at: '2027-02-03T08:00:00.000Z',
    },
  ],
  'messaging topup list --state pending --limit 200': [
    {
      id: 't',
      account_name: 'Duka Limited',
      amount: 500_000,
      currency: 'TZS',
      method: 'bank_transfer',
      payment_reference: 'CRDB-77120',
      created_at: '2027-02-03T07:15:00.000Z',
    },
  ],
}
