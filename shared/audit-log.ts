import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { instant } from './text.ts';

/** An entry of the audit log as Key History reads it. */
export const AuditLog = z.object({
  id: z.int(),
  action: z.string(),
  keyBunchId: z.nullable(z.int()),
  description: z.string(),
  timestamp: instant,
  user: z.nullable(Actor),
  details: z.record(z.string(), z.unknown()),
});
export type AuditLog = z.infer<typeof AuditLog>;
