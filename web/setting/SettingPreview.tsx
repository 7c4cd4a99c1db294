import { tintOf } from '../../shared/color.ts';
import { type CategorySlug, categoryOf } from '../../shared/setting-words.ts';
import { cx } from '../ui/cx.ts';
import { builtInTint } from './categories.ts';
import { SettingIcon } from './SettingIcon.tsx';

type Props = { slug: CategorySlug; name: string; label: string; color: string };

const HEX = /^#[0-9a-f]{6}$/i;

/** How the entry will look in a list, on light and on dark, and which tint its colour becomes. */
export function SettingPreview({ slug, name, label, color }: Props) {
  const valid = HEX.test(color.trim());
  const tint = valid ? tintOf(color.trim()) : builtInTint(categoryOf(slug), name);
  return (
    <figure aria-label="Preview" className="grid gap-1.5">
      <span aria-hidden className="text-label font-medium">
        Preview
      </span>
      <div className="grid grid-cols-2 overflow-clip rounded-lg border phone:grid-cols-1">
        {(['bright', 'dark'] as const).map((theme) => (
          <div key={theme} className={cx(theme, 'min-w-0 bg-panel px-4 py-3 text-fg')}>
            <p className="text-tiny text-muted">{theme === 'dark' ? 'Dark' : 'Light'}</p>
            <div className="mt-1.5 flex min-h-9 items-center justify-between gap-3">
              {slug !== 'location-types' && (
                <p className="text-hint">
                  <span className="block text-label font-medium">MCR-0147</span>
                  <span className="text-muted">Tag 448601</span>
                </p>
              )}
              <span className="flex min-w-0 text-body">
                <SettingIcon slug={slug} name={name} label={label || 'Name'} tint={tint} />
              </span>
            </div>
          </div>
        ))}
      </div>
      <figcaption aria-live="polite" className="text-hint text-muted">
        {valid
          ? `Colours are shown as one of eight readable tints. This one is shown as ${tint}.`
          : tint
            ? 'With no colour set, it keeps the built-in one.'
            : 'With no colour set, it stays neutral.'}
      </figcaption>
    </figure>
  );
}
