import type { ReactNode } from 'react';
import type { AuditMember } from '../../../shared/audit.ts';
import type { AuditPart } from '../../../shared/audit-parts.ts';
import { fullName } from '../../../shared/user-name.ts';
import { partName } from '../audit-members.ts';

type GroupProps = {
  /** Names a list that has no heading. */
  label: string;
  head: string | null | undefined;
  left: number;
  Heading: 'h3' | 'h4';
  children: ReactNode;
};

/** The rows of one part under its heading, or all rows without one. */
export const PartGroup = ({ label, head, left, Heading, children }: GroupProps) => (
  <>
    {head && (
      <Heading className="border-b bg-soft/60 px-4 py-2 text-hint font-medium text-muted tabular-nums not-first:border-t">
        {head}, {left} left
      </Heading>
    )}
    <ul aria-label={head ?? label}>{children}</ul>
  </>
);

/** "A 1 to A 21 · Tom Whitaker". */
export function partHead(part: AuditPart, members: readonly AuditMember[]): string {
  const owner = members.find(({ userId }) => userId === part.userId);
  return `${partName(part)} · ${owner ? fullName(owner.user) : 'not assigned'}`;
}
