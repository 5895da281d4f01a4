import { permit } from '../../permit.ts'

export const permits = {
  'imaging:schedule': permit('Book images', 'C', ['reception', 'radiographer']),
  'imaging:perform': permit('Take images', 'U', ['radiographer']),
  'imaging:report': permit('Write reports of images', 'C', ['radiographer', 'radiologist']),
  'imaging:finalise': permit('Sign the last word on images', 'P', ['radiologist']),
  'imaging:justify': permit('Answer for rays, contrast and magnets at risk', 'A', [
    'radiologist',
    'doctor',
  ]),
} as const
