// What other areas read and adopt of the vital tables, which are one list with theirs (VIT-20).

export { adopt as adoptVitalTable, list as vitalTables } from './vital-tables.ts'
