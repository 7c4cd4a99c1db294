import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { PLAN_CHANGE, PLANS } from '../../shared/plan.ts';
import { count, datedDay } from '../format.ts';
import { useSession } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog, type DialogProps } from '../ui/overlay/Dialog.tsx';
import { useUnsaved } from '../ui/overlay/layers.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import type { SaveForm } from './save-form.ts';

type Props<S, V extends FieldValues, O> = Omit<
  DialogProps,
  'onOpenChange' | 'onSubmit' | 'dirty' | 'foot' | 'children'
> & {
  save: SaveForm<S, V, O>;
  onClose: () => void;
  /** Text of the primary button, and while pending. */
  submitLabel: string;
  pendingLabel?: string | undefined;
  children: ReactNode;
};

/** A dialog with one form: Save and, where allowed, Save and add another. */
export function FormDialog<S, V extends FieldValues, O>({
  save,
  onClose,
  submitLabel,
  pendingLabel,
  children,
  ...rest
}: Props<S, V, O>) {
  const { form, base, busy, added, submit, submitAnother } = save;
  return (
    <Dialog
      {...rest}
      onOpenChange={(next) => !next && onClose()}
      dirty={form.formState.isDirty}
      sending={busy}
      onSubmit={submit}
      foot={
        <>
          {submitAnother && (
            <Button onClick={submitAnother} disabled={base === null || busy}>
              Save and add another
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            pending={busy}
            pendingLabel={pendingLabel}
            disabled={base === null}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      {added && (
        <Notice variant="success" className="mb-4">
          <strong className="font-semibold">{added}</strong> is saved. Add the next one.
        </Notice>
      )}
      <FormProvider {...form}>{children}</FormProvider>
    </Dialog>
  );
}

/** Shown after a save refused as stale: the form then has the latest values, with the user's input kept. */
export function StaleNotice({ shown, name }: { shown: boolean; name: string }) {
  if (!shown) return null;
  return (
    <Notice variant="warning" title={`Somebody else changed ${name}`}>
      Nothing was saved. These are the latest values, with what you typed kept. Check them and save again.
    </Notice>
  );
}

type FormPanelProps<S, V extends FieldValues, O> = {
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
}: FormPanelProps<S, V, O>) {
  const { isDirty } = save.form.formState;
  useUnsaved(isDirty);
  return (
    <Panel>
      <PanelHead title={title} />
      <form noValidate onSubmit={save.submit}>
        <div className="grid gap-4 p-4">
          <StaleNotice shown={save.stale} name={name} />
          <FormProvider {...save.form}>{children}</FormProvider>
        </div>
        <div className="flex justify-end border-t bg-soft/40 px-4 py-3">
          <Button
            type="submit"
            variant={isDirty ? 'primary' : 'secondary'}
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

type NoticeProps = { noun: 'keys' | 'locations' | 'users'; className?: string };

/** Warns before a form that the plan is full, with its limit and who can change it. */
export function PlanNotice({ noun, className }: NoticeProps) {
  const session = useSession();
  const company = session.state === 'in' ? session.company : null;
  const limit = company?.limits[noun] ?? null;
  if (!company?.usage || limit === null || company.usage[noun] < limit) return null;
  return (
    <Notice
      variant="warning"
      title={`Your ${PLANS[company.planType].name} plan is full`}
      className={className}
    >
      {`It allows up to ${limit.toLocaleString()} ${noun === 'users' ? 'active users' : noun}, and there are ${company.usage[noun].toLocaleString()}. ${PLAN_CHANGE}`}
    </Notice>
  );
}

const DAY_MS = 86_400_000;

/** Days left in the free trial, rounded up, or when it ended. */
export function trialText(endsAt: string, now: Date): string {
  const left = Math.ceil((Date.parse(endsAt) - now.getTime()) / DAY_MS);
  return left > 0
    ? `${count(left, 'day')} left in the free trial`
    : `The free trial ended on ${datedDay(endsAt)}`;
}
