import * as z from 'zod/mini';
import { type Company, CompanyPatch } from '../../shared/company.ts';
import { OFFLINE_DAYS_MAX, OFFLINE_DAYS_MIN } from '../../shared/limits.ts';
import { PLANS } from '../../shared/plan.ts';
import { namesOf } from '../../shared/record-fields.ts';
import { useAction } from '../api/action.ts';
import { Loaded } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { RecordFields } from '../form/FormField.tsx';
import { FormPanel, trialText } from '../form/FormFrame.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { ZoneField } from '../form/ZoneField.tsx';
import { datedDay } from '../format.ts';
import { PlanChange } from '../import/PlanRoom.tsx';
import { useSession } from '../session.tsx';
import { Tag } from '../ui/Badge.tsx';
import type { Tint } from '../ui/classes.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Panel, PanelHead, TermRow } from '../ui/Panel.tsx';
import { ProgressBar } from '../ui/Progress.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useClock } from '../zone.ts';

/** The company's details, texts on receipts and labels, and plan. */
export function CompanyTab() {
  const { state } = useSession();
  const company = useRead('getCompany', {}, { enabled: state === 'in' });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Loaded read={company} waiting={[1, 2].map((panel) => <Waiting key={panel} />)}>
        {(data) => (
          <>
            <CompanyForm company={data} />
            <PlanPanel company={data} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const Waiting = () => (
  <Panel padded className="grid h-64 content-start gap-4">
    <Skeleton className="h-5 w-32" />
    <Skeleton className="h-9 w-full" />
    <Skeleton className="h-9 w-full" />
  </Panel>
);

const NOUNS = [
  { noun: 'keys', label: 'Keys' },
  { noun: 'locations', label: 'Locations' },
  { noun: 'users', label: 'Active users' },
] as const;

/** Share of a limit from which the plan counts as nearly full. */
const NEARLY = 0.9;

/** The plan, its usage (with access to all locations), and the end of the trial. */
function PlanPanel({ company }: { company: Company }) {
  useClock();
  const plan = PLANS[company.planType];
  const { usage, limits } = company;
  const full = NOUNS.filter(({ noun }) => usage && usage[noun] >= (limits[noun] ?? Infinity));
  return (
    <Panel>
      <PanelHead title="Plan" right={<Tag>{plan.name}</Tag>} />
      <div className="grid gap-4 p-4">
        <p className="text-label text-muted">{trialText(company.trialEndsAt, new Date(serverNow()))}</p>
        {NOUNS.map(({ noun, label }) => (
          <Usage key={noun} label={label} used={usage?.[noun] ?? null} limit={limits[noun]} />
        ))}
        <p className="text-hint text-muted">
          {full.length > 0 &&
            `No more ${full.map(({ noun }) => noun).join(' or ')} can be added. Existing ones are not affected. `}
          {!usage && 'Usage is visible only to people with access to all locations. '}
          <PlanChange slug={company.slug} />
        </p>
      </div>
    </Panel>
  );
}

type Used = { label: string; used: number | null; limit: number | null };

function Usage({ label, used, limit }: Used) {
  const part = limit ? (used ?? 0) / limit : 0;
  const tint: Tint | undefined = part >= 1 ? 'red' : part >= NEARLY ? 'amber' : undefined;
  const words = wordsOf(used, limit);
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between gap-4 text-label">
        <span className="font-medium">{label}</span>
        <span className="text-muted tabular-nums">{words}</span>
      </p>
      {limit !== null && used !== null && (
        <ProgressBar value={Math.min(used, limit)} max={limit} label={label} valueText={words} tint={tint} />
      )}
    </div>
  );
}

function wordsOf(used: number | null, limit: number | null): string {
  if (limit === null) return used === null ? 'Unlimited' : `${used.toLocaleString()}, unlimited`;
  return used === null
    ? `Up to ${limit.toLocaleString()}`
    : `${used.toLocaleString()} of ${limit.toLocaleString()}`;
}

const Form = z.required(CompanyPatch, { name: true, adminEmail: true, auditShare: true, offlineDays: true });
type Values = z.input<typeof Form>;

const valuesOf = ({
  name,
  adminEmail,
  settings,
  timezone,
  receiptTerms,
  finderLine,
  finderShowsName,
  auditShare,
  offlineDays,
  staffReserve,
  emergencyIssue,
}: Company): Values => ({
  name,
  adminEmail,
  timezone,
  receiptTerms: receiptTerms ?? '',
  finderLine: finderLine ?? '',
  finderShowsName,
  auditShare,
  offlineDays,
  staffReserve,
  emergencyIssue,
  description: typeof settings.description === 'string' ? settings.description : '',
});

const FIELDS = {
  name: { label: 'Company name' },
  description: { label: 'Description', kind: 'text' },
  adminEmail: { label: 'Admin email', kind: 'email' },
  timezone: { label: 'Time zone', kind: 'own' },
  auditShare: { label: 'Share an audit must find, in percent', kind: 'number' },
  offlineDays: { label: 'Days without signal', kind: 'number' },
  staffReserve: { label: 'Staff may reserve for themselves', kind: 'own' },
  emergencyIssue: { label: 'Keys may leave without a second person in an emergency', kind: 'own' },
  receiptTerms: { label: 'Receipt text', kind: 'text' },
  finderLine: { label: 'Finder line' },
  finderShowsName: { label: "Show the company's name", kind: 'own' },
} as const;

/** The company's details; the URL identifier cannot be changed. */
function CompanyForm({ company }: { company: Company }) {
  const update = useAction('updateCompany');
  const save = useSaveForm({
    source: company,
    valuesOf,
    schema: Form,
    order: namesOf(FIELDS),
    focus: null,
    edits: true,
    send: (_, body, { updatedAt }) => update.run({ body, ifMatch: updatedAt }),
    stays: (saved) => saved,
  });
  const { register, control, formState } = save.form;

  return (
    <FormPanel title="Company" save={save} name="the company">
      <RecordFields
        fields={FIELDS}
        schema={Form}
        looks={{
          name: { autoComplete: 'organization' },
          description: { placeholder: 'What your company does' },
          adminEmail: {
            hint: 'Where questions about this account go, and what finders of keys write. Not used for signing in.',
          },
          timezone: { own: <ZoneField control={control} error={formState.errors.timezone?.message} /> },
          auditShare: {
            min: 1,
            max: 100,
            hint: 'An audit that found fewer of its sets does not allow a bulk move.',
          },
          offlineDays: {
            min: OFFLINE_DAYS_MIN,
            max: OFFLINE_DAYS_MAX,
            hint: 'A device that has no signal for longer forgets the register. It keeps what it has to send.',
          },
          staffReserve: {
            own: (
              <Checkbox
                {...register('staffReserve')}
                label={FIELDS.staffReserve.label}
                hint="People who can't issue keys reserve sets in their own name. If this is off, they ask the desk."
              />
            ),
          },
          emergencyIssue: {
            own: (
              <Checkbox
                {...register('emergencyIssue')}
                label={FIELDS.emergencyIssue.label}
                hint="With a reason. All approvers of the location are notified immediately, and the history shows it."
              />
            ),
          },
          receiptTerms: {
            placeholder: 'Terms people accept when they take keys',
            hint: 'Printed at the bottom of every receipt.',
          },
          finderLine: {
            placeholder: 'If found, please call 0161 496 0000',
            hint: 'Shown to anyone who finds your keys, on the label and on its web page. Include a phone number they can call.',
          },
          finderShowsName: {
            own: (
              <Checkbox
                {...register('finderShowsName')}
                label={FIELDS.finderShowsName.label}
                hint="Shown on the finder's page. If this is off, the page does not say whose keys they are."
              />
            ),
          },
        }}
      />
      <dl className="grid gap-2 border-t pt-4 text-label">
        <TermRow term="URL identifier">{company.slug}</TermRow>
        <TermRow term="Since">{datedDay(company.createdAt)}</TermRow>
      </dl>
    </FormPanel>
  );
}
