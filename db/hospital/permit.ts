// A permission as an area declares it: what it opens, its class (PLT-38), who holds it at first.

export const permit_classes = ['R', 'C', 'U', 'X', 'A', 'P', 'M'] as const
export type PermitClass = (typeof permit_classes)[number]

export interface Permit {
  /** One line a ward in-charge understands. */
  readonly says: string
  readonly class: PermitClass
  /** Default roles beside `administrator`, which holds everything. */
  readonly roles: readonly string[]
}

export const permit = (says: string, kind: PermitClass, roles: readonly string[]): Permit => ({
  says,
  class: kind,
  roles,
})
