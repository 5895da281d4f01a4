// Laboratory, imaging, blood.
// The areas of this wing in order: one leans only on those above it.

export const names = ['laboratory', 'imaging', 'blood-bank'] as const
