import { effectivePermissions, type Role } from '../../../shared/permissions.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';

/** A user who may approve what needs a second person, with the phone of their own record. `locations` empty: all. */
export type Approver = {
  id: number;
  name: string;
  holderId: number | null;
  phone: string | null;
  locations: number[];
};

type Row = Approver & { role: Role; permissions: string[]; customPermissions: string[] };

/** The approvers of the company who sign in and may see key sets, by name. */
export async function readApprovers(tx: Tx): Promise<Approver[]> {
  const found = await rows(
    tx,
    sql<Row>`select u.id, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as name, h.id as "holderId", h.phone,
        u.role, u.permissions, u.custom_permissions as "customPermissions",
        case when u.role = 'super_admin' then '{}'::int[] else u.allowed_location_ids end as locations
      from users u left join holders h on h.company_id = u.company_id and h.user_id = u.id
      where u.is_active and (u.approver or u.role = 'super_admin') order by 2, u.id`,
  );
  return found
    .filter((one) => effectivePermissions(one).includes('key:view'))
    .map(({ id, name, holderId, phone, locations }) => ({ id, name, holderId, phone, locations }));
}

/**
 * Who may approve: approvers with the location, but none of these users. `askedById` is null for a kiosk. `holderUserId` gets the keys,
 * `currentHolderUserId` has them, in a handover.
 */
export type Eligibility = {
  locationId: number;
  askedById: number | null;
  holderUserId: number | null;
  currentHolderUserId: number | null;
};

/** Whether a user neither asks, has nor gets the keys. */
export const isIndependent = (
  userId: number,
  { askedById, holderUserId, currentHolderUserId }: Eligibility,
): boolean => ![askedById, holderUserId, currentHolderUserId].includes(userId);

const sees = ({ locations }: Approver, locationId: number): boolean =>
  locations.length === 0 || locations.includes(locationId);

/** The approvers who may decide. */
export const eligibleApprovers = (all: Approver[], eligibility: Eligibility): Approver[] =>
  all.filter((one) => sees(one, eligibility.locationId) && isIndependent(one.id, eligibility));
