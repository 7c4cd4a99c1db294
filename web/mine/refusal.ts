import type { ApiError } from '../api/call.ts';

/** The toast of a refused hand-over: what was not recorded and why, each reason of its sets once; undefined for other failures. */
export const failure = ({ body: { message, items } }: ApiError) =>
  items && {
    title: 'Error',
    description: [message, ...new Set(items.map((item) => item.message))].join('\n'),
  };
