// The words in which the messaging API's doors are written; scopes stand where codes stand elsewhere.

import { words } from '../route.ts'

export const { get, list, bare, file, post, create, start, put, patch, remove, upload } =
  words<never>()
