import { zodResolver } from '@hookform/resolvers/zod';
import {
  type BaseSyntheticEvent,
  type Dispatch,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Outcome } from '../api/action.ts';
import type { ApiError } from '../api/call.ts';
import { toast } from '../ui/overlay/toast.ts';

export type SaveFormOptions<S, V extends FieldValues, O extends FieldValues, R> = {
  /** What the fields are filled from, as it is known now; null until it came. For a new record any constant. */
  source: S | null;
  /** The fields of a source. */
  valuesOf: (source: S) => V;
  schema: z.ZodMiniType<O, V>;
  /** The fields as they stand on the screen: of several wrong ones the first gets the focus. The focus begins on the first. */
  order: readonly Path<V>[];
  /** Where the focus begins instead; null leaves it alone. */
  focus?: Path<V> | null;
  /** The text of that field is selected, so that typing takes its place. */
  select?: boolean;
  /** The form changes a record: what was not touched is not sent, and with nothing touched nothing is. */
  edits?: boolean;
  /** A question before a save that needs one; answers whether to go on. */
  confirm?: (values: O, base: S) => boolean | Promise<boolean>;
  /**
   * Sends `changed`, the touched fields, for `base`, the state that the form was filled from; of a new record, or where all fields
   * are asked for, `values`.
   */
  send: (values: O, changed: Partial<O>, base: S) => Promise<Outcome<R>>;
  /** After a save, or with null when nothing had been touched. */
  onSaved?: (reply: R | null) => void;
  /** The form stays on its page: what it is filled from after a save. Without, `onSaved` closes its dialog, which leaves busy. */
  stays?: (reply: R) => S;
  /** Whether its dialog is open; while it leaves, newer states are not taken. */
  open?: boolean;
  /** Of a refusal the messages by field; those of its `errors` unless told. */
  refusals?: (error: ApiError) => Record<string, string>;
  /** Adding several in a row: what stays for the next one, what the last is called, and what else happens then. */
  another?: { keep: readonly Path<V>[]; nameOf: (reply: R) => string; onAdded?: (reply: R) => void };
};

export type SaveForm<S, V extends FieldValues, O> = {
  form: UseFormReturn<V, unknown, O>;
  /** As the form was filled; null until it came. */
  base: S | null;
  /** As it is known now. */
  now: S | null;
  rebase: (source: S) => void;
  busy: boolean;
  /** Why the last save was refused. */
  error: ApiError | null;
  /** Somebody else had saved first; the latest values are shown since, with what was typed kept. */
  stale: boolean;
  /** What was added last by `submitAnother`. */
  added: string | null;
  submit: (event?: BaseSyntheticEvent) => void;
  /** Saves and begins the next one; undefined where that makes no sense. */
  submitAnother: (() => void) | undefined;
};

/** How a filled form takes newer values: what was typed stays, and stays typed. */
const KEEP_TYPED = { keepDirtyValues: true, keepDirty: true } as const;
/** A form begun anew: nothing of what was typed stays, and its fields can take the focus at once. */
const BEGIN_ANEW = { keepDirtyValues: false, keepDirty: false, keepFieldsRef: true } as const;
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type State = {
  busy: boolean;
  error: ApiError | null;
  stale: boolean;
  /** Since then: the values that were refused, and whether newer ones are on their way. */
  staleOf: unknown;
  asking: boolean;
  added: string | null;
};
const IDLE: State = { busy: false, error: null, stale: false, staleOf: null, asking: false, added: null };

/** THE FORM: filled from a record, checked by its schema, saved as far as it was touched, and put right when it was refused. */
export function useSaveForm<S, V extends FieldValues, O extends FieldValues, R>(
  options: SaveFormOptions<S, V, O, R>,
): SaveForm<S, V, O> {
  const { source, valuesOf, schema, order, focus = order[0], stays, open = true, another } = options;
  const [state, setState] = useState(IDLE);
  const dirty = useRef(false);
  const opened = useOpenedRecord(source, state.busy || !open, Boolean(stays) && !dirty.current);
  const { base, now, rebase } = opened;
  // What somebody else saved is shown as soon as it came, and nothing is saved before, so that the next save knows of it.
  if (state.stale && base !== null && now !== null && now !== base) rebase(now);
  const outdated = state.stale && (state.asking || base === state.staleOf);

  const form = useForm<V, unknown, O>({
    resolver: zodResolver(schema),
    ...(base !== null && { values: valuesOf(base) }),
    resetOptions: KEEP_TYPED,
  });
  dirty.current = form.formState.isDirty;
  // The order of registration is the order in which wrong fields are looked for.
  for (const field of order) form.register(field);
  // Between the source and its fields lies one render.
  const filled = base !== null && (order[0] === undefined || form.getValues(order[0]) !== undefined);
  useFirstFocus(form, filled, focus, options.select);
  const save = useSave(options, form, opened, { outdated, setState });

  return {
    form,
    base: filled ? base : null,
    now,
    rebase,
    busy: state.busy || outdated,
    error: state.error,
    stale: state.stale && !outdated,
    added: state.added,
    submit: (event) => void form.handleSubmit((values) => save(values, false))(event),
    submitAnother: another && (() => void form.handleSubmit((values) => save(values, true))()),
  };
}

