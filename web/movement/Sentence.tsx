import { ArrowRight } from 'lucide-react';
import { Fragment } from 'react';
import type { Movement } from '../../shared/movement.ts';
import { movementSentence } from '../../shared/movement-text.ts';
import { useLabels } from '../labels.ts';

/** The sentence of a movement (specification, section 4); the word Missing is emphasised. */
export function Sentence({ movement }: { movement: Movement }) {
  const { label } = useLabels();
  const missing = label('statuses', 'missing');
  const status = movement.action === 'status_change';
  return <WithArrows text={movementSentence(movement, label)} alarm={status ? missing : undefined} />;
}

/** Shows ` -> ` as an arrow; the text itself is unchanged. */
export function WithArrows({ text, alarm }: { text: string; alarm?: string | undefined }) {
  const parts = text.split(' -> ');
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
    <Fragment key={index}>
      {index > 0 && (
        <>
          {' '}
          <ArrowRight aria-hidden className="inline size-[0.9em] align-[-0.08em] text-muted" />
          <span className="sr-only">-&gt;</span>{' '}
        </>
      )}
      {index > 0 && part === alarm ? (
        <span className="font-medium text-red-700 dark:text-red-300">{part}</span>
      ) : (
        part
      )}
    </Fragment>
  ));
}
