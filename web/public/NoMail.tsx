import { Notice } from '../ui/Notice.tsx';

/** For whoever forgot their password on a server that sends nothing to anybody. */
export const NoMail = () => (
  <Notice variant="warning" title="This server sends no email">
    Ask an administrator of your company for a link. They make one in User Management, under Edit.
  </Notice>
);
