import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Labels } from '../../../shared/label.ts';
import { inNaturalOrder, inOrderOfPositions } from '../../../shared/natural-order.ts';
import { useAction } from '../../api/action.ts';
import { usePrinting } from '../../ui/media.ts';
import type { LabelFormat } from './formats.ts';
import { type LabelOrder, useLabelChoices, useLabels, useLabelTexts } from './label-choices.ts';
import type { Slot } from './SheetPreview.tsx';

const NONE: never[] = [];

type Label = Labels['labels'][number];
const byId = (one: Label, other: Label) => inNaturalOrder(one.identifier, other.identifier);
/** By ID, or the way along the hooks, location after location. */
const ORDERS: Record<LabelOrder, (one: Label, other: Label) => number> = {
  id: byId,
  position: (one, other) =>
    inNaturalOrder(one.location, other.location) ||
    inOrderOfPositions(one.position, other.position) ||
    byId(one, other),
};

/** The settings and their labels: of the address's sets, or of codes created at printing. */
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
    // Flushed synchronously: printing draws the labels immediately.
    if (number > 0) queueMicrotask(() => latest.current('labels'));
  }, [waits, isReading, number]);

  async function print() {
    if (isReading) setWaits(true);
    else if (ofSets || made || (await blank.make(choices.count))) paper.print('labels');
  }
  const change: typeof choices.change = (next) => {
    // Another number needs new codes.
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
    /** Loads the labels, or creates their codes, before printing. */
    isReading,
    making: blank.pending || waits,
    print: () => void print(),
  };
}

/** The codes of this visit: created at the first print and kept for later ones. */
function useBlankCodes() {
  const action = useAction('makeBlankCodes');
  const [made, setMade] = useState<{ address: string | null; codes: { code: string }[] } | null>(null);
  return {
    codes: made?.codes,
    address: made?.address,
    pending: action.pending,
    async make(count: number): Promise<boolean> {
      const done = await action.run({ body: { count } });
      if (!done.ok) return false;
      const { address, codes } = done.reply;
      flushSync(() => setMade({ address, codes: codes.map((code) => ({ code })) }));
      return true;
    },
    forget: () => setMade(null),
  };
}

/** The page is the sheet, without margins or other content. */
const sheetOf = ({ paper }: LabelFormat) => `
  @page {
    size: ${paper.width}mm ${paper.height}mm;
    margin: 0;
    @bottom-left { content: none }
    @bottom-right { content: none }
  }
  @media print {
    body > :not([data-paper]) { display: none !important }
    html, body { margin: 0 !important; padding: 0 !important; min-height: 0 !important; background: white !important }
  }`;

/** Labels on paper, or the test page; `shown` is what is being printed, null when idle. */
function useLabelPaper(format: LabelFormat) {
  const printing = usePrinting();
  const [what, setWhat] = useState<'labels' | 'test'>('labels');
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(sheetOf(format));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [format]);

  function print(next: 'labels' | 'test') {
    flushSync(() => setWhat(next));
    window.print();
    setWhat('labels');
  }
  return { shown: printing ? what : null, print };
}
