import type { Brings } from '../../registry.ts'
import { role_search, user_search } from '../access/users/search.ts'
import { department_search, facility_search } from '../places/search.ts'

/** The kinds of the areas that were there before the search was. */
export const brings: Brings = {
  area: 'search',
  searches: [user_search, role_search, facility_search, department_search],
}
