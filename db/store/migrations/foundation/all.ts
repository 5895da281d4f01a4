// Drawn by npm run draw, never by hand.
import { schema as appliance } from './appliance.ts'
import { schema as care_assistant } from './care-assistant.ts'
import { schema as care_certificates } from './care-certificates.ts'
import { schema as care_chart } from './care-chart.ts'
import { schema as care_clinical } from './care-clinical.ts'
import { schema as care_consents } from './care-consents.ts'
import { schema as care_home_medicines } from './care-home-medicines.ts'
import { schema as care_immunisation } from './care-immunisation.ts'
import { schema as care_medicines } from './care-medicines.ts'
import { schema as care_notices } from './care-notices.ts'
import { schema as care_nursing } from './care-nursing.ts'
import { schema as care_procedures } from './care-procedures.ts'
import { schema as care_records } from './care-records.ts'
import { schema as care_wards } from './care-wards.ts'
import { schema as desk_amendments } from './desk-amendments.ts'
import { schema as desk_appointments } from './desk-appointments.ts'
import { schema as desk_data_files } from './desk-data-files.ts'
import { schema as desk_displays } from './desk-displays.ts'
import { schema as desk_emergencies } from './desk-emergencies.ts'
import { schema as desk_gates } from './desk-gates.ts'
import { schema as desk_messaging } from './desk-messaging.ts'
import { schema as desk_patient_messages } from './desk-patient-messages.ts'
import { schema as desk_patients } from './desk-patients.ts'
import { schema as desk_portal } from './desk-portal.ts'
import { schema as desk_referrals } from './desk-referrals.ts'
import { schema as desk_service_points } from './desk-service-points.ts'
import { schema as desk_visits } from './desk-visits.ts'
import { schema as desk_vitals } from './desk-vitals.ts'
import { schema as diagnostics_blood_bank } from './diagnostics-blood-bank.ts'
import { schema as diagnostics_imaging } from './diagnostics-imaging.ts'
import { schema as diagnostics_laboratory } from './diagnostics-laboratory.ts'
import { schema as goods_procurement } from './goods-procurement.ts'
import { schema as goods_stock } from './goods-stock.ts'
import { schema as messaging_accounts } from './messaging-accounts.ts'
import { schema as messaging_campaigns } from './messaging-campaigns.ts'
import { schema as messaging_contacts } from './messaging-contacts.ts'
import { schema as messaging_drain } from './messaging-drain.ts'
import { schema as messaging_inbound } from './messaging-inbound.ts'
import { schema as messaging_keys } from './messaging-keys.ts'
import { schema as messaging_messages } from './messaging-messages.ts'
import { schema as messaging_opt_outs } from './messaging-opt-outs.ts'
import { schema as messaging_routing } from './messaging-routing.ts'
import { schema as messaging_senders } from './messaging-senders.ts'
import { schema as messaging_settings } from './messaging-settings.ts'
import { schema as messaging_templates } from './messaging-templates.ts'
import { schema as messaging_wallet } from './messaging-wallet.ts'
import { schema as messaging_webhooks } from './messaging-webhooks.ts'
import { schema as messaging_whatsapp } from './messaging-whatsapp.ts'
import { schema as modules_ambulance } from './modules-ambulance.ts'
import { schema as modules_maternity } from './modules-maternity.ts'
import { schema as modules_mortuary } from './modules-mortuary.ts'
import { schema as modules_parts } from './modules-parts.ts'
import { schema as modules_tb_ctc } from './modules-tb-ctc.ts'
import { schema as modules_theatre } from './modules-theatre.ts'
import { schema as money_accounting } from './money-accounting.ts'
import { schema as money_billing } from './money-billing.ts'
import { schema as money_claims } from './money-claims.ts'
import { schema as money_drawers } from './money-drawers.ts'
import { schema as money_expenses } from './money-expenses.ts'
import { schema as money_insurance } from './money-insurance.ts'
import { schema as money_policy } from './money-policy.ts'
import { schema as money_tariff } from './money-tariff.ts'
import { schema as office_access } from './office-access.ts'
import { schema as office_announcements } from './office-announcements.ts'
import { schema as office_attachments } from './office-attachments.ts'
import { schema as office_audit } from './office-audit.ts'
import { schema as office_devices } from './office-devices.ts'
import { schema as office_exports } from './office-exports.ts'
import { schema as office_hospitals } from './office-hospitals.ts'
import { schema as office_imports } from './office-imports.ts'
import { schema as office_jobs } from './office-jobs.ts'
import { schema as office_notifications } from './office-notifications.ts'
import { schema as office_outbox } from './office-outbox.ts'
import { schema as office_papers } from './office-papers.ts'
import { schema as office_places } from './office-places.ts'
import { schema as office_plans } from './office-plans.ts'
import { schema as office_sequences } from './office-sequences.ts'
import { schema as office_settings } from './office-settings.ts'
import { schema as office_system } from './office-system.ts'
import { schema as people_exits } from './people-exits.ts'
import { schema as people_payroll } from './people-payroll.ts'
import { schema as people_staff } from './people-staff.ts'
import { schema as store } from './store.ts'
import { schema as trade_clients } from './trade-clients.ts'
import { schema as trade_discounts } from './trade-discounts.ts'
import { schema as trade_orders } from './trade-orders.ts'
import { schema as trade_quotations } from './trade-quotations.ts'
import { schema as trade_returns } from './trade-returns.ts'
import type { Schema } from '../../drift.ts'

