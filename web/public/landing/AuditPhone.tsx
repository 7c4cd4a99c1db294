import { Check } from 'lucide-react';
import { ProgressBar } from '../../ui/ProgressBar.tsx';

const COUNTED = [
  { id: 'V07-0104', time: '21:51' },
  { id: 'V07-0109', time: '21:51' },
  { id: 'V07-0126', time: '21:50' },
  { id: 'V07-0118', time: '21:50' },
  { id: 'V07-0101', time: '21:50' },
  { id: 'V07-0115', time: '21:50' },
] as const;

/** A phone with a good scan on it. Purely a picture: its parent names it and keeps it out of the tab order. */
export function AuditPhone() {
  return (
    <div className="h-[620px] rounded-[36px] border-[7px] border-fg bg-panel shadow-[0_24px_60px_-16px_oklch(.21_.03_264/.28)]">
      <div className="px-4 pt-4">
        <div className="flex items-baseline justify-between">
          <span className="text-[15px] leading-[22px] font-semibold tracking-[-0.01em]">Van 07</span>
          <span className="text-xs text-muted">Night Shift</span>
        </div>
        <div className="mt-1.5 flex items-baseline gap-1.5">
          <span className="text-[30px] leading-9 font-semibold tracking-[-0.02em] tabular-nums">12</span>
          <span className="text-sm text-muted">of 18 scanned</span>
        </div>
        <div className="mt-2">
          <ProgressBar value={12} max={18} label="12 of 18 scanned" />
        </div>
      </div>
      <div className="mx-2.5 mt-3 grid h-[214px] content-center justify-items-center rounded-[18px] bg-emerald-700 text-white">
        <span className="grid size-14 place-items-center rounded-full bg-white text-emerald-700">
          <Check className="size-8 stroke-3" />
        </span>
        <span className="mt-3.5 text-[34px] leading-9 font-semibold tracking-[-0.04em]">V07-0112</span>
        <span className="mt-2 text-[13px] leading-5 tabular-nums">Tag 448527 · 5 keys, 1 fob</span>
        <span className="mt-3.5 text-[15px] leading-5 font-semibold">Counted</span>
      </div>
      <div className="mx-4 mt-3 divide-y divide-line">
        {COUNTED.map(({ id, time }) => (
          <div key={id} className="flex h-9 items-center gap-2 text-[13px]">
            <Check className="size-3.5 stroke-2 text-emerald-700" />
            <span className="font-medium">{id}</span>
            <span className="ml-auto text-muted tabular-nums">{time}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
