import { useLabels } from '../setting/labels.ts';
import { cx } from '../ui/cx.ts';
import { Tag } from '../ui/Tag.tsx';
import { tintDot } from '../ui/tint.ts';

/** A bunch's type in the company's wording, with its configured colour. */
export function TypeTag({ type }: { type: string }) {
  const { label, tint } = useLabels();
  const color = tint('keyTypes', type, null);
  return (
    <Tag>
      {color && <span aria-hidden className={cx('mr-1.5 size-1.5 shrink-0 rounded-full', tintDot[color])} />}
      {label('keyTypes', type)}
    </Tag>
  );
}
