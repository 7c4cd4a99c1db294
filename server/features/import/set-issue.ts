import { randomUUID } from 'node:crypto';
import { ASK_ADMINISTRATOR } from '../../../shared/custody-words.ts';
import { rows, slices, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { withoutApproval } from '../approval/question.ts';
import { dueTimes } from '../custody/due-time.ts';
import { issueMovements, storeIssue } from '../custody/outgoing.ts';
import type { MovementInput } from '../history/log.ts';
import { recipientsNamed } from '../holder/recipient.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import type { AddedSet, ChangedSet, Out } from './sent-set.ts';
import type { JudgedSet } from './set-judge.ts';
import { grouped } from './words.ts';

// The sets that a file says are out: who gets them, their issue and its movements.

/** Locks the people who get sets; 409 for one who may not have them. */
export async function lockRecipients(tx: Tx, used: JudgedSet[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { sent } of used)
    if (sent.out?.recipient.holderId) {
      const key = sent.out.recipient.name.toLowerCase();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  for (const [key, { whyNot }] of await recipientsNamed(tx, [...counts.keys()], true)) {
    const why = whyNot(counts.get(key) ?? 0);
    if (why) throw refuse(409, why, { detail: ASK_ADMINISTRATOR, code: 'holder' });
  }
}

type Going = { bunch: Bunch; out: Out };

/** Sets to issue, by recipient. */
export async function outgoingOf(
  tx: Tx,
  added: AddedSet[],
  edits: ChangedSet[],
): Promise<Map<string, Going[]>> {
  const outs = new Map<number, Out>();
  for (const { id, sent } of added) if (sent?.out) outs.set(id, sent.out);
  for (const { bunch, sent } of edits) if (sent.out) outs.set(bunch.id, sent.out);
  const moved = new Map(edits.map((edit) => [edit.bunch.id, edit]));
  const going: Going[] = [];
  for (const some of slices([...outs.keys()])) {
    const stored = sql<Bunch>`${BUNCHES} where key_bunches.id = any(${some}) order by key_bunches.id`;
    for (const bunch of await rows(tx, stored)) {
      const out = outs.get(bunch.id);
      if (out) going.push({ bunch: asMoved(bunch, moved.get(bunch.id)), out });
    }
  }
  return grouped(going, ({ out: { recipient } }) => `${recipient.holderId} ${recipient.name}`);
}

/** A bunch as it is after the edit, from where it is issued. */
function asMoved(bunch: Bunch, edit: ChangedSet | undefined): Bunch {
  const { target, type } = edit ?? {};
  return {
    ...bunch,
    ...(type && { type }),
    ...(target && { locationId: target.id, location: { ...bunch.location, ...target } }),
  };
}

/** Stores issues and returns their movements. */
export async function storeIssues(tx: Tx, outgoing: Map<string, Going[]>): Promise<MovementInput[]> {
  const dueOf = await dueTimes(tx, undefined);
  const movements: MovementInput[] = [];
  for (const group of outgoing.values()) {
    const recipient = group[0]?.out.recipient;
    if (!recipient) continue;
    const going = group.map(({ bunch, out }) => ({
      bunch,
      due: out.due ?? dueOf(bunch.type),
      since: out.since,
      ...withoutApproval(bunch),
    }));
    await storeIssue(tx, going, recipient);
    movements.push(...issueMovements(going, { recipient, batchId: randomUUID() }));
  }
  return movements;
}
