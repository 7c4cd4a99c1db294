import { Mark } from '../../ui/Mark.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

/** Full screen while the company is created. */
export function SettingUp() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5">
      <Mark size={40} />
      <p role="status" className="flex items-center gap-2.5 text-[15px] text-muted">
        <Spinner className="size-[18px]" />
        Setting Up...
      </p>
    </main>
  );
}
