// The doors of this wing; the order is that of the descriptions.

import type { Door } from '../../edge/route.ts'
import { door as accounting } from './accounting.ts'
import { door as accounting_years } from './accounting-years.ts'
import { door as accounting_money } from './accounting-money.ts'
import { door as accounting_bank } from './accounting-bank.ts'
import { door as accounting_reports } from './accounting-reports.ts'
import { door as tariffs } from './tariffs.ts'
import { door as billing_policy } from './billing-policy.ts'
import { door as billing } from './billing.ts'
import { door as billing_edits } from './billing-edits.ts'
import { door as billing_gates } from './billing-gates.ts'
import { door as billing_exemptions } from './billing-exemptions.ts'
import { door as billing_money } from './billing-money.ts'
import { door as billing_credits } from './billing-credits.ts'
import { door as billing_waivers } from './billing-waivers.ts'
import { door as debtors } from './debtors.ts'
import { door as expenses } from './expenses.ts'
import { door as billing_deposits } from './billing-deposits.ts'
import { door as drawers } from './drawers.ts'
import { door as drawer_money } from './drawer-money.ts'
import { door as billing_papers } from './billing-papers.ts'
import { door as schemes } from './schemes.ts'
import { door as insurance } from './insurance.ts'
import { door as claims } from './claims.ts'
import { door as scheme_account } from './scheme-account.ts'

export const doors: readonly Door[] = [
  accounting,
  accounting_years,
  accounting_money,
  accounting_bank,
  accounting_reports,
  tariffs,
  billing_policy,
  billing,
  billing_edits,
  billing_gates,
  billing_exemptions,
  billing_money,
  billing_credits,
  billing_waivers,
  debtors,
  expenses,
  billing_deposits,
  drawers,
  drawer_money,
  billing_papers,
  schemes,
  insurance,
  claims,
  scheme_account,
]
