// The permissions that the areas of this wing declare.

export const permits = {} as const
