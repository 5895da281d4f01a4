/** A text in one or both languages. */
export interface Bodies {
  sw?: string
  en?: string
}
