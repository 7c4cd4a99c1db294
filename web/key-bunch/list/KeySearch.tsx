import { type ReactNode, useEffect, useRef, useState } from 'react';
import { codeInAddress } from '../../../shared/label-code.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import { SearchInput } from '../../ui/form/SearchInput.tsx';

/** A burst of keys asks once, and what is found is there within 200 ms of the last one (docs/benchmarks.md). */
const PAUSE_MS = 80;

/** The search box of the key list: what is typed counts once the typing pauses, or at Enter. */
export function KeySearch({
  value,
  onCommit,
  placeholder,
  action,
  onEnter,
  onLabel,
}: {
  value: string;
  onCommit: (text: string) => void;
  placeholder: string;
  /** A button at its right end, while it is empty. */
  action?: ReactNode;
  /** Enter, or the down arrow: on to what was found for that text. */
  onEnter: (text: string) => void;
  /** The address of a label was pasted or scanned into the box, which is empty again. */
  onLabel: (code: string) => void;
}) {
  const [text, setText] = useState(value);
  const committed = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address changed by itself: Back, a link, or the filters were cleared.
  useEffect(() => {
    if (value === committed.current) return;
    committed.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);

  function commit(next: string) {
    clearTimeout(timer.current);
    const label = codeInAddress(next);
    if (label) {
      setText(committed.current);
      onLabel(label);
      return;
    }
    if (next === committed.current) return;
    committed.current = next;
    onCommit(next);
  }
  return (
    <SearchInput
      label="Search keys"
      placeholder={placeholder}
      value={text}
      maxLength={NAME_MAX}
      action={action}
      onValueChange={(next) => {
        setText(next);
        clearTimeout(timer.current);
        if (next === '') commit(next);
        else timer.current = setTimeout(commit, PAUSE_MS, next);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        commit(text);
        if (!codeInAddress(text)) onEnter(text);
      }}
    />
  );
}
