import * as z from 'zod/mini';
import { APPROVAL_KINDS, APPROVED_HOW } from './approval-words.ts';
import { issueReply } from './issue.ts';
import { RoomFigures } from './room-handover.ts';
import { cursorQuery, instant, limitQuery } from './text.ts';
import { EVENT_TYPES } from './webhook.ts';

// The content of webhook requests. Fields that are not declared here never leave the server.

const EventLocation = z.object({ id: z.int(), name: z.nullable(z.string()) });

/** A key set at the time of the event, without what it opens, its notes, its photo and its NFC serial. */
const EventSet = z.object({
  id: z.int(),
  identifier: z.string(),
  type: z.string(),
  status: z.string(),
  tag: z.nullable(z.string()),
  location: EventLocation,
  position: z.nullable(z.string()),
  keyCount: z.int(),
  fobCount: z.int(),
  /** For a short set, the number present; null means all. */
  keysPresent: z.nullable(z.int()),
  fobsPresent: z.nullable(z.int()),
  /** The holder; the id is null for a name alone. */
  holder: z.nullable(z.object({ id: z.nullable(z.int()), name: z.string() })),
  issuedAt: z.nullable(instant),
  dueAt: z.nullable(instant),
  /** Whether it leaves only with a second person's yes; null of a deleted set. */
  secondPerson: z.nullable(z.boolean()),
});

/** The entry of the history, received `at`. `undoes` is the entry that it undid. */
const EventMovement = z.object({
  id: z.int(),
  action: z.string(),
  at: instant,
  /** When it was done; before `at` when a device recorded it without signal. */
  doneAt: instant,
  /** The user, or at a kiosk the person or the kiosk. */
  by: z.nullable(z.string()),
  /** The name of the kiosk; null elsewhere. */
  kiosk: z.nullable(z.string()),
  fromLocation: EventLocation,
  toLocation: z.nullable(EventLocation),
  fromType: z.nullable(z.string()),
  toType: z.nullable(z.string()),
  oldTag: z.nullable(z.string()),
  newTag: z.nullable(z.string()),
  holder: z.nullable(z.string()),
  fromHolder: z.nullable(z.string()),
  ...issueReply,
  /** The second person who approved it, and where; or the reason of an emergency. */
  approvedBy: z.nullable(z.string()),
  approvedHow: z.nullable(z.enum(APPROVED_HOW)),
  emergencyReason: z.nullable(z.string()),
  batchId: z.nullable(z.string()),
  undoes: z.nullable(z.int()),
});

const EventAudit = z.object({
  id: z.int(),
  location: EventLocation,
  /** A type of key set; null means all. */
  type: z.nullable(z.string()),
  startedAt: instant,
  completedAt: instant,
  expected: z.int(),
  missing: z.int(),
});

const EventReservation = z.object({
  id: z.int(),
  holder: z.object({ id: z.int(), name: z.string() }),
  /** Where the set is fetched. */
  location: EventLocation,
  from: instant,
  until: instant,
  purpose: z.nullable(z.string()),
});

/** A closed handover of a location: `outgoing` is null when there was no outgoing person. `sha256` is of what the incoming person signed. */
const EventRoomHandover = z.object({
  id: z.int(),
  number: z.int(),
  location: EventLocation,
  outgoing: z.nullable(z.string()),
  incoming: z.string(),
  shiftStart: instant,
  closedAt: instant,
  figures: RoomFigures,
  differences: z.int(),
  sha256: z.string(),
});

/** A question for a second person. `approved` is null until it is decided, and of an emergency, which has its reason. */
const EventApproval = z.object({
  id: z.int(),
  kind: z.enum(APPROVAL_KINDS),
  holder: z.nullable(z.object({ id: z.nullable(z.int()), name: z.string() })),
  purpose: z.nullable(z.string()),
  dueAt: z.nullable(instant),
  askedBy: z.string(),
  expiresAt: instant,
  approved: z.nullable(z.boolean()),
  decidedBy: z.nullable(z.string()),
  how: z.nullable(z.enum(APPROVED_HOW)),
  emergencyReason: z.nullable(z.string()),
});

/**
 * The body of a request to an address. `id` is the webhook-id, the same however often it is sent. Of a key set `movement` is what happened,
 * null when it was created, changed or became overdue; `changed` names what an edit changed.
 */
export const WebhookEvent = z.object({
  id: z.string(),
  type: z.enum([...EVENT_TYPES, 'webhook.test']),
  at: instant,
  data: z.object({
    keySet: z.optional(EventSet),
    movement: z.optional(z.nullable(EventMovement)),
    changed: z.optional(z.nullable(z.array(z.string()))),
    audit: z.optional(EventAudit),
    reservation: z.optional(EventReservation),
    roomHandover: z.optional(EventRoomHandover),
    approval: z.optional(EventApproval),
  }),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/**
 * GET /api/events: what follows `after`, the X-Next-Cursor of an earlier answer, or `now` for nothing but the present cursor. Without it from
 * the oldest event that is kept.
 */
export const EventQuery = z.object({ after: cursorQuery(), limit: z.optional(limitQuery()) });
