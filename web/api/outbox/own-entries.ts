import type * as z from 'zod/mini';
import type { OutboxEntry } from '../../../shared/outbox.ts';
import type { OutboxKind as EntryKind } from '../../../shared/outbox-words.ts';
import { sharedValue } from '../../ui/shared-value.ts';

export type { EntryKind };
/** The fields of the online form of each action. */
export type EntryBodies = { [K in EntryKind]: Extract<z.input<typeof OutboxEntry>, { kind: K }>['body'] };

/** Custody that was recorded on this device. `doneAt`: ISO 8601 by the server's clock. */
export type CustodyEntry = {
  [K in EntryKind]: {
    kind: K;
    /** Its Idempotency-Key. */
    key: string;
    keyBunchId: number;
    doneAt: string;
    seen: z.input<typeof OutboxEntry>['seen'];
    body: EntryBodies[K];
    /** For the screens: the set, who has it afterwards, and who had it before. */
    identifier: string;
    opens: string;
    toName: string | null;
    fromName: string | null;
    dueAt: string | null;
  };
}[EntryKind];

/**
 * What hangs on a hook, null for what was read without one; `code` null: the hook is empty. Counts once it was counted. `label` is what the
 * screen calls it until the server answers, `twin` which of the sets of that name it is.
 */
export type NewReading = {
  hook: string | null;
  code: string | null;
  label?: string | undefined;
  twin?: number | undefined;
  typed: boolean;
  keyCount?: number | undefined;
  fobCount?: number | undefined;
};

/** A count of an audit. */
export type AuditEntry = { key: string; sessionId: number; doneAt: string } & (
  | { kind: 'tick'; keyBunchId: number; seen: boolean }
  | { kind: 'scan'; serial: string; typed: boolean }
  | ({ kind: 'read' } & NewReading)
);

/** Where an entry of this device is: to send, or taken back before it was sent, when (ISO 8601). */
export type OwnState = { takenBackAt: string | null };
/** `order`: ascending on this device. `n`: running number of the user's custody entries on this device, null of an audit's counts. */
export type Own<E = CustodyEntry | AuditEntry> = E & OwnState & { order: number; n: number | null };

export const isCustody = <S extends object>(
  entry: (CustodyEntry | AuditEntry) & S,
): entry is CustodyEntry & S => 'body' in entry;

/** The signed-in user's entries on this device, oldest first, with those taken back in the last 7 days; empty until they are read. */
export const ownEntries = sharedValue<readonly Own[]>([]);

/** Those of them that the server has not answered. */
export const waiting = (entries: readonly Own[]): Own[] => entries.filter(({ takenBackAt }) => !takenBackAt);

/** The newest entry about a set that waits to be sent. */
export const newestOf = (id: number) => (all: readonly Own[]) =>
  waiting(all).findLast((entry): entry is Own<CustodyEntry> => isCustody(entry) && entry.keyBunchId === id);

const countWaiting = (entries: readonly Own[]): number => waiting(entries).length;
/** How many entries wait to be sent. */
export const useToSend = (): number => ownEntries.use(countWaiting);
export const hasToSend = (): boolean => waiting(ownEntries.get()).length > 0;

/**
 * What the sender does now. `isStuck`: no response, retrying. `triedAt` and `nextAt`: the last attempt and the next one, in ms by the device's
 * clock; 0 for none.
 */
export type Sending = { isSending: boolean; isStuck: boolean; triedAt: number; nextAt: number };
export const sending = sharedValue<Sending>({ isSending: false, isStuck: false, triedAt: 0, nextAt: 0 });

/** How many questions about entries wait for the user's answer. */
export const needsYou = sharedValue(0);

/** Entries of other users on this device: they wait for them. Only the name and the number are known. */
export type Others = { userId: number; name: string; entries: number };
export const othersEntries = sharedValue<readonly Others[]>([]);
