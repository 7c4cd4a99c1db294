import type { Holder } from '../../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Tag.tsx';

type Props = {
  label: string;
  name: string;
  /** Undefined for a person known by name only. */
  holder?: Holder | undefined;
  note: string;
  onChange: () => void;
};

/** The person, in large text. */
export const PersonHead = ({ label, name, holder, note, onChange }: Props) => (
  <div className="border-b px-4 py-3.5">
    <div className="flex items-center gap-2.5">
      <Avatar name={name} size={44} />
      <p className="min-w-0 flex-1">
        <span className="block text-hint text-muted">{label}</span>
        <b className="block truncate text-base/6 font-semibold tracking-tight">{name}</b>
      </p>
      <Button size="sm" onClick={onChange}>
        Change
      </Button>
    </div>
    <p className="mt-2 flex flex-wrap items-center gap-2 text-hint text-muted">
      {holder && holder.kind !== 'other' && <Tag>{HOLDER_KIND_LABELS[holder.kind]}</Tag>}
      <span className="min-w-0">{note}</span>
    </p>
  </div>
);
