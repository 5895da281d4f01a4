// Hospitals as a whole: provisioned, made up for a demonstration, looked after where several are served.
// The areas of this wing in order: one leans only on those above it.

export const names = ['demo', 'provisioning', 'platform'] as const
