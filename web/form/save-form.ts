import { zodResolver } from '@hookform/resolvers/zod';
import {
  type BaseSyntheticEvent,
  type Dispatch,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Outcome } from '../api/action.ts';
import type { ApiError } from '../api/call.ts';
import { toast } from '../ui/overlay/toast.ts';

export type SaveFormOptions<S, V extends FieldValues, O extends FieldValues, R> = {
  /** The latest version of the record; null while loading. For a new record any constant. */
  source: S | null;
  /** Field values of a source. */
  valuesOf: (source: S) => V;
  schema: z.ZodMiniType<O, V>;
  /** Fields in page order. The first has the initial focus; after a refusal, the first at fault. */
  order: readonly Path<V>[];
  /** Initial focus instead of the first field; null for none. */
  focus?: Path<V> | null;
  /** Selects that field's text, so that typing replaces it. */
  select?: boolean;
  /** The form edits a record: only changed fields are sent, and nothing without changes. */
  edits?: boolean;
  /** Confirmation before a save, where needed; false cancels it. */
  confirm?: (values: O, base: S) => boolean | Promise<boolean>;
  /** Saves. `changed` are the edited fields relative to `base`, the version in the form; `values` are all fields. */
  send: (values: O, changed: Partial<O>, base: S) => Promise<Outcome<R>>;
  /** After a save; null when nothing was changed. */
  onSaved?: (reply: R | null) => void;
  /** For a form that stays open: the source after a save. Otherwise `onSaved` closes the dialog, which stays busy until gone. */
  stays?: (reply: R) => S;
  /** Whether the dialog is open; newer versions are ignored while it closes. */
  open?: boolean;
  /** Whether a form that the user has not edited takes newer versions; one that `stays` does. */
  follows?: (base: S) => boolean;
  /** Refusals, beside those with code `stale`, that mean that another user saved first. */
  isStale?: (error: ApiError) => boolean;
  /** Maps a refusal to messages by field; by default its `errors`. */
  refusals?: (error: ApiError) => Record<string, string>;
  /** For Save and add another: the fields to keep, the name of the added record, and a callback. */
  another?: { keep: readonly Path<V>[]; nameOf: (reply: R) => string; onAdded?: (reply: R) => void };
};

export type SaveForm<S, V extends FieldValues, O> = {
  form: UseFormReturn<V, unknown, O>;
  /** The version in the form; null while loading. */
  base: S | null;
  /** The latest version. */
  now: S | null;
  rebase: (source: S) => void;
  busy: boolean;
  /** The last refusal. */
  error: ApiError | null;
  /** A save was refused because another user saved first; the form has the latest values, with the user's input kept. */
  stale: boolean;
  /** Name of the record last added by `submitAnother`. */
  added: string | null;
  submit: (event?: BaseSyntheticEvent) => void;
  /** Saves and starts another; undefined where not offered. */
  submitAnother: ((event?: BaseSyntheticEvent) => void) | undefined;
};

/** Takes newer values, but keeps edited fields and their dirty state. */
const KEEP_EDITED = { keepDirtyValues: true, keepDirty: true } as const;
/** Resets all fields; they stay registered, so that they can take the focus. */
const RESET_ALL = { keepDirtyValues: false, keepDirty: false, keepFieldsRef: true } as const;
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type State = {
  busy: boolean;
  error: ApiError | null;
  stale: boolean;
  /** After a stale refusal: the refused version, and whether a newer one is being loaded. */
  staleOf: unknown;
  reloading: boolean;
  added: string | null;
};
const IDLE: State = { busy: false, error: null, stale: false, staleOf: null, reloading: false, added: null };

/** A form filled from a record: validates by its schema, saves changed fields and shows refusals. */
export function useSaveForm<S, V extends FieldValues, O extends FieldValues, R>(
  options: SaveFormOptions<S, V, O, R>,
): SaveForm<S, V, O> {
  const { source, valuesOf, schema, order, focus = order[0], stays, open = true, another } = options;
  const { follows = () => Boolean(stays) } = options;
  const [state, setState] = useState(IDLE);
  const dirty = useRef(false);
  const opened = useOpenedRecord(source, state.busy || !open, (base) => !dirty.current && follows(base));
  const { base, now, rebase } = opened;
  // Takes the other user's version when it arrives; saving is disabled until then, so that the next save is based on it.
  if (state.stale && base !== null && now !== null && now !== base) rebase(now);
  const outdated = state.stale && (state.reloading || base === state.staleOf);

  const form = useForm<V, unknown, O>({
    resolver: zodResolver(schema),
    ...(base !== null && { values: valuesOf(base) }),
    resetOptions: KEEP_EDITED,
  });
  dirty.current = form.formState.isDirty;
  useMergedLists(form, order, base === null ? null : valuesOf(base), base);
  // react-hook-form validates in the order of registration.
  for (const field of order) form.register(field);
  // The fields have their values one render after the source.
  const filled = base !== null && (order[0] === undefined || form.getValues(order[0]) !== undefined);
  useFirstFocus(form, filled, focus, options.select);
  const save = useSave(options, form, opened, { outdated, setState });
  const onInvalid = useFaultFocus(form);

  return {
    form,
    base: filled ? base : null,
    now,
    rebase,
    busy: state.busy || outdated,
    error: state.error,
    stale: state.stale && !outdated,
    added: state.added,
    submit: (event) => void form.handleSubmit((values) => save(values, false), onInvalid)(event),
    submitAnother:
      another && ((event) => void form.handleSubmit((values) => save(values, true), onInvalid)(event)),
  };
}

