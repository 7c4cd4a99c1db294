import { useId, useState } from 'react';
import { TEXT_MAX } from '../../../shared/limits.ts';
import { PURPOSES } from '../../custody/purposes.ts';
import { Input } from '../../ui/form/Input.tsx';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import type { Desk } from '../work/use-desk.ts';

/** What the keys are wanted for: one of the usual purposes, or another in words; pressed again it is taken back. */
export function PurposeChips({ desk: { state, send } }: { desk: Desk }) {
  const id = useId();
  const { purpose } = state;
  const [other, setOther] = useState(false);
  const typing = other || (purpose !== '' && !PURPOSES.some((usual) => usual === purpose));
  const choose = (next: string) => send({ type: 'told', change: { purpose: next } });
  return (
    <div>
      <b id={id} className="mb-2 block font-medium">
        Purpose
      </b>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend */}
      <div role="group" aria-labelledby={id} className="grid grid-cols-2 gap-2">
        {PURPOSES.map((usual) => (
          <OptionButton
            key={usual}
            pressed={purpose === usual}
            onClick={() => {
              setOther(false);
              choose(purpose === usual ? '' : usual);
            }}
          >
            {usual}
          </OptionButton>
        ))}
        <OptionButton
          pressed={typing}
          onClick={() => {
            setOther(!typing);
            choose('');
          }}
        >
          Other...
        </OptionButton>
      </div>
      {typing && (
        <Input
          autoFocus={other}
          aria-label="Purpose"
          className="mt-2"
          value={purpose}
          maxLength={TEXT_MAX}
          autoComplete="off"
          onChange={(event) => choose(event.target.value)}
        />
      )}
    </div>
  );
}
