import { getRouteApi } from '@tanstack/react-router';
import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { type Setting, SettingForm } from '../../shared/setting.ts';
import { CATEGORY_SLUGS, type CategorySlug, categoryOf, DEFAULT_COLOR } from '../../shared/setting-words.ts';
import { useAction } from '../api/action.ts';
import type { ApiError } from '../api/call.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { TokensPanel } from '../api-token/TokensPanel.tsx';
import { saveConfirmed } from '../device/download.tsx';
import { RecordDialog, RecordQuestion, type Shown, useRecord } from '../form/RecordDialog.tsx';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { sentenceLinkClass } from '../ui/classes.ts';
import { FootBar } from '../ui/FootBar.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { WebhooksPanel } from '../webhook/WebhooksPanel.tsx';
import { CompanyTab } from './CompanyTab.tsx';
import { CATEGORY_WORDS } from './categories.ts';
import { AnchorPanel, HistoryCheckPanel } from './HistoryPanels.tsx';
import { SecurityTab } from './SecurityTab.tsx';
import { SETTING_FIELDS, useSettingLooks } from './SettingFields.tsx';
import { SettingList } from './SettingList.tsx';
import { SystemTab } from './SystemTab.tsx';
import { type SettingRow, useSettingRows } from './setting-rows.ts';

