import type { Role } from '../../../shared/permissions.ts';

export const DEMO_COMPANY = { name: 'Northgate Keyholding', slug: 'northgate-keyholding' } as const;

const account = (label: string, role: Role, firstName: string, lastName: string) => ({
  label,
  role,
  firstName,
  lastName,
  email: `${firstName}.${lastName}@northgate.example`.toLowerCase(),
});

/** The four accounts of the demo company, in the order the sign-in card lists them. */
export const DEMO_ACCOUNTS = [
  account('Super Admin', 'super_admin', 'Dana', 'Holt'),
  account('Site Manager', 'admin', 'Tom', 'Whitaker'),
  account('Security Officer', 'officer', 'Hannah', 'Boyd'),
  account('Site Supervisor', 'viewer', 'Priya', 'Raman'),
] as const;

/** The person of the demo company who takes keys at its kiosk: their badge, and their number there. */
export const DEMO_KIOSK = {
  name: 'Key room',
  location: 'Manchester HQ',
  person: 'Callum Reid',
  badge: 'NK-1003',
  kioskNumber: '482615',
};

/** Who approves in the demo company by badge and number: MCR-0145 needs a second person. */
export const DEMO_APPROVER = { person: 'Tom Whitaker', badge: 'NK-0102', kioskNumber: '604712' };
