import { dayText } from './clock-text.ts';

/** A fact of an issue. Every kind is stored as text: an amount as "25.00", a day as "2026-12-24", a choice as its key. */
export type Fact = { label: string } & (
  | { kind: 'text'; max?: number }
  | { kind: 'money' | 'date' }
  | { kind: 'choice'; choices: Record<string, string> }
);

/**
 * The facts of an issue beside recipient, due time, notes and signature. The calls, the history, its CSV, the receipt and the held sets
 * follow from this list; docs/adding-a-field.md names what is written by hand, and issue-facts.test.ts (server/features/custody) checks it.
 */
export const ISSUE_FACTS = {
  purpose: { label: 'Purpose', kind: 'text' },
} as const satisfies Record<string, Fact>;

/** The usual purposes, in the order of every form. */
export const PURPOSES = ['Lock-up', 'Alarm response', 'Inspection'] as const;

export type IssueFact = keyof typeof ISSUE_FACTS;
/** The facts of one issue, as far as they are known. */
export type IssueFacts = { readonly [name in IssueFact]?: string | null | undefined };

export const FACT_NAMES = Object.keys(ISSUE_FACTS) as IssueFact[];

/** A record with a value for each fact. */
export const eachFact = <T>(valueFor: (name: IssueFact, fact: Fact) => T): Record<IssueFact, T> =>
  Object.fromEntries(FACT_NAMES.map((name) => [name, valueFor(name, ISSUE_FACTS[name])])) as Record<
    IssueFact,
    T
  >;

/** Every fact of an issue, null where it is missing. */
export const issueFactsOf = (from: IssueFacts) => eachFact((name) => from[name] ?? null);

/** A value in words: "25.00", "24 Dec 2026". */
export function factText(fact: Fact, value: string): string {
  switch (fact.kind) {
    case 'text':
      return value;
    case 'money':
      return Number.isNaN(Number(value)) ? value : Number(value).toFixed(2);
    case 'date':
      return dayText(value);
    case 'choice':
      return fact.choices[value] ?? value;
  }
}

/** The facts with their labels, for a receipt. */
export const factTerms = (facts: IssueFacts): { name: IssueFact; label: string; text: string }[] =>
  FACT_NAMES.flatMap((name) => {
    const value = facts[name];
    const fact: Fact = ISSUE_FACTS[name];
    return value ? [{ name, label: fact.label, text: factText(fact, value) }] : [];
  });

/** The facts as lines under a sentence: a text alone, other kinds after their label, "Deposit 25.00". */
export const factLines = (facts: IssueFacts): string[] =>
  factTerms(facts).map(({ name, label, text }) =>
    ISSUE_FACTS[name].kind === 'text' ? text : `${label} ${text}`,
  );

/** The facts in one line: "Lock-up, Deposit 25.00"; empty without any. */
export const factsText = (facts: IssueFacts): string => factLines(facts).join(', ');
