// What patients send and see. Each shape is a fence of its own: internal notes, alerts, queue data
// of others and whatever is not meant for them have no field here (POR-7).

import {
  optional,
  choice,
  Day,
  Decimal,
  Email,
  Flag,
  form,
  Id,
  listOf,
  LongText,
  nullable,
  Money,
  named,
  partial,
  Phone,
  QueryFlag,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { appointment_kinds, appointment_states, cancellers } from '../appointments/words.ts'
import { languages } from '../../office/hospitals/words.ts'
import { due_states } from '../../neighbours/care.ts'
import { outcomes } from '../visits/words.ts'
import { sexes } from '../patients/words.ts'
import { proxy_bases, proxy_relationships, proxy_scopes, proxy_states } from './words.ts'

const out = (max: number) => nullable(Text(0, max))
const At = Text(24, 24)
const Key = Text(1, 36)
export const Range = { from: optional(Day), to: optional(Day) }

export const InfoWords = form({
  language: optional(choice(languages)),
  workspace: optional(Text(0, 40)),
})
export const Info = named(
  'PortalInfo',
  shape({
    hospital: Text(1, 120),
    enabled: Flag,
    self_sign_up: Flag,
    phone: out(20),
    terms: out(20_000),
    terms_version: Text(1, 40),
    languages: listOf(choice(languages)),
  }),
)

/** Who opened the patient's record (POR-17). */
export const OwnAccess = named(
  'PortalAccess',
  shape({
    at: At,
    name: out(160),
    cadre: out(120),
    department: out(120),
    facility: out(120),
    purpose: Text(1, 80),
    break_glass: Flag,
  }),
)
export type OwnAccess = Static<typeof OwnAccess>

export const Profile = named(
  'PortalProfile',
  shape({
    number: Text(1, 40),
    full_name: Text(1, 200),
    first_name: Text(1, 60),
    last_name: nullable(Text(1, 60)),
    sex: choice(sexes),
    birth_date: Day,
    birth_date_estimated: Flag,
    phone: out(20),
    alt_phone: out(20),
    email: out(254),
    occupation: out(80),
    street: out(120),
    house_no: out(40),
    landmark: out(200),
    postal_code: out(20),
    language: choice(languages),
    blood_group: out(5),
    groups: listOf(Text(1, 40)),
    card: shape({ number: Text(1, 40), serial: Whole(1) }),
    kin: listOf(
      shape({ id: Key, full_name: Text(1, 120), relationship: Text(1, 40), phone: out(20) }),
    ),
    acting_for: nullable(
      shape({ proxy_id: Key, holder: Text(1, 200), scope: listOf(choice(proxy_scopes)) }),
    ),
  }),
)
export type Profile = Static<typeof Profile>
export const ProfileChange = named(
  'PortalProfileChange',
  partial({
    language: choice(languages),
    alt_phone: nullable(Phone),
    email: nullable(Email),
    occupation: nullable(Text(0, 80)),
    street: nullable(Text(0, 120)),
    house_no: nullable(Text(0, 40)),
    landmark: nullable(Text(0, 200)),
    postal_code: nullable(Text(0, 20)),
  }),
)
export type ProfileChange = Static<typeof ProfileChange>

export const OwnVisit = named(
  'PortalVisit',
  shape({
    id: Key,
    number: Text(1, 40),
    opened_at: At,
    closed_at: At,
    facility: Text(1, 120),
    department: out(120),
    clinician: out(120),
    outcome: nullable(choice(outcomes)),
    follow_up_on: nullable(Day),
  }),
)
export const Prescription = named(
  'PortalPrescription',
  shape({
    id: Key,
    number: Text(1, 40),
    date: Day,
    status: Text(1, 40),
    prescriber: out(120),
    items: listOf(
      shape({
        medicine: Text(1, 200),
        how_to_take: Text(0, 500),
        quantity: out(60),
        dispensed: Flag,
        refills_left: Whole(),
      }),
    ),
  }),
)
export const OwnVisitDetail = named(
  'PortalVisitDetail',
  shape({ visit: OwnVisit, prescriptions: listOf(Prescription) }),
)
export const Queue = nullable(
  named(
    'PortalQueue',
    shape({
      token: Text(1, 20),
      point: Text(0, 120),
      status: Text(1, 40),
      position: nullable(Whole()),
      estimated_wait_minutes: nullable(Whole()),
    }),
  ),
)

const result = {
  id: Key,
  title: Text(1, 200),
  collected_at: nullable(At),
  released_at: At,
  facility: out(120),
  amended: Flag,
}
export const Result = named('PortalResult', shape(result))
export const ResultDetail = named(
  'PortalResultDetail',
  shape({
    ...result,
    note: out(2000),
    values: listOf(
      shape({ name: Text(1, 120), value: LongText(0, 8000), unit: out(40), range: out(200) }),
    ),
  }),
)

const bill = {
  id: Key,
  number: Text(1, 60),
  date: Day,
  due_on: nullable(Day),
  status: Text(1, 40),
  facility: out(120),
  total: Money,
  paid: Money,
  balance: Money,
}
export const Bill = named('PortalBill', shape(bill))
export const BillDetail = named(
  'PortalBillDetail',
  shape({
    ...bill,
    lines: listOf(
      shape({
        id: Key,
        description: Text(1, 300),
        quantity: Money,
        amount: Money,
        covered: Money,
        patient_share: Money,
      }),
    ),
  }),
)
export const BillFilters = { status: optional(Text(1, 40)), ...Range }
export const PayInput = form({
  amount: optional(nullable(Money)),
  phone: optional(nullable(Phone)),
  method: optional(Text(1, 40)),
})
export type PayInput = Static<typeof PayInput>
export const PaymentRequest = named(
  'PortalPaymentRequest',
  shape({
    id: Key,
    number: Text(1, 60),
    status: Text(1, 40),
    amount: Money,
    instructions: out(500),
    expires_at: nullable(At),
  }),
)
export const Payment = named(
  'PortalPayment',
  shape({
    id: Key,
    number: Text(1, 60),
    date: Day,
    method: Text(1, 60),
    amount: Money,
    bill_number: out(60),
  }),
)
export const Account = shape({ balance: Money, deposits: Money, open_bills: Whole() })

export const BookableWords = form({
  facility_id: optional(Id),
  kind: optional(choice(appointment_kinds)),
})
export const Bookable = named(
  'PortalBookable',
  shape({
    department: Text(1, 120),
    clinician: nullable(shape({ id: Key, name: out(120) })),
    facility_id: Key,
    next_free: nullable(Text(16, 16)),
  }),
)
const When = Text(1, 40)
Object.assign(When, { complaint: 'must be a time.' })
export const SlotWords = form({
  clinician_id: optional(Id),
  department: optional(Text(1, 120)),
  kind: optional(choice(appointment_kinds)),
  from: Day,
  to: Day,
  facility_id: optional(Id),
})
export type SlotWords = Static<typeof SlotWords>
export const FreeSlot = named(
  'PortalSlot',
  shape({
    start: At,
    end: At,
    local: Text(16, 16),
    department: Text(1, 120),
    clinician: nullable(shape({ id: Key, name: out(120) })),
  }),
)
export const OwnAppointment = named(
  'PortalAppointment',
  shape({
    id: Key,
    number: Text(1, 40),
    status: choice(appointment_states),
    scheduled_for: At,
    end_at: At,
    local: Text(16, 16),
    kind: choice(appointment_kinds),
    department: out(120),
    clinician_id: out(36),
    clinician_name: out(120),
    facility_id: Key,
    reason: out(500),
    cancelled_by: nullable(choice(cancellers)),
    can: listOf(choice(['confirm', 'reschedule', 'cancel'])),
  }),
)
export type OwnAppointment = Static<typeof OwnAppointment>
export const AppointmentFilters = { status: optional(choice(appointment_states)), ...Range }
export const BookInput = named(
  'PortalBooking',
  form({
    scheduled_for: When,
    clinician_id: optional(Id),
    department: optional(Text(1, 120)),
    kind: optional(choice(appointment_kinds)),
    reason: optional(nullable(Text(0, 500))),
  }),
)
export type BookInput = Static<typeof BookInput>
export const MoveInput = form({ scheduled_for: When })
export const CancelInput = form({ reason: optional(nullable(Text(0, 300))) })

export const NoticeFilters = { unread: optional(QueryFlag) }
export const Notice = named(
  'PortalNotification',
  shape({ id: Key, text: Text(0, 1000), at: At, read_at: nullable(At) }),
)

const dose = { dose_key: Text(1, 40), vaccine: Text(1, 120) }
export const Immunisations = named(
  'PortalImmunisations',
  shape({
    given: listOf(
      shape({
        ...dose,
        id: Key,
        given_on: Day,
        lot: out(60),
        facility: out(120),
        valid: Flag,
        reason: out(300),
      }),
    ),
    due: listOf(
      shape({
        ...dose,
        state: choice(due_states),
        due_on: Day,
        min_on: Day,
        max_on: nullable(Day),
      }),
    ),
    next_on: nullable(Day),
  }),
)
export type Immunisations = Static<typeof Immunisations>

const gestation = nullable(shape({ weeks: Whole(), days: Whole() }))
const whole = nullable(Whole())
const measured = nullable(Decimal(0, 1000))
export const PregnancyCard = named(
  'PortalPregnancy',
  shape({
    pregnancy_id: Key,
    number: Text(1, 40),
    card_no: out(60),
    status: Text(1, 40),
    edd: nullable(Day),
    gestation,
    gravida: Whole(),
    para: Whole(),
    multiple: whole,
    blood_group: out(5),
    rhesus: out(10),
    birth_plan: nullable(
      shape({
        place: out(300),
        companion: out(300),
        transport: out(300),
        donor: out(300),
        decision_maker: out(300),
        savings: out(300),
      }),
    ),
    contacts: listOf(
      shape({
        number: Whole(),
        on: Day,
        place: Text(1, 40),
        gestation,
        weight_kg: measured,
        systolic: whole,
        diastolic: whole,
        haemoglobin: measured,
        fundal_height_cm: measured,
        fetal_heart_rate: whole,
        advice: listOf(Text(1, 500)),
      }),
    ),
    due: listOf(shape({ title: Text(1, 200), due_on: Day, state: Text(1, 40) })),
    next_contact_on: nullable(Day),
  }),
)
export type PregnancyCard = Static<typeof PregnancyCard>

export const Home = named(
  'PortalHome',
  shape({
    profile: shape({
      number: Text(1, 40),
      full_name: Text(1, 200),
      language: choice(languages),
      acting_for: Flag,
    }),
    next_appointment: nullable(OwnAppointment),
    queue: Queue,
    unread: Whole(),
    new_results: Whole(),
    balance: Money,
    due_immunisations: listOf(Text(1, 120)),
  }),
)

const person = shape({ number: Text(1, 40), full_name: out(200) })
export const OwnProxy = named(
  'PortalProxy',
  shape({
    id: Key,
    subject: person,
    holder: person,
    relationship: choice(proxy_relationships),
    scope: listOf(choice(proxy_scopes)),
    status: choice(proxy_states),
    basis: choice(proxy_bases),
    ends_on: nullable(Day),
  }),
)
export type OwnProxy = Static<typeof OwnProxy>
export const OwnProxies = shape({
  i_act_for: listOf(OwnProxy),
  acts_for_me: listOf(OwnProxy),
})
const asking = {
  number: Text(1, 40),
  birth_date: Day,
  relationship: choice(proxy_relationships),
  scope: some(choice(proxy_scopes), 4),
}
export const ProxyAsk = named('PortalProxyAsk', form(asking))
export type ProxyAsk = Static<typeof ProxyAsk>
export const ProxyGrant = named(
  'PortalProxyGrant',
  form({ ...asking, ends_on: optional(nullable(Day)) }),
)
export type ProxyGrant = Static<typeof ProxyGrant>
export const EndInput = form({ reason: optional(nullable(Text(0, 300))) })
