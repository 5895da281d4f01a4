// Drawn by npm run draw from the folders of this wing, never by hand.
import './clients/contacts/tables.ts'
import './clients/follow-ups/tables.ts'
import './clients/interactions/tables.ts'
import './clients/settings/tables.ts'
import './clients/tables.ts'
import './discounts/tables.ts'
