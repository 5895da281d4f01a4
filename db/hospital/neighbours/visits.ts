// What areas above visits ask of them and of the service points.

import type { Caller } from '../../core/caller.ts'
import type { Module } from '../modules.ts'
import { question } from '../../core/question.ts'

export interface VisitBrief {
  id: string
  number: string
  status: string
  service_point: string | null
}

/** The open visit of each of these patients. */
export const openVisitsOf = question(
  async (
    _caller: Caller,
    _patient_ids: readonly string[],
  ): Promise<ReadonlyMap<string, VisitBrief>> => new Map(),
)

/** PRV-2: of these patients, those on whose care team the caller is now. */
export const caredForBy = question(
  async (_caller: Caller, _patient_ids: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set(),
)

/** PRV-3: a visit at a restricted point, or of an emergency that is nobody else's business. */
export const isRestrictedVisit = question(
  async (_caller: Caller, _visit_id: string): Promise<boolean> => false,
)

/** Who waits, was called and is served at each of these points. */
export const queuesAt = question(
  async (
    _caller: Caller,
    _point_ids: readonly string[],
  ): Promise<ReadonlyMap<string, { waiting: number; called: number; serving: number }>> =>
    new Map(),
)

/** Service points by the location that they name; by branch and name, as the branch calls it. */
export const pointsIn = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _facility_ids: readonly string[],
  ): Promise<readonly PointAt[]> => [],
)

export interface PointAt {
  id: string
  name: string
  facility_id: string
  location: string
}

/** A branch was opened: areas that start one with something of their own do it now (QUE-16). */
export const branchOpened = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _facility_id: string,
    _modules: readonly Module[],
  ): Promise<unknown> => undefined,
)

/** Whose visit bears this number: what the slip of a visit says to a scanner (PAT-11). */
export const patientOfVisit = question(
  async (_caller: Caller, _number: string): Promise<string | undefined> => undefined,
)

export interface OpenReferral {
  id: string
  number: string
  facility: string
  status: string
}

/** REF-9: the patient was sent to another house and stands here again. */
export const openReferralOf = question(
  async (_caller: Caller, _patient_id: string): Promise<OpenReferral | null> => null,
)
