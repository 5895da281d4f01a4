// Drawn by npm run draw from the folders of this wing, never by hand.
import './parts/tables.ts'
import './mortuary/tables.ts'
import './ambulance/tables.ts'
