import { eq } from 'drizzle-orm';
import { premises } from '../../database/schema/holders.ts';
import { checkFresh, notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { findPremises } from './premises.ts';
import { addPremises, changePremises } from './record.ts';

/** Adds premises. Until a set opens them, only their author and users with all locations see them. */
const createPremises: Feature<'createPremises'> = async ({ tx, me, body }) => {
  const [made] = await addPremises(tx, me, [body]);
  return findPremises(tx, made ?? 0);
};

/**
 * Changes the sent fields. Linked sets show them immediately: the row is locked, so that a parallel link waits and takes the new values.
 */
const updatePremises: Feature<'updatePremises'> = async ({ tx, me, params, body, ifMatch }) => {
  const [before] = await tx.select().from(premises).where(eq(premises.id, params.id)).for('no key update');
  if (!before) throw notFound('Premises not found');
  checkFresh(ifMatch, before.updatedAt);
  await changePremises(tx, me, [{ before, sent: body }]);
  return findPremises(tx, before.id);
};

export const premisesEditFeatures = { createPremises, updatePremises };
