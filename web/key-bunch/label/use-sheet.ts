import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Labels } from '../../../shared/label.ts';
import { inNaturalOrder, inOrderOfPositions } from '../../../shared/natural-order.ts';
import type { Slot } from './SheetPreview.tsx';
import { useBlankCodes } from './use-blank-codes.ts';
import { type LabelOrder, useLabelChoices } from './use-label-choices.ts';
import { useLabelPaper } from './use-label-paper.ts';
import { useLabels, useLabelTexts } from './use-labels.ts';

const NONE: never[] = [];

type Label = Labels['labels'][number];
const byId = (one: Label, other: Label) => inNaturalOrder(one.identifier, other.identifier);
/** As one sticks them along a cabinet. */
const ORDERS: Record<LabelOrder, (one: Label, other: Label) => number> = {
  id: byId,
  position: (one, other) => inOrderOfPositions(one.position, other.position) || byId(one, other),
};

/** What is chosen, and the labels that come of it: of the sets of the address, or of codes that are made when they are printed. */
export function useSheet() {
  const { sort } = getRouteApi('/labels').useSearch();
  const choices = useLabelChoices(sort === 'position' ? 'position' : 'id');
  const { kind, order, format, content } = choices;
  const sets = useLabels();
  const labels = useMemo(() => sets.data?.labels.toSorted(ORDERS[order]), [sets.data, order]);
  const blank = useBlankCodes();
  const ofSets = kind === 'sets';
  const made = ofSets ? labels : blank.codes;
  const address = (ofSets ? sets.data?.address : blank.address) ?? sets.data?.address ?? location.origin;
  const texts = useLabelTexts(made ?? NONE, address, content);
  const paper = useLabelPaper(format);
  const number = ofSets || made ? texts.length : choices.count;
  const slots: readonly Slot[] =
    ofSets || made ? texts : Array.from({ length: number }, () => 'unmade' as const);

  const [waits, setWaits] = useState(false);
  const isReading = ofSets && sets.isPending;
  const latest = useRef(paper.print);
  latest.current = paper.print;
  useEffect(() => {
    if (!waits || isReading) return;
    setWaits(false);
    // Outside of React's own work: printing draws the labels at once.
    if (number > 0) queueMicrotask(() => latest.current('labels'));
  }, [waits, isReading, number]);

  async function print() {
    if (isReading) setWaits(true);
    else if (ofSets || made || (await blank.make(choices.count))) paper.print('labels');
  }
  const change: typeof choices.change = (next) => {
    // Another number is another lot of codes.
    if (next.count !== undefined || next.kind !== undefined) blank.forget();
    choices.change(next);
  };
  return {
    choices: { ...choices, change },
    ofSets,
    sets,
    texts,
    address,
    number,
    slots,
    paper,
    /** The labels are read, or their codes made, before they are printed. */
    isReading,
    making: blank.pending || waits,
    print: () => void print(),
  };
}