/** Saves the validated values, one save at a time, and handles the result. */
function useSave<S, V extends FieldValues, O extends FieldValues, R>(
  options: SaveFormOptions<S, V, O, R>,
  form: UseFormReturn<V, unknown, O>,
  { base, rebase }: OpenedRecord<S>,
  { outdated, setState }: { outdated: boolean; setState: Dispatch<SetStateAction<State>> },
) {
  const { valuesOf, order, edits, confirm, send, onSaved, stays, isStale, refusals, another } = options;
  const running = useRef(false);

  function refused(error: ApiError, refreshed: Promise<void>) {
    const stale = error.body.code === 'stale' || isStale?.(error) === true;
    setState({ ...IDLE, error, stale, staleOf: base, reloading: stale });
    if (!stale) return showRefused(form, order, refusals?.(error) ?? error.body.errors ?? {});
    // A read started before the refusal can still return the refused version.
    void refreshed.then(() => setState((state) => ({ ...state, reloading: false })));
  }
  function saved(reply: R, from: S, next: typeof another) {
    setState({ ...IDLE, busy: !stays && !next, added: next?.nameOf(reply) ?? null });
    if (next) {
      form.reset({ ...valuesOf(from), ...typedIn(form, next.keep) }, RESET_ALL);
      if (order[0]) form.setFocus(order[0]);
      next.onAdded?.(reply);
      return;
    }
    if (stays) {
      rebase(stays(reply));
      form.reset(valuesOf(stays(reply)), RESET_ALL);
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

const INVALID = '[aria-invalid="true"]';

/** Focuses the first control at fault where react-hook-form has no element for its field, as for a group of boxes. */
function useFaultFocus<V extends FieldValues, O>({
  formState: { submitCount },
}: UseFormReturn<V, unknown, O>) {
  const failed = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the faults of an attempt are rendered
  useEffect(() => {
    const form = failed.current;
    failed.current = null;
    if (form && !document.activeElement?.matches(INVALID)) form.querySelector<HTMLElement>(INVALID)?.focus();
  }, [submitCount]);
  return (_: unknown, event?: BaseSyntheticEvent) => {
    failed.current = event?.target.closest('form');
  };
}

/** The validated values of fields that differ from the version in the form. */
function touched<V extends FieldValues, O extends FieldValues>(
  values: O,
  form: UseFormReturn<V, unknown, O>,
  filled: V,
): Partial<O> {
  const typed = form.getValues();
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => !isEqual(typed[field], filled[field])),
  ) as Partial<O>;
}

function typedIn<V extends FieldValues, O>(form: UseFormReturn<V, unknown, O>, fields: readonly Path<V>[]) {
  return Object.fromEntries(fields.map((field) => [field, form.getValues(field)])) as Partial<V>;
}

/** Sets a refusal's messages on their fields, and focuses the first. */
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

/** Of a list that was changed in the form and by another user, such as permissions: what each of the two added and took away. */
function useMergedLists<V extends FieldValues, O>(
  form: UseFormReturn<V, unknown, O>,
  order: readonly Path<V>[],
  filled: V | null,
  base: unknown,
): void {
  const last = useRef(filled);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    const [before, now] = [last.current, filled];
    last.current = filled;
    if (!before || !now) return;
    for (const field of order) {
      const lists: unknown[] = [before[field], now[field], form.getValues(field)];
      const [was, is, typed] = lists as [V[], V[], V[]];
      if (!Array.isArray(was) || isEqual(was, typed)) continue;
      const merged = [...new Set([...typed, ...is])].filter((one) =>
        (was.includes(one) === is.includes(one) ? typed : is).includes(one),
      );
      form.setValue(field, merged as PathValue<V, Path<V>>, { shouldDirty: true });
    }
  }, [base]);
}

/** Focuses a field once the form is filled; not on touch, where the keyboard would cover it. */
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

/** The versions of a record in a form. */
type OpenedRecord<S> = {
  /** The version in the form, sent with a save. Null while loading. */
  base: S | null;
  /** The latest version; newer than `base` after a refusal. */
  now: S | null;
  /** Fills the form from this version; edited fields stay. */
  rebase: (source: S) => void;
};

/** Tracks a record's version in the form and the latest one. `hold` freezes both; where `follows`, `base` is updated too. */
function useOpenedRecord<S>(latest: S | null, hold: boolean, follows: (base: S) => boolean): OpenedRecord<S> {
  const [base, setBase] = useState<S | null>(null);
  const [now, setNow] = useState<S | null>(null);
  const [seen, setSeen] = useState<S | null>(null);
  if (latest !== null && latest !== seen && (!hold || seen === null)) {
    setSeen(latest);
    setNow(latest);
    if (base === null || follows(base)) setBase(latest);
  }
  function rebase(source: S) {
    setBase(source);
    setNow(source);
  }
  return { base, now: now ?? base, rebase };
}
