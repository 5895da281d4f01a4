// Why somebody is let past a gate of the front office (2.6): the same words at all of them.

export const front_office_reasons = [
  { code: 'CLINICAL_NEED', text: 'Clinical need', needs_text: false },
  { code: 'PAYS_TODAY', text: 'Pays today', needs_text: false },
  { code: 'WELFARE', text: 'Welfare case', needs_text: false },
  { code: 'INSURER_DOWN', text: 'Insurer cannot be reached', needs_text: false },
  { code: 'FOUND_CORRECT', text: 'Looked at and found correct', needs_text: false },
  { code: 'OTHER', text: 'Other', needs_text: true },
] as const
