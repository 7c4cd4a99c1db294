import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../ui/Button.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import type { SaveForm } from './save-form.ts';

type Props<S, V extends FieldValues, O> = {
  title: string;
  save: SaveForm<S, V, O>;
  /** Name of the record in the notice about another user's change: "the company". */
  name: string;
  /** Button text on a page with several forms. */
  submitLabel?: string;
  children: ReactNode;
};

/** A form on a page, in a panel with Save Changes in its footer; the button is primary once there are changes. */
export function FormPanel<S, V extends FieldValues, O>({
  title,
  save,
  name,
  submitLabel = 'Save Changes',
  children,
}: Props<S, V, O>) {
  return (
    <Panel>
      <PanelHead title={title} />
      <form noValidate onSubmit={save.submit}>
        <div className="grid gap-4 p-4">
          <StaleNotice shown={save.stale} name={name} />
          {children}
        </div>
        <div className="flex justify-end border-t bg-soft/40 px-4 py-3">
          <Button
            type="submit"
            variant={save.form.formState.isDirty ? 'primary' : 'secondary'}
            pending={save.busy}
            pendingLabel="Saving..."
            className="phone:w-full"
          >
            {submitLabel}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
