import type { ReactNode } from 'react';

/** Content column of every landing section, 1136 px wide. */
export function Column({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`mx-auto w-full max-w-[1200px] px-4 md:px-8 ${className}`}>{children}</div>;
}

/** The page's tokens at night, the same in either theme. */
export const NIGHT =
  'bg-bg text-fg [--bg:oklch(.19_.02_264)] [--panel:oklch(.19_.02_264)] [--fg:oklch(.96_.004_264)] ' +
  '[--muted:oklch(.76_.012_264)] [--soft:oklch(1_0_0/.08)] [--line:oklch(1_0_0/.15)] ' +
  '[--primary:oklch(.555_.185_262)] [--primary-fg:oklch(.99_0_0)] [--ring:oklch(.72_.13_262)]';

const TONE = {
  page: 'border-t border-line bg-bg',
  panel: 'border-t border-line bg-panel',
  night: NIGHT,
};

/** One band of the page, named by its heading; `space` is the vertical padding. */
export function Section(props: { id: string; tone: keyof typeof TONE; space?: string; children: ReactNode }) {
  return (
    <section
      id={props.id}
      aria-labelledby={`${props.id}-title`}
      className={`scroll-mt-16 ${TONE[props.tone]} ${props.space ?? 'py-16 md:py-28'}`}
    >
      <Column>{props.children}</Column>
    </section>
  );
}

/** Heading of a section. `of` is the section's id. */
export function Title({
  of,
  children,
  className = '',
}: {
  of: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <h2
      id={`${of}-title`}
      className={`text-balance text-[28px] leading-[34px] font-semibold tracking-[-0.025em] md:text-[40px] md:leading-[46px] ${className}`}
    >
      {children}
    </h2>
  );
}
