import { X } from 'lucide-react';
import { contentsOf } from '../../key-bunch/contents.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { tagText } from '../state/answers.ts';
import { whatOf } from '../state/verdict.ts';
import type { Desk } from './use-desk.ts';

/** The sets that share the scanned code, to choose one. */
export function Choices({ desk: { state, send } }: { desk: Desk }) {
  if (state.choices.length === 0) return null;
  return (
    <Panel aria-label="Which set">
      <PanelHead
        title="Which of them?"
        count="The code is on several sets."
        right={<IconButton icon={X} label="None of them" onClick={() => send({ type: 'choicesClosed' })} />}
      />
      <ul className="divide-y">
        {state.choices.map((bunch) => (
          <li key={bunch.id}>
            <button
              type="button"
              onClick={() => send({ type: 'setChosen', bunch })}
              className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left transition-colors hover:bg-soft focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 flex-1">
                <b className="font-semibold">{bunch.identifier}</b>
                <span className="block truncate text-hint text-muted">
                  {[whatOf(bunch), tagText(bunch), bunch.location.name].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="shrink-0 text-hint text-muted">{contentsOf(bunch)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
