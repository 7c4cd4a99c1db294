import { type ReactNode, useRef } from 'react';
import { useWindowRows } from './window-rows.ts';

type WindowRowsProps<T> = {
  items: readonly T[];
  /** Usual height of one, in px. */
  height: number;
  /** Called near the end, to load more. */
  onNearEnd?: () => void;
  children: (item: T, index: number) => ReactNode;
};

const nothingMore = () => undefined;

/** Body of a long table: only the rows near the window are rendered. */
export function WindowBody<T>({
  items,
  height,
  columns,
  onNearEnd = nothingMore,
  children,
}: WindowRowsProps<T> & { columns: number }) {
  const box = useRef<HTMLTableSectionElement>(null);
  const { rows, before, after } = useWindowRows({ box, count: items.length, height, onNearEnd });
  const spacer = (space: number) =>
    space > 0 && (
      <tr aria-hidden>
        <td colSpan={columns} style={{ height: space, padding: 0 }} />
      </tr>
    );
  return (
    <tbody ref={box} className="[&>tr:first-child]:border-t-0">
      {spacer(before)}
      {rows.map(({ index }) => {
        const item = items[index];
        return item && children(item, index);
      })}
      {spacer(after)}
    </tbody>
  );
}

type WindowCardsProps<T> = WindowRowsProps<T> & {
  label: string;
  /** Number of all, with those not loaded yet. */
  total?: number;
  className: string;
};

/** A long list of cards: only those near the window are rendered. */
export function WindowCards<T extends { id: number }>({
  label,
  items,
  total = items.length,
  height,
  onNearEnd = nothingMore,
  className,
  children,
}: WindowCardsProps<T>) {
  const box = useRef<HTMLUListElement>(null);
  const { rows, before, after, measure } = useWindowRows({ box, count: items.length, height, onNearEnd });
  return (
    <ul ref={box} aria-label={label} style={{ paddingTop: before, paddingBottom: after }}>
      {rows.map(({ index }) => {
        const item = items[index];
        return (
          item && (
            <li
              key={item.id}
              ref={measure}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              className={className}
            >
              {children(item, index)}
            </li>
          )
        );
      })}
    </ul>
  );
}
