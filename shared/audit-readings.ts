import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { instant } from './text.ts';

/** Of the sets and hooks that were compared with the register, how many were as registered. */
export const Accuracy = z.object({ checked: z.int(), asRegistered: z.int() });
export type Accuracy = z.infer<typeof Accuracy>;

/**
 * What was read on a hook in a blind audit or a spot check: a set ID or code, null for an empty hook. `hook` is null for what was read without
 * one, the counts for what was not counted. `twin` numbers the sets with the same ID, from 0.
 */
export const Reading = z.object({
  id: z.int(),
  hook: z.nullable(z.string()),
  text: z.nullable(z.string()),
  twin: z.int(),
  keyCount: z.nullable(z.int()),
  fobCount: z.nullable(z.int()),
  doneAt: instant,
  userId: z.int(),
  user: Actor,
});
export type Reading = z.infer<typeof Reading>;

const KeysAndFobs = z.object({ keys: z.int(), fobs: z.int() });

/**
 * What differs from the register. `elsewhere`: read on another hook than it is registered on, or at another location; `out`: registered as
 * issued, but here; `unknown`: a code that no set has; `empty`: the hook on which it is registered was empty; `unseen`: not found; `count`:
 * another number of keys or fobs; `found`: registered as Missing, but here. `hook` is where it was read.
 */
export const Difference = z.object({
  kind: z.enum(['elsewhere', 'out', 'unknown', 'empty', 'unseen', 'count', 'found']),
  keyBunchId: z.nullable(z.int()),
  text: z.string(),
  hook: z.nullable(z.string()),
  registeredHook: z.nullable(z.string()),
  registeredAt: z.nullable(z.string()),
  registered: z.nullable(KeysAndFobs),
  counted: z.nullable(KeysAndFobs),
});
export type Difference = z.infer<typeof Difference>;
