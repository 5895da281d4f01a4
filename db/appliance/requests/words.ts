// Words of requests for a second person.

export const request_states = [
  'WAITING',
  'APPROVED',
  'DECLINED',
  'WITHDRAWN',
  'EXPIRED',
  'DONE',
] as const
export type RequestState = (typeof request_states)[number]
