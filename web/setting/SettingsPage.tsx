import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { CATEGORY_SLUGS, type CategorySlug } from '../../shared/setting.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { CompanyTab } from './CompanyTab.tsx';
import { CATEGORY_WORDS } from './categories.ts';
import { DeleteSetting } from './DeleteSetting.tsx';
import { SettingDialog } from './SettingDialog.tsx';
import { SettingList } from './SettingList.tsx';
import { type SettingRow, useSettingRows } from './setting-rows.ts';

const route = getRouteApi('/settings');
type TabName = CategorySlug | 'company';
const TABS: readonly TabName[] = [...CATEGORY_SLUGS, 'company'];

type Doing = { what: 'edit' | 'delete'; row: SettingRow | null; open: boolean };

/** The words and colours of the company, and the company itself (SPEC 2.17). */
export function SettingsPage() {
  const phone = useMedia(PHONE);
  const { tab: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const tab = TABS.find((name) => name === asked) ?? TABS[0] ?? 'key-types';
  const { rows, failed, retry } = useSettingRows();
  const [doing, setDoing] = useState<Doing>({ what: 'edit', row: null, open: false });
  const start = (what: Doing['what']) => (row: SettingRow | null) => setDoing({ what, row, open: true });
  const close = () => setDoing((last) => ({ ...last, open: false }));

  const slug = tab === 'company' ? null : tab;
  const add = slug && (
    <Button variant="primary" icon={Plus} onClick={() => start('edit')(null)}>
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
          label: name === 'company' ? 'Company' : CATEGORY_WORDS[name].title,
          count: name === 'company' ? undefined : rows(name)?.length,
        }))}
      >
        {slug === null ? (
          <CompanyTab />
        ) : failed ? (
          <ReadFailed onRetry={retry} />
        ) : (
          <SettingList
            key={slug}
            slug={slug}
            rows={rows(slug)}
            onEdit={start('edit')}
            onDelete={start('delete')}
          />
        )}
      </Tabs>
      {phone && add && <FootBar>{add}</FootBar>}
      {slug && (
        <>
          <SettingDialog
            slug={slug}
            open={doing.open && doing.what === 'edit'}
            row={doing.what === 'edit' ? doing.row : null}
            onClose={close}
          />
          <DeleteSetting
            slug={slug}
            open={doing.open && doing.what === 'delete'}
            row={doing.row}
            onClose={close}
          />
        </>
      )}
    </>
  );
}
