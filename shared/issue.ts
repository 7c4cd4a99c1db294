import * as z from 'zod/mini';
import { eachFact, type Fact } from './issue-facts.ts';
import { optionalDay, optionalText, optionalWhere } from './text.ts';

/** An amount of up to ten million: "25", "25.00". */
const AMOUNT = /^\d{1,7}(\.\d\d)?$/;

/** The field of a fact in a body. */
export function fieldOf(fact: Fact) {
  switch (fact.kind) {
    case 'text':
      return optionalText(fact.max);
    case 'money':
      return optionalWhere((text) => AMOUNT.test(text), 'Enter an amount, such as 25.00');
    case 'date':
      return optionalDay;
    case 'choice':
      return optionalWhere(
        (text) => Object.hasOwn(fact.choices, text),
        `Unknown ${fact.label.toLowerCase()}`,
      );
  }
}

/** The fields of a body: IssueForm, BatchIssueForm and an OutboxEntry. */
export const issueFields = eachFact((_, fact) => fieldOf(fact));

/** The values in a reply that has all of them. */
export const issueReply = eachFact(() => z.nullable(z.string()));

/** The values in the details of a movement, which have them at an issue. */
export const issueDetails = eachFact(() => z.optional(z.nullable(z.string())));
