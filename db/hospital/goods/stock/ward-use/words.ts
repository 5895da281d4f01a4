// The word by which charges and moves of ward use are known.

export const ward_use_source = 'ward_use'