/** API tokens and webhooks. */
function ConnectTab() {
  return (
    <div className="grid gap-4">
      <TokensPanel />
      <WebhooksPanel />
      <p className="text-hint text-muted">
        The calls and events that a program can use are described under{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer" className={sentenceLinkClass}>
          API documentation
        </a>
        .
      </p>
    </div>
  );
}

/** The history check, the anchors and the full export. */
const EvidenceTab = () => (
  <div className="grid items-start gap-4 lg:grid-cols-2">
    <div className="grid gap-4">
      <HistoryCheckPanel />
      <ExportPanel />
    </div>
    <AnchorPanel />
  </div>
);

const route = getRouteApi('/settings');
const OTHERS = {
  company: {
    label: 'Company',
    about: 'Your company, its plan, and the texts it prints.',
    Content: CompanyTab,
  },
  security: { label: 'Security', about: 'Who signs in with a second factor.', Content: SecurityTab },
  evidence: {
    label: 'Evidence',
    about: 'Proof that your history is unchanged, and all your records to take away.',
    Content: EvidenceTab,
  },
  system: { label: 'System', about: 'Backups and reminders of this installation.', Content: SystemTab },
  connect: { label: 'Connect', about: 'Programs that use or follow your key register.', Content: ConnectTab },
} as const;
type Other = keyof typeof OTHERS;
type TabName = CategorySlug | Other;
const TABS: readonly TabName[] = [...CATEGORY_SLUGS, 'company', 'security', 'evidence', 'system', 'connect'];
const isOther = (name: TabName): name is Other => name in OTHERS;

type OpenDialog = { slug: CategorySlug } & (
  | { what: 'edit'; row: SettingRow | null }
  | { what: 'delete'; row: SettingRow }
);

/** All settings, by tab. */
export function SettingsPage() {
  const phone = useMedia(PHONE);
  const { tab: requestedTab } = route.useSearch();
  const navigate = route.useNavigate();
  const tab = TABS.find((name) => name === requestedTab) ?? TABS[0] ?? 'key-types';
  const { rows, failed, retry } = useSettingRows();
  const dialog = useDialogState<OpenDialog>();

  const slug = isOther(tab) ? null : tab;
  const other = isOther(tab) ? OTHERS[tab] : null;
  const open = slug && rows(slug);
  // Actions are fixed: an entry can only be added for one without.
  const free = (slug === 'actions' && open?.filter(({ setting }) => setting === null)) || [];
  const add = slug && (slug !== 'actions' || free.length > 0) && (
    <Button variant="primary" icon={Plus} onClick={() => dialog.show({ slug, what: 'edit', row: null })}>
      Add {CATEGORY_WORDS[slug].one}
    </Button>
  );

  return (
    <>
      <PageHead
        title="System Settings"
        subtitle={other?.about ?? 'The names and colours your team sees.'}
        right={phone ? undefined : add}
        className="min-h-[52px]"
      />
      <Tabs
        label="System Settings"
        value={tab}
        onValueChange={(next) => void navigate({ search: { tab: next === TABS[0] ? '' : next } })}
        tabs={TABS.map((name) => ({
          value: name,
          label: isOther(name) ? OTHERS[name].label : CATEGORY_WORDS[name].title,
          count: isOther(name) ? undefined : (rows(name)?.length ?? null),
        }))}
      >
        {other && <other.Content />}
        {slug && failed && <ReadFailed error={failed} onRetry={retry} />}
        {slug && !failed && (
          <SettingList
            key={slug}
            slug={slug}
            rows={open ?? undefined}
            onEdit={(row) => dialog.show({ slug, what: 'edit', row })}
            onDelete={(row) => dialog.show({ slug, what: 'delete', row })}
          />
        )}
      </Tabs>
      {phone && add && <FootBar>{add}</FootBar>}
      <Dialogs state={dialog} free={free} />
    </>
  );
}

function Dialogs({
  state: { shown, props },
  free,
}: {
  state: DialogState<OpenDialog>;
  free: readonly SettingRow[];
}) {
  const remove = useAction('deleteSetting');
  if (!shown) return null;
  const { about, turn } = shown;
  if (about.what === 'edit')
    return <SettingDialog key={turn} {...props} slug={about.slug} row={about.row} free={free} />;
  const { slug, row } = about;
  return (
    <RecordQuestion
      key={turn}
      {...props}
      title={`Delete ${row.label}?`}
      text="Are you sure you want to delete this setting? This action cannot be undone."
      confirmLabel="Delete"
      danger
      run={async () => row.setting && remove.run({ params: { category: slug, id: row.setting.id } })}
    />
  );
}

/** Exports all of the company's data, for users with access to all locations. */
function ExportPanel() {
  const me = useMe();
  const [preparing, setPreparing] = useState(false);
  if (me.allowedLocationIds.length > 0 && me.role !== 'super_admin') return null;
  return (
    <Panel>
      <PanelHead title="Export everything" />
      <div className="grid justify-items-start gap-3 p-4 text-label text-muted">
        <p>
          One ZIP that an empty company imports whole: sets with photos and labels, people, locations,
          premises and settings, users as invitations, the history read-only. CSV files in it open in any
          spreadsheet, and a small program checks all of it without Keyhold.
        </p>
        <Button
          icon={Download}
          pending={preparing}
          onClick={() => {
            setPreparing(true);
            void saveConfirmed(api.exportEverything.path).finally(() => setPreparing(false));
          }}
        >
          Export everything
        </Button>
      </div>
    </Panel>
  );
}

/** A refused name that is in use has a message but no field. */
const refusals = ({ body: { code, message = '', errors = {} } }: ApiError): Record<string, string> =>
  code === 'in_use' ? { name: message } : errors;

const { name, ...others } = SETTING_FIELDS;

type Props = Shown & {
  slug: CategorySlug;
  /** The entry to edit, or the built-in value to give an entry; null to add another. */
  row: SettingRow | null;
  /** Built-in values without an entry, to choose from when adding one. */
  free: readonly SettingRow[];
};

/** Adds an entry, gives one to a built-in value, or edits one. */
export function SettingDialog({ slug, row, free: offered, ...shown }: Props) {
  // Kept as on opening: the saved value disappears from the prop.
  const [free] = useState(row ? [] : offered);
  const words = CATEGORY_WORDS[slug];
  const create = useAction('createSetting');
  const update = useAction('updateSetting');
  const { data } = useRead('getSettings');
  const setting = row?.setting ?? null;
  const stored = data?.[categoryOf(slug)].find(({ id, name }) =>
    setting ? id === setting.id : name === row?.name,
  );
  const record = useRecord({
    ...shown,
    record: stored ?? setting,
    blank: row
      ? {
          name: row.name,
          displayName: row.label,
          description: row.description,
          color: row.color,
          isActive: true,
        }
      : { color: DEFAULT_COLOR, isActive: true },
    // A built-in value is chosen before it is named.
    fields: free.length > 0 ? { name, ...others } : SETTING_FIELDS,
    schema: SettingForm,
    create: (body) => create.run({ params: { category: slug }, body }),
    update: (body, { id, updatedAt }) =>
      update.run({ params: { category: slug, id }, body, ifMatch: updatedAt }),
    // Another user gave the built-in value its entry meanwhile.
    isStale: ({ body: { errors } }) => row !== null && setting === null && errors?.name !== undefined,
    refusals,
    ...(row === null &&
      free.length === 0 && { another: { keep: [], nameOf: ({ displayName }: Setting) => displayName } }),
  });
  return (
    <RecordDialog
      {...record}
      size={520}
      title={row ? `Edit ${words.one}` : `Add ${words.one}`}
      submitLabel={row ? 'Save changes' : `Add ${words.one}`}
      description={row?.label}
      name={record.base?.displayName}
      looks={useSettingLooks({ slug, form: record.save.form, row, free })}
    />
  );
}
