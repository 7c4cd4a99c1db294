import { eq } from 'drizzle-orm';
import { premises } from '../../database/schema/holders.ts';
import { checkFresh, notFound } from '../../http/refusal.ts';
import { recordAuditLog } from '../audit-log/audit-log.ts';
import type { Feature } from '../feature.ts';
import { findPremises } from './premises.ts';

/** Adds premises. Until a set opens them, only who added them and who sees all locations sees them. */
const createPremises: Feature<'createPremises'> = async ({ tx, me, body }) => {
  const [made] = await tx.insert(premises).values(body).returning({ id: premises.id });
  const added = await findPremises(tx, made?.id ?? 0);
  await recordAuditLog(tx, me, {
    action: 'premises_create',
    description: `Premises ${added.name} added`,
    details: { premisesId: added.id, name: added.name, address: added.address, client: added.client },
  });
  return added;
};

const EDITED = ['name', 'address', 'postcode', 'client', 'reference', 'notes', 'isActive'] as const;

/**
 * Changes what is sent. The sets that open them say so at once: the row is held, so that whoever links a set meanwhile waits and takes what
 * it says then.
 */
const updatePremises: Feature<'updatePremises'> = async ({ tx, me, params, body, ifMatch }) => {
  const [before] = await tx.select().from(premises).where(eq(premises.id, params.id)).for('no key update');
  if (!before) throw notFound('Premises not found');
  checkFresh(ifMatch, before.updatedAt);
  const changed = EDITED.filter((field) => body[field] !== undefined && body[field] !== before[field]);
  if (changed.length === 0) return findPremises(tx, before.id);
  const change = Object.fromEntries(changed.map((field) => [field, body[field]]));
  await tx.update(premises).set(change).where(eq(premises.id, before.id));
  await recordAuditLog(tx, me, {
    action: 'premises_edit',
    description: `Premises ${body.name ?? before.name} changed`,
    details: {
      premisesId: before.id,
      changes: Object.fromEntries(
        changed.map((field) => [field, { from: before[field], to: body[field] ?? null }]),
      ),
    },
  });
  return findPremises(tx, before.id);
};

export const premisesEditFeatures = { createPremises, updatePremises };
