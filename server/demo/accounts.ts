import type { Role } from '../../shared/permissions.ts';

export const DEMO_COMPANY = { name: 'Northgate Keyholding', slug: 'northgate-keyholding' } as const;

/** The four accounts of the demo company, in the order the sign-in card lists them (DECISIONS C-22). */
export const DEMO_ACCOUNTS = [
  {
    label: 'Super Admin',
    role: 'super_admin',
    firstName: 'Dana',
    lastName: 'Holt',
    email: 'dana.holt@northgate.example',
  },
  {
    label: 'Site Manager',
    role: 'admin',
    firstName: 'Tom',
    lastName: 'Whitaker',
    email: 'tom.whitaker@northgate.example',
  },
  {
    label: 'Security Officer',
    role: 'officer',
    firstName: 'Hannah',
    lastName: 'Boyd',
    email: 'hannah.boyd@northgate.example',
  },
  {
    label: 'Site Supervisor',
    role: 'viewer',
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya.raman@northgate.example',
  },
] as const satisfies readonly {
  label: string;
  role: Role;
  firstName: string;
  lastName: string;
  email: string;
}[];
