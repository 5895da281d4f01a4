// The words of disposals (2.5).

export const disposal_states = ['DRAFT', 'APPROVED', 'DESTROYED', 'CANCELLED'] as const
export const disposal_methods = [
  'INCINERATION',
  'ENCAPSULATION',
  'RETURN_TO_MSD',
  'SEWER',
  'LANDFILL',
  'AUTHORITY',
  'OTHER',
] as const
export const disposal_reasons = ['EXPIRED', 'DAMAGED', 'RECALLED', 'OTHER'] as const
export type DisposalReason = (typeof disposal_reasons)[number]

export interface Member {
  name: string
  title: string
}
