// The sign-in rules of a hospital (platform 2.7).

export interface Security {
  session_max_days: number
  /** 0 = off. */
  idle_minutes: number
  /** 0 = no limit. */
  max_sessions_per_user: number
  /** 0 = never. */
  password_max_age_days: number
}

export const shipped: Security = {
  session_max_days: 90,
  idle_minutes: 0,
  max_sessions_per_user: 10,
  password_max_age_days: 0,
}

type Reader = (hospital_id: string) => Promise<Partial<Security>>
let reader: Reader = () => Promise.resolve({})

/** Whoever keeps these rules says how they are read. */
export const readSecurityBy = (read: Reader): void => {
  reader = read
}

export const securityOf = async ({ hospital_id }: { hospital_id: string }): Promise<Security> => ({
  ...shipped,
  ...(await reader(hospital_id)),
})
