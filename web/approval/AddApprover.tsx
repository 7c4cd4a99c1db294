import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button-class.ts';

/** To the users, where one becomes an approver; for those who may change users. */
export const AddApprover = () => (
  <Link to="/users" data-button="" className={buttonClass({ size: 'sm' })}>
    Add an approver
  </Link>
);
