import type { Task } from './keys.ts';

/** What people do for their own account and their company. */
export const ACCOUNT_TASKS: Task[] = [
  {
    name: 'Users',
    description: 'People with an account, what they may do, and their invitations.',
    calls: {
      listUsers: ['List users', 'Returns the users of the company with their rights.'],
      createUser: [
        'Add a user',
        'Adds an account and invites its user: by email, or by a one-time link in the answer when the server has no mail.',
      ],
      updateUser: [
        'Change a user',
        'Changes the fields that are sent. Users change their own name and email; rights are changed by others only.',
      ],
      inviteUser: ['Invite again', 'Makes a new one-time link to choose a password. Earlier links end.'],
      resetFactors: [
        'Reset the second factor',
        'Removes the second factors of a user who lost them, signs the user out, and makes a link for a new password.',
      ],
    },
  },
  {
    name: 'Company',
    description: 'The company, its proof that the history is whole, and the export of everything.',
    calls: {
      setUpCompany: [
        'Set up a company',
        'Makes a company. Without a session its first user is made too, and signed in; with the session of a user without a company it becomes theirs.',
      ],
      getCompany: ['Get the company', 'Returns the company with its plan and how much of it is used.'],
      updateCompany: ['Change the company', 'Changes the fields that are sent.'],
      requireSecondFactor: [
        'Require a second factor',
        'Sets the roles whose users must have a second factor.',
      ],
      exportEverything: [
        'Export everything',
        'Sends all records as CSV files in a ZIP, signed, with the photos.',
      ],
      getHistoryCheck: ['Get the last check of the history', 'Returns what the last check found.'],
      verifyHistory: [
        'Check the history',
        'Computes both chains again and returns the first entry that does not fit.',
      ],
      getAnchor: [
        'Get the newest anchor',
        'Returns with what the chains ended when they were last written outside the database.',
      ],
      anchorHistory: ['Anchor the history', 'Writes now with what the chains end.'],
      exportAnchors: [
        'Export anchors',
        'Sends the anchors of the company and the key that proves them, as a ZIP.',
      ],
      getReminderWish: ['Get my reminders', 'Returns when the caller is emailed about overdue sets.'],
      saveReminderWish: ['Set my reminders', 'Sets when the caller is emailed about overdue sets.'],
      stopReminders: ['Stop reminders', 'Ends the reminders of a person by the link in a letter.'],
      getReminderHealth: [
        'Get the state of reminders',
        'Says when reminders last ran, and how many letters wait.',
      ],
      getBackupHealth: [
        'Get the state of backups',
        'Says when the last good backup was taken, and whether one is late.',
      ],
      getLive: [
        'Follow changes',
        'Streams which records changed (server-sent events), never what is in them. A browser reads again what it shows.',
      ],
      getChanges: [
        'Ask what changed',
        'Says which records changed since a position, never what is in them: for a client that cannot keep the stream open.',
      ],
    },
  },
  {
    name: 'Sign-in',
    description: 'Signing in and out, passwords and sessions. Only for people.',
    calls: {
      getMe: ['Who am I', 'Returns the signed-in user with their rights.'],
      getDemoHint: ['Get the demo accounts', 'Returns the accounts of a server in demo mode; 404 on others.'],
      logIn: [
        'Sign in',
        'Begins a session. A user with a second factor is answered 401 with the code `second_factor`, and goes on with `answerSecondFactor`.',
      ],
      logOut: ['Sign out', 'Ends the session. Without one it does nothing.'],
      forgotPassword: [
        'Ask for a new password',
        'Emails a link if the address has an account. The answer is the same if it has none.',
      ],
      checkLink: ['Check a link', 'Returns whose account a one-time link opens.'],
      resetPassword: ['Choose a password', 'Sets a password by a one-time link and uses the link up.'],
      changePassword: ['Change my password', 'Changes the own password and signs out everywhere else.'],
      getConfirmation: [
        'Get how to confirm',
        'Says whether the caller confirmed their identity in the last 15 minutes, and how they can.',
      ],
      beginConfirm: [
        'Begin to confirm by passkey',
        'Returns the options with which a browser asks for a passkey.',
      ],
      proveSigner: [
        'Prove who signs at this screen',
        "Another person gives email and password at the caller's screen, to sign a room handover there. Returns a proof for one signature of that handover, good for five minutes. No session begins, and it counts as a sign-in.",
      ],
      confirmIdentity: [
        'Confirm my identity',
        'Confirms who is at the device; calls that need it pass for 15 minutes.',
      ],
      listSessions: ['List my sessions', 'Returns where the caller is signed in.'],
      endSession: ['End a session', 'Signs the caller out on one device.'],
      endOtherSessions: ['End other sessions', 'Signs the caller out everywhere else.'],
    },
  },
  {
    name: 'Second factor',
    description: 'Authenticator apps, passkeys and recovery codes of the signed-in user. Only for people.',
    calls: {
      beginPasskeySignIn: [
        'Begin to sign in by passkey',
        'Returns the options with which a browser asks for a passkey.',
      ],
      answerSecondFactor: [
        'Sign in with a second factor',
        'Ends a sign-in whose password was right, by a code, a passkey or a recovery code.',
      ],
      getFactors: [
        'Get my second factors',
        'Returns the second factors of the caller, and what can be added.',
      ],
      beginApp: ['Begin to add an app', 'Returns the secret of a new authenticator app.'],
      addApp: [
        'Add an app',
        'Adds the app by its first code; it replaces the one before. Recovery codes come with the first factor.',
      ],
      removeApp: ['Remove the app', 'Removes the authenticator app.'],
      beginPasskey: ['Begin to add a passkey', 'Returns the options with which a browser makes a passkey.'],
      addPasskey: [
        'Add a passkey',
        'Adds the passkey that the browser made. Recovery codes come with the first factor.',
      ],
      removePasskey: ['Remove a passkey', 'Removes a passkey of the caller.'],
      renewRecoveryCodes: ['Renew my recovery codes', 'Makes ten new recovery codes; the old ones end.'],
    },
  },
];