export const foundation: Schema = {
  ...appliance,
  ...care_assistant,
  ...care_certificates,
  ...care_chart,
  ...care_clinical,
  ...care_consents,
  ...care_home_medicines,
  ...care_immunisation,
  ...care_medicines,
  ...care_notices,
  ...care_nursing,
  ...care_procedures,
  ...care_records,
  ...care_wards,
  ...desk_amendments,
  ...desk_appointments,
  ...desk_data_files,
  ...desk_displays,
  ...desk_emergencies,
  ...desk_gates,
  ...desk_messaging,
  ...desk_patient_messages,
  ...desk_patients,
  ...desk_portal,
  ...desk_referrals,
  ...desk_service_points,
  ...desk_visits,
  ...desk_vitals,
  ...diagnostics_blood_bank,
  ...diagnostics_imaging,
  ...diagnostics_laboratory,
  ...goods_procurement,
  ...goods_stock,
  ...messaging_accounts,
  ...messaging_campaigns,
  ...messaging_contacts,
  ...messaging_drain,
  ...messaging_inbound,
  ...messaging_keys,
  ...messaging_messages,
  ...messaging_opt_outs,
  ...messaging_routing,
  ...messaging_senders,
  ...messaging_settings,
  ...messaging_templates,
  ...messaging_wallet,
  ...messaging_webhooks,
  ...messaging_whatsapp,
  ...modules_ambulance,
  ...modules_maternity,
  ...modules_mortuary,
  ...modules_parts,
  ...modules_tb_ctc,
  ...modules_theatre,
  ...money_accounting,
  ...money_billing,
  ...money_claims,
  ...money_drawers,
  ...money_expenses,
  ...money_insurance,
  ...money_policy,
  ...money_tariff,
  ...office_access,
  ...office_announcements,
  ...office_attachments,
  ...office_audit,
  ...office_devices,
  ...office_exports,
  ...office_hospitals,
  ...office_imports,
  ...office_jobs,
  ...office_notifications,
  ...office_outbox,
  ...office_papers,
  ...office_places,
  ...office_plans,
  ...office_sequences,
  ...office_settings,
  ...office_system,
  ...people_exits,
  ...people_payroll,
  ...people_staff,
  ...store,
  ...trade_clients,
  ...trade_discounts,
  ...trade_orders,
  ...trade_quotations,
  ...trade_returns,
}
