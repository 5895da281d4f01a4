// The words of cadres (people 2.2).

export const cadre_groups = [
  'MEDICAL',
  'NURSING',
  'PHARMACY',
  'LABORATORY',
  'IMAGING',
  'ALLIED',
  'ADMIN',
  'SUPPORT',
] as const
export type CadreGroup = (typeof cadre_groups)[number]
