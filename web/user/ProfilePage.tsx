import { api } from '../../shared/api.ts';
import { SecondFactor } from '../second-factor/SecondFactor.tsx';
import { useMay } from '../session.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { AccountDetails } from './AccountDetails.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { LocationAccess } from './LocationAccess.tsx';
import { PersonalInformation } from './PersonalInformation.tsx';
import { Reminders } from './Reminders.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

/** One's own account, and the locations one may see. */
export function ProfilePage() {
  const may = useMay();
  return (
    <>
      <PageHead title="My Profile" subtitle="Your name, your account and your locations" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_344px]">
        <div className="grid min-w-0 gap-4">
          <PersonalInformation />
          {may(api.getReminderWish.needs) && <Reminders />}
          <ChangePassword />
          <SecondFactor />
          <SessionsPanel />
        </div>
        <div className="grid gap-4">
          <AccountDetails />
          <LocationAccess />
        </div>
      </div>
    </>
  );
}
