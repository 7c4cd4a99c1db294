import { eq } from 'drizzle-orm';
import { holders } from '../../database/schema/holders.ts';
import { checkFresh, notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { findHolder } from './holder.ts';
import { addHolders, changeHolders, claimBadge } from './record.ts';

/** Adds a holder. Names may repeat, as people share them. */
const createHolder: Feature<'createHolder'> = async ({ tx, me, body }) => {
  if (body.sendReminders && !body.email) throw noAddress();
  await claimBadge(tx, body.badge, 0);
  const [made] = await addHolders(tx, me, [body]);
  return findHolder(tx, made ?? 0);
};

/** Changes the sent fields. Issued sets stay with the holder, regardless of their new limits. */
const updateHolder: Feature<'updateHolder'> = async ({ tx, me, params, body, ifMatch }) => {
  const [before] = await tx.select().from(holders).where(eq(holders.id, params.id)).for('no key update');
  if (!before) throw notFound('Person not found');
  checkFresh(ifMatch, before.updatedAt);
  const email = body.email === undefined ? before.email : body.email;
  if (email === null && body.sendReminders) throw noAddress();
  await changeHolders(tx, me, [{ before, sent: body }]);
  return findHolder(tx, before.id);
};

const noAddress = () => {
  const why = 'Enter an email to send reminders to';
  return refuse(400, why, { errors: { email: why } });
};

export const holderEditFeatures = { createHolder, updateHolder };
