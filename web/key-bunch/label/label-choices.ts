import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Labels } from '../../../shared/label.ts';
import { labelAddress, shortAddress, spokenCode } from '../../../shared/label-code.ts';
import { LABELS_MAX, PAGE_MAX } from '../../../shared/limits.ts';
import { type ApiError, call } from '../../api/call.ts';
import { readPages } from '../../api/list.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { store, stored } from '../../api/storage.ts';
import { phoneNumberIn } from '../../phone-number.ts';
import { useSession } from '../../session.tsx';
import { type KeyFilters, keyQueryOf, longerPage } from '../list/key-list.ts';
import { formatOf, type LabelFormat, perSheet } from './formats.ts';
import type { LabelText } from './LabelFace.tsx';

type Kind = 'sets' | 'blank';
/** Order of the labels. */
export type LabelOrder = 'id' | 'position';
type State = {
  kind: Kind;
  order: LabelOrder;
  format: LabelFormat;
  count: number;
  used: number;
  shift: Shift;
  content: Content;
};
type Change = Partial<Omit<State, 'format'> & { format: string }>;

export type LabelChoices = ReturnType<typeof useLabelChoices>;

/** The label settings. Format and shifts are stored on the device. */
export function useLabelChoices(order: LabelOrder) {
  const [state, setState] = useState<State>(() => {
    const format = formatOf(stored(FORMAT) ?? '');
    const content = { name: true, line: true };
    return {
      kind: 'sets',
      order,
      format,
      count: perSheet(format),
      used: 0,
      shift: storedShift(format.id),
      content,
    };
  });

  function change({ format: id, ...rest }: Change) {
    if (rest.shift) storeShift(state.format.id, rest.shift);
    if (id === undefined) return setState({ ...state, ...rest });
    store(FORMAT, id);
    const format = formatOf(id);
    // A new sheet has all its labels; blank codes are printed by the whole sheet.
    const count = state.count === perSheet(state.format) ? perSheet(format) : state.count;
    setState({ ...state, ...rest, format, count, used: 0, shift: storedShift(id) });
  }
  return { ...state, change };
}

/** Printing offset in millimetres, right and down. */
export type Shift = { right: number; down: number };
export const SHIFT_MAX = 10;
const NONE: Shift = { right: 0, down: 0 };

const STORAGE_KEY = 'keyhold.label-shift.';
const FORMAT = 'keyhold.label-format';

const within = (value: number) => (Math.abs(value) <= SHIFT_MAX ? value : 0);

/** The stored shift of a format; it depends on printer and sheet, so it is kept on the device. */
function storedShift(format: string): Shift {
  const [right = 0, down = 0] = (stored(STORAGE_KEY + format) ?? '')
    .split(' ')
    .map((text) => within(Number(text)));
  return { right: right || NONE.right, down: down || NONE.down };
}
const storeShift = (format: string, { right, down }: Shift): void =>
  store(STORAGE_KEY + format, `${right} ${down}`);

const route = getRouteApi('/labels');

/** The text beside a label's code. */
type Content = { name: boolean; line: boolean };

/** The set ids of an address; null where it has filters. */
export const chosenIn = (sets: string): number[] | null => {
  const ids = sets
    .split(',')
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .map(Number);
  return ids.length > 0 ? ids.slice(0, LABELS_MAX) : null;
};

async function idsOf(filters: KeyFilters): Promise<number[]> {
  const input = { query: keyQueryOf(filters, PAGE_MAX) };
  const sets = await readPages('listKeyBunches', input, longerPage, {
    max: LABELS_MAX,
    onRead: () => undefined,
  });
  return sets.map(({ id }) => id);
}

/** The label codes of the address's sets, created where missing. */
export function useLabels() {
  const { sets, ...filters } = route.useSearch();
  const chosen = useMemo(() => chosenIn(sets), [sets]);
  return useQuery<Labels, ApiError>({
    queryKey: ['labels', sets, filters],
    queryFn: async () => {
      const keyBunchIds = chosen ?? (await idsOf(filters));
      if (keyBunchIds.length === 0) return { address: null, labels: [] };
      const key = crypto.randomUUID();
      const made = () => call('makeLabels', { body: { keyBunchIds } }, { key });
      return (await withReauthentication('makeLabels', made)).data;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A phone number is not wrapped. */
function unbroken(line: string): string {
  const number = phoneNumberIn(line)?.shown;
  return number ? line.replace(number, number.replaceAll(' ', '\u00a0')) : line;
}

type Named = { code: string; identifier?: string };

/** The texts of labels; a blank one shows its code as the ID. */
export function useLabelTexts(codes: readonly Named[], base: string, { name, line }: Content): LabelText[] {
  const session = useSession();
  const finder = session.state === 'in' ? session.company?.finderLine : null;
  return useMemo(() => {
    return codes.map(({ code, identifier }) => ({
      code,
      address: labelAddress(base, code),
      name: name ? (identifier ?? spokenCode(code)) : '',
      line: !line ? '' : finder ? unbroken(finder) : shortAddress(base, code),
    }));
  }, [codes, base, name, line, finder]);
}
