// - People and Payroll: how many there are, who is missing, what a run of pay waits for (people 8).

import { asRows, column, figure, type Screen, type Tab, text } from '../screens.ts'

const headcount: Tab = {
  name: 'Headcount',
  words: ['staff', 'headcount'],
  rows: asRows,
  id: (row) => `${text(row, 'facility')} ${text(row, 'department')}`,
  columns: [
    column('Department', 'department', 20),
    column('People', 'people', 6, { right: true, must: true }),
    column('Probation', 'on_probation', 9, { right: true }),
    column('Leaving', 'leaving', 7, { right: true }),
    column('On leave', 'on_leave', 8, { right: true }),
    column('Suspended', 'suspended', 9, { right: true, wide: true }),
    column('Branch', 'facility', 8, { wide: true }),
  ],
  acts: [],
}

const licences: Tab = {
  name: 'Licences expired',
  words: ['staff', 'list', '--gap', 'LICENCE_EXPIRED'],
  rows: asRows,
  id: (row) => text(row, 'staff_number'),
  columns: [
    column('Number', 'staff_number', 10),
    column('Name', 'full_name', 20),
    column('Cadre', 'cadre', 18),
    column('Licence', 'licence_status', 8, { must: true }),
    column('Department', 'department', 16),
    column('Phone', 'phone', 14, { wide: true }),
  ],
  acts: [],
  opens: (row) => ['staff', 'show', text(row, 'staff_number')],
}

const short: Tab = {
  name: 'Short in 7 days',
  words: ['staff', 'cover'],
  rows: asRows,
  id: (row) => `${text(row, 'date')} ${text(row, 'rule_id')}`,
  columns: [
    column('Day', 'date', 10),
    column('Department', 'department', 18),
    column('Shift', 'code', 5),
    column('Of', (row) => text(row, 'cadre') || text(row, 'group'), 18),
    column('Short', 'short', 5, { right: true, must: true }),
    column('Needed', 'needed', 6, { right: true }),
    column('On leave', 'on_leave', 8, { right: true, wide: true }),
    column('Sick', 'sick', 4, { right: true, wide: true }),
  ],
  acts: [],
}

const leave: Tab = {
  name: 'Leave waiting',
  words: ['staff', 'leave', '--status', 'REQUESTED'],
  rows: asRows,
  id: (row) => text(row, 'reference'),
  columns: [
    column('Number', 'reference', 13),
    column('Name', 'staff_name', 18),
    column('Leave', 'type_code', 13, { must: true }),
    column('From', 'starts_on', 10),
    column('To', 'ends_on', 10),
    column('Days', 'days', 4, { right: true }),
    column('Department', 'department', 16, { wide: true }),
  ],
  acts: [],
}

const absent: Tab = {
  name: 'Absent today',
  words: ['staff', 'absent'],
  rows: asRows,
  id: (row) => `${text(row, 'staff_number')} ${text(row, 'starts_at')}`,
  columns: [
    column('Number', 'staff_number', 10),
    column('Name', 'full_name', 20),
    column('Department', 'department', 18),
    column('Shift', 'shift', 5, { must: true }),
    column('Phone', 'phone', 14),
  ],
  acts: [],
  opens: (row) => ['staff', 'show', text(row, 'staff_number')],
}

export const people: Screen = {
  key: '',
  name: 'people',
  title: 'People',
  permission: 'staff:read',
  tabs: [headcount, licences, short, leave, absent],
}

const runs: Tab = {
  name: 'Runs',
  words: ['payroll', 'runs'],
  rows: asRows,
  id: (row) => text(row, 'reference'),
  columns: [
    column('Number', 'reference', 14),
    column('Kind', 'kind', 13),
    column('State', 'status', 10, { must: true }),
    column('People', 'staff_count', 6, { right: true }),
    column('Net', figure('net'), 14, { right: true }),
    column('Paid', figure('paid'), 14, { right: true, wide: true }),
  ],
  acts: [],
  opens: (row) => ['payroll', 'status', text(row, 'reference')],
}

const exceptions: Tab = {
  name: 'Exceptions',
  words: ['payroll', 'exceptions'],
  rows: asRows,
  id: (row) => `${text(row, 'code')} ${text(row, 'who')} ${text(row, 'text')}`,
  columns: [
    column('Code', 'code', 4, { must: true }),
    column('Kind', 'severity', 5),
    column('Who', 'who', 20),
    column('What', 'text', 36),
    column('Run', 'run', 14, { wide: true }),
  ],
  acts: [],
}

const variance: Tab = {
  name: 'Moved most',
  words: ['payroll', 'variance'],
  rows: asRows,
  id: (row) => text(row, 'staff_number'),
  columns: [
    column('Number', 'staff_number', 10),
    column('Name', 'full_name', 20),
    column('Before', figure('last_net'), 13, { right: true }),
    column('Now', figure('net'), 13, { right: true }),
    column('Change', figure('change'), 13, { right: true, must: true }),
  ],
  acts: [],
}

const batches: Tab = {
  name: 'Batches',
  words: ['payroll', 'batches'],
  rows: asRows,
  id: (row) => text(row, 'reference'),
  columns: [
    column('Number', 'reference', 13),
    column('By', 'method', 7),
    column('State', 'status', 9, { must: true }),
    column('Payslips', 'count', 8, { right: true }),
    column('Total', figure('total'), 14, { right: true }),
    column('Paid on', 'paid_on', 10),
  ],
  acts: [],
}

const filings: Tab = {
  name: 'Filings due',
  words: ['filings', 'list', '--due'],
  rows: asRows,
  id: (row) => `${text(row, 'kind')} ${text(row, 'due_on')} ${text(row, 'id')}`,
  columns: [
    column('Kind', 'kind', 16),
    column('Due on', 'due_on', 10),
    column('State', 'status', 8, { must: true }),
    column('Amount', figure('amount_due'), 14, { right: true }),
  ],
  acts: [],
}

export const payroll: Screen = {
  key: '',
  name: 'payroll',
  title: 'Payroll',
  permission: 'payroll:read',
  tabs: [runs, exceptions, variance, batches, filings],
}
