import type { ApiError } from '../../api/call.ts';

/** Of a refusal the messages by field: that of the due time stands under the chips. */
export function dueRefusals({ body: { errors = {} } }: ApiError): Record<string, string> {
  const { dueAt, ...others } = errors;
  return dueAt ? { ...others, due: dueAt } : others;
}
