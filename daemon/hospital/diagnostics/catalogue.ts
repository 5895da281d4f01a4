// What the laboratory offers, and how it works (diagnostics 5.1, 5.12).

import type { Caller } from '../../../db/core/caller.ts'
import { microbiology } from '../../../db/hospital/diagnostics/laboratory/cultures/lists.ts'
import {
  MicrobiologyFilters,
  MicrobiologyRow,
} from '../../../db/hospital/diagnostics/laboratory/cultures/shapes.ts'
import * as lists from '../../../db/hospital/diagnostics/laboratory/catalogue/lists.ts'
import * as settings from '../../../db/hospital/diagnostics/laboratory/catalogue/settings.ts'
import {
  DiagnosticSettings,
  DiagnosticSettingsInput,
} from '../../../db/hospital/diagnostics/laboratory/catalogue/setting-shapes.ts'
import {
  DiagnosticReason,
  DiagnosticTest,
  RangesInput,
  RangesSet,
  ReasonFilters,
  Section,
  SectionFilters,
  SpecimenType,
  SpecimenTypeFilters,
  TestChange,
  TestFilters,
  TestInput,
  TestRow,
} from '../../../db/hospital/diagnostics/laboratory/catalogue/shapes.ts'
import * as tests from '../../../db/hospital/diagnostics/laboratory/catalogue/tests.ts'
import {
  find,
  list as listTests,
} from '../../../db/hospital/diagnostics/laboratory/catalogue/view.ts'
import { setRanges } from '../../../db/hospital/diagnostics/laboratory/results/rejudge.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { get, list, listed, create, patch, put } = nobodys

const record = byId(tests.testRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) => find(caller, (await done).id)

export const door = area('diagnostic-catalogue', [
  list('/diagnostics/tests', {
    summary: 'Tests that are offered',
    access: 'test:read',
    filters: TestFilters,
    each: TestRow,
    run: ({ caller, query }) => listTests(caller, query),
  }),
  create('/diagnostics/tests', {
    summary: 'Add a test to the catalogue',
    access: 'test:write',
    once: true,
    body: TestInput,
    reply: DiagnosticTest,
    says: 'Test added.',
    run: ({ caller, body }) => shown(caller, tests.open(caller, body)),
  }),
  get('/diagnostics/tests/:id', {
    summary: 'One test, with its ranges',
    access: 'test:read',
    reply: DiagnosticTest,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  patch('/diagnostics/tests/:id', {
    summary: 'Change, confirm or retire a test',
    access: 'test:write',
    record,
    body: TestChange,
    reply: DiagnosticTest,
    says: 'Test changed.',
    run: ({ caller, params, body }) => shown(caller, tests.change(caller, params.id, body)),
  }),
  put('/diagnostics/tests/:id/ranges', {
    summary: 'Write the ranges of a test anew, as a whole',
    access: 'test:write',
    record,
    body: RangesInput,
    reply: RangesSet,
    says: 'Ranges written.',
    run: ({ caller, params, body }) => setRanges(caller, params.id, body),
  }),
  listed('/diagnostics/sections', {
    summary: 'Sections of laboratory and imaging',
    access: 'test:read',
    query: SectionFilters,
    each: Section,
    run: ({ caller, query }) => lists.sections(caller, query),
  }),
  listed('/diagnostics/specimen-types', {
    summary: 'Specimens, their containers and how long they keep',
    access: 'test:read',
    query: SpecimenTypeFilters,
    each: SpecimenType,
    run: ({ caller, query }) => lists.specimenTypes(caller, query),
  }),
  listed('/diagnostics/reasons', {
    summary: 'Reasons for which work is refused, cancelled or corrected',
    access: 'test:read',
    query: ReasonFilters,
    each: DiagnosticReason,
    run: ({ caller, query }) => lists.reasons(caller, query),
  }),
  listed('/diagnostics/microbiology', {
    summary: 'Organisms, antibiotics, breakpoints and marks',
    access: 'test:read',
    query: MicrobiologyFilters,
    each: MicrobiologyRow,
    run: ({ caller, query }) => microbiology(caller, query),
  }),
  get('/diagnostics/settings', {
    summary: 'The settings of the laboratory',
    access: 'test:read',
    reply: DiagnosticSettings,
    run: ({ caller }) => settings.find(caller),
  }),
  patch('/diagnostics/settings', {
    summary: 'Change the settings of the laboratory',
    access: 'diagnostic:settings',
    body: DiagnosticSettingsInput,
    reply: DiagnosticSettings,
    says: 'Settings changed.',
    run: ({ caller, body }) => settings.change(caller, body),
  }),
])
