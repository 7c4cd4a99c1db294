import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { CATEGORY_SLUGS, type CategorySlug } from '../../shared/setting-words.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { CompanyTab } from './CompanyTab.tsx';
import { ConnectTab } from './ConnectTab.tsx';
import { CATEGORY_WORDS } from './categories.ts';
import { DeleteSetting } from './DeleteSetting.tsx';
import { EvidenceTab } from './EvidenceTab.tsx';
import { SecurityTab } from './SecurityTab.tsx';
import { SettingDialog } from './SettingDialog.tsx';
import { SettingList } from './SettingList.tsx';
import { SystemTab } from './SystemTab.tsx';
import { type SettingRow, useSettingRows } from './setting-rows.ts';

const route = getRouteApi('/settings');
const OTHERS = {
  company: { label: 'Company', Content: CompanyTab },
  security: { label: 'Security', Content: SecurityTab },
  evidence: { label: 'Evidence', Content: EvidenceTab },
  system: { label: 'System', Content: SystemTab },
  connect: { label: 'Connect', Content: ConnectTab },
} as const;
type Other = keyof typeof OTHERS;
type TabName = CategorySlug | Other;
const TABS: readonly TabName[] = [...CATEGORY_SLUGS, 'company', 'security', 'evidence', 'system', 'connect'];
const isOther = (name: TabName): name is Other => name in OTHERS;

type Asked = { slug: CategorySlug } & (
  | { what: 'edit'; row: SettingRow | null }
  | { what: 'delete'; row: SettingRow }
);

/** The words and colours of the company, the company itself, its security and evidence, the server's work, and the programs it lets in. */
export function SettingsPage() {
  const phone = useMedia(PHONE);
  const { tab: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const tab = TABS.find((name) => name === asked) ?? TABS[0] ?? 'key-types';
  const { rows, failed, retry } = useSettingRows();
  const dialog = useDialogState<Asked>();

  const slug = isOther(tab) ? null : tab;
  const Content = isOther(tab) ? OTHERS[tab].Content : null;
  const open = slug && rows(slug);
  // Nobody invents an action: an entry is given to one that has none yet.
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
        subtitle="The names and colours your team sees."
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
        {Content && <Content />}
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
  state: DialogState<Asked>;
  free: readonly SettingRow[];
}) {
  if (!shown) return null;
  const { about, turn } = shown;
  return about.what === 'delete' ? (
    <DeleteSetting key={turn} {...props} slug={about.slug} row={about.row} />
  ) : (
    <SettingDialog key={turn} {...props} slug={about.slug} row={about.row} free={free} />
  );
}
