import { useLabels } from '../setting/labels.ts';
import { Tag } from '../ui/Tag.tsx';

/** The type of a bunch in the company's word for it. */
export function TypeTag({ type }: { type: string }) {
  const { label } = useLabels();
  return <Tag>{label('keyTypes', type)}</Tag>;
}
