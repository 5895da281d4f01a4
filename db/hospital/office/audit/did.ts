// What was done, in words (PRV-7): an action of the log as somebody reads it who knows no routes.

import { capital } from '../../../core/capital.ts'

const whole: Readonly<Record<string, string>> = {
  'patient.access_log': 'Looked up who read the record',
  'patient.break_glass': 'Opened the closed record with a reason',
  'patient.merge': 'Merged two records of the patient',
  'patient.unmerge': 'Took a merge of records apart',
  'patient.sensitivity': 'Changed who may read the record',
  'attachment.download': 'Opened an attachment',
}

/** What happened to the thing that the action names. */
const verbs: Readonly<Record<string, string>> = {
  read: 'read',
  list: 'listed',
  history: 'history read',
  board: 'board read',
  print: 'printed',
  download: 'downloaded',
  export: 'exported',
  create: 'made',
  open: 'opened',
  record: 'recorded',
  write: 'written',
  update: 'changed',
  change: 'changed',
  set: 'set',
  put: 'set',
  remove: 'removed',
  close: 'closed',
  reopen: 'opened again',
  start: 'begun',
  submit: 'submitted',
  send: 'sent',
  receive: 'received',
  accept: 'accepted',
  approve: 'approved',
  reject: 'rejected',
  decline: 'declined',
  refuse: 'refused',
  confirm: 'confirmed',
  cancel: 'cancelled',
  void: 'voided',
  reverse: 'reversed',
  revoke: 'revoked',
  withdraw: 'withdrawn',
  sign: 'signed',
  verify: 'verified',
  check: 'checked',
  review: 'reviewed',
  release: 'released',
  issue: 'issued',
  give: 'given',
  collect: 'collected',
  book: 'booked',
  order: 'ordered',
  request: 'asked for',
  admit: 'admitted',
  transfer: 'transferred',
  assign: 'assigned',
  discharge: 'discharged',
  complete: 'completed',
  enter: 'entered',
  override: 'overridden',
  hold: 'held',
  stop: 'stopped',
  activate: 'opened again',
  deactivate: 'closed',
}

/** `lab_result.print`: "Lab result printed"; what no verb is known of is named: "Visit: slip". */
export function didWords(action: string): string {
  const known = whole[action]
  if (known !== undefined) return known
  const at = action.lastIndexOf('.')
  const thing = words(action.slice(0, Math.max(at, 0)))
  const done = action.slice(at + 1)
  if (thing === '') return words(done)
  const verb = verbs[done]
  return verb === undefined ? `${thing}: ${done.replaceAll('_', ' ')}` : `${thing} ${verb}`
}

function words(name: string): string {
  return capital(name.replaceAll(/[._]/g, ' '))
}
