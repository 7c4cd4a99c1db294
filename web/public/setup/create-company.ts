import { type Company, slugOf } from '../../../shared/company.ts';
import { ACTION_MESSAGES } from '../../../shared/messages.ts';
import type { PlanType } from '../../../shared/plan.ts';
import { ApiError, call } from '../../api/call.ts';
import type { Account } from './account-form.ts';

type Refusal = { message: string; errors: Record<string, string> };
type Outcome = { company: Company; refusal?: never } | { company: null; refusal: Refusal };

/** Creates the company, then checks the session with two reads. The welcome shows the company; leaving the wizard reloads the page. */
export async function createCompany(account: Account, planType: PlanType, attach: boolean): Promise<Outcome> {
  const { name, slug, description, timezone, email, firstName, lastName, password } = account;
  const about = {
    name,
    slug: slugOf(slug || name),
    planType,
    settings: { description },
    timezone,
  };
  const person = attach ? { firstName, lastName } : { firstName, lastName, email, password };
  try {
    const made = await call('setUpCompany', { body: { ...about, ...person } });
    const [, company] = await Promise.all([call('getMe'), call('getCompany')]).catch(() => [null, null]);
    return { company: company?.data ?? made.data.company };
  } catch (error) {
    const body = error instanceof ApiError ? error.body : {};
    const message = body.message || ACTION_MESSAGES.setUpCompany.failed;
    return { company: null, refusal: { message, errors: body.errors ?? {} } };
  }
}
