import { Fragment } from 'react';

/** An email address that wraps before "@" and "." rather than inside a word. */
export const Email = ({ address }: { address: string }) => (
  <span>
    {address.split(/(?=[@.])/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