/** Sends the checked values once, and sees to what comes of it. */
function useSave<S, V extends FieldValues, O extends FieldValues, R>(
  { valuesOf, order, edits, confirm, send, onSaved, stays, refusals, another }: SaveFormOptions<S, V, O, R>,
  form: UseFormReturn<V, unknown, O>,
  { base, rebase }: OpenedRecord<S>,
  { outdated, setState }: { outdated: boolean; setState: Dispatch<SetStateAction<State>> },
) {
  const running = useRef(false);

  function refused(error: ApiError, refreshed: Promise<void>) {
    const stale = error.body.code === 'stale';
    setState({ ...IDLE, error, stale, staleOf: base, asking: stale });
    // A read that was under way before the refusal may bring values that are refused again.
    if (stale) void refreshed.then(() => setState((state) => ({ ...state, asking: false })));
    showRefused(form, order, refusals?.(error) ?? error.body.errors ?? {});
  }
  function saved(reply: R, from: S, next: typeof another) {
    setState({ ...IDLE, busy: !stays && !next, added: next?.nameOf(reply) ?? null });
    if (next) {
      form.reset({ ...valuesOf(from), ...kept(form, next.keep) }, BEGIN_ANEW);
      if (order[0]) form.setFocus(order[0]);
      next.onAdded?.(reply);
      return;
    }
    if (stays) {
      rebase(stays(reply));
      form.reset(valuesOf(stays(reply)), BEGIN_ANEW);
    }
    onSaved?.(reply);
  }
  function nothingToSave() {
    if (stays) toast({ title: 'Nothing to save', description: 'Nothing was changed.' });
    onSaved?.(null);
  }

  return async (values: O, again: boolean): Promise<void> => {
    if (base === null || outdated || running.current) return;
    const changed = touched(values, form, valuesOf(base));
    if (edits && Object.keys(changed).length === 0) return nothingToSave();
    running.current = true;
    try {
      if ((await confirm?.(values, base)) === false) return;
      setState({ ...IDLE, busy: true });
      const outcome = await send(values, changed, base);
      if (outcome.ok) saved(outcome.reply, base, again ? another : undefined);
      else refused(outcome.error, outcome.refreshed);
    } finally {
      running.current = false;
    }
  };
}

/** Of the checked values those whose fields read otherwise than they were filled. */
function touched<V extends FieldValues, O extends FieldValues>(
  values: O,
  form: UseFormReturn<V, unknown, O>,
  filled: V,
): Partial<O> {
  const typed = form.getValues();
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => !same(typed[field], filled[field])),
  ) as Partial<O>;
}

function kept<V extends FieldValues, O>(form: UseFormReturn<V, unknown, O>, fields: readonly Path<V>[]) {
  return Object.fromEntries(fields.map((field) => [field, form.getValues(field)])) as Partial<V>;
}

/** Puts the messages of a refusal on their fields, and the focus on the first of them. */
function showRefused<V extends FieldValues, O>(
  form: UseFormReturn<V, unknown, O>,
  order: readonly Path<V>[],
  refused: Record<string, string>,
): void {
  const place = (field: string) => (order as readonly string[]).indexOf(field);
  const fields = Object.keys(refused)
    .filter((field) => place(field) >= 0)
    .sort((a, b) => place(a) - place(b));
  for (const [index, field] of fields.entries())
    form.setError(field as Path<V>, { message: refused[field] ?? '' }, { shouldFocus: index === 0 });
}

/** Puts the focus on a field once there is something to fill in; not under a finger, where the keyboard would cover it. */
function useFirstFocus<V extends FieldValues, O>(
  { setFocus }: UseFormReturn<V, unknown, O>,
  ready: boolean,
  first: Path<V> | null | undefined,
  select = false,
): void {
  useEffect(() => {
    if (ready && first && !matchMedia('(pointer: coarse)').matches) setFocus(first, { shouldSelect: select });
  }, [ready, first, select, setFocus]);
}

/** What a form was opened with, and what is known of it since. */
type OpenedRecord<S> = {
  /** As the form was filled from it: its version goes along with what is saved. Null until it came. */
  base: S | null;
  /** As it is known now; after a refusal it is newer than `base`. */
  now: S | null;
  /** Fills the form from this state instead; typed values stay. */
  rebase: (source: S) => void;
};

/** Keeps what a form was opened with while newer states arrive. While `hold`, `now` stays; while `follow`, `base` goes along. */
function useOpenedRecord<S>(latest: S | null, hold: boolean, follow: boolean): OpenedRecord<S> {
  const [base, setBase] = useState<S | null>(null);
  const [now, setNow] = useState<S | null>(null);
  const [seen, setSeen] = useState<S | null>(null);
  if (latest !== null && latest !== seen && (!hold || seen === null)) {
    setSeen(latest);
    setNow(latest);
    if (base === null || follow) setBase(latest);
  }
  function rebase(source: S) {
    setBase(source);
    setNow(source);
  }
  return { base, now: now ?? base, rebase };
}
