// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as accounting } from './accounting.ts'
import { door as accounting_bank } from './accounting-bank.ts'
import { door as accounting_money } from './accounting-money.ts'
import { door as accounting_reports } from './accounting-reports.ts'
import { door as accounting_years } from './accounting-years.ts'
import { door as billing } from './billing.ts'
import { door as billing_credits } from './billing-credits.ts'
import { door as billing_deposits } from './billing-deposits.ts'
import { door as billing_edits } from './billing-edits.ts'
import { door as billing_exemptions } from './billing-exemptions.ts'
import { door as billing_gates } from './billing-gates.ts'
import { door as billing_money } from './billing-money.ts'
import { door as billing_papers } from './billing-papers.ts'
import { door as billing_policy } from './billing-policy.ts'
import { door as billing_waivers } from './billing-waivers.ts'
import { door as claims } from './claims.ts'
import { door as debtors } from './debtors.ts'
import { door as drawer_money } from './drawer-money.ts'
import { door as drawers } from './drawers.ts'
import { door as expenses } from './expenses.ts'
import { door as insurance } from './insurance.ts'
import { door as leakage } from './leakage.ts'
import { door as scheme_account } from './scheme-account.ts'
import { door as schemes } from './schemes.ts'
import { door as tariffs } from './tariffs.ts'

export const doors: readonly Door[] = [
  accounting,
  accounting_bank,
  accounting_money,
  accounting_reports,
  accounting_years,
  billing,
  billing_credits,
  billing_deposits,
  billing_edits,
  billing_exemptions,
  billing_gates,
  billing_money,
  billing_papers,
  billing_policy,
  billing_waivers,
  claims,
  debtors,
  drawer_money,
  drawers,
  expenses,
  insurance,
  leakage,
  scheme_account,
  schemes,
  tariffs,
]
