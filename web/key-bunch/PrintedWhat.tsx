import { type Opening, opensParts, opensText } from '../../shared/opens-text.ts';

/** The printed cell of what a set opens: premises and door over the client. */
export const PrintedWhat = ({ bunch }: { bunch: Opening }) => (
  <td>
    {opensText(bunch)}
    {opensParts(bunch).client && <span className="block text-muted">{opensParts(bunch).client}</span>}
  </td>
);
